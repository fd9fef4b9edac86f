//! The methods: name, purpose, schemas and function of each. JSON-RPC, MCP and `tavola schema rpc` read this list.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::desk::Desk;
use super::error::{ErrorCode, RpcError};
use super::params::{
    AnswerParams, BotParams, CheckParams, ClauseParams, CompareParams, KeyParams, LogParams, NoParams, OptionsParams,
    SimulateParams, StartParams, ThinkParams, ViewParams, WhyNotParams,
};
use super::results::{
    CloseResult, GamesResult, INTERFACE, LogResult, MethodResult, OptionsResult, QuestionResult, ReasonResult,
    RecordResult, StartResult, ThinkResult, VersionResult,
};
use crate::tools::check::Findings;
use crate::tools::clause::Clauses;
use crate::tools::compare::json::All;
use crate::tools::simulate::Simulation;
use crate::tools::subject::Figured;
use tavola_lab::isolation::isolated;
use tavola_page::scene::Scene;
use tavola_syntax::diagnostic::nearest;

/// A method.
pub(in crate::tools) struct Method {
    pub(in crate::tools) name: &'static str,
    /// Description for assistants.
    pub(in crate::tools) about: &'static str,
    /// True if no table changes.
    #[cfg_attr(not(feature = "mcp"), expect(dead_code, reason = "only MCP says so"))]
    pub(in crate::tools) reads: bool,
    params: fn(&mut SchemaGenerator) -> Schema,
    result: fn(&mut SchemaGenerator) -> Schema,
    call: fn(&mut Desk, Value) -> Result<Value, RpcError>,
}

macro_rules! method {
    ($name:literal, $reads:literal, $params:ty => $result:ty, $work:expr, $about:literal) => {
        Method {
            name: $name,
            about: $about,
            reads: $reads,
            params: |generator| <$params>::json_schema(generator),
            result: |generator| generator.subschema_for::<$result>(),
            call: |desk, params| typed::<$params, _>($name, params, |params| $work(desk, params)),
        }
    };
}

/// All methods.
pub(in crate::tools) const METHODS: [Method; 17] = [
    method!("version", true, NoParams => VersionResult, Desk::version,
        "Version of the interface and of Tavola, the limits, and all methods."),
    method!("games", true, NoParams => GamesResult, Desk::games,
        "List the games that can be asked about and played, with players, variants and settings."),
    method!("check", true, CheckParams => Findings, Desk::check,
        "Check the rules of a game. Returns findings with code, place and help."),
    method!("clause", true, ClauseParams => Clauses<'_>, Desk::clause,
        "Answer a rules question from the rulebook: find clauses by id or words. Each has its text, the rules in source \
         that cite it, and the scenarios that prove it. Always cite the clause id, and the scenario as evidence."),
    method!("start", false, StartParams => StartResult, Desk::start,
        "Start a game. Returns a key for each seat of a person and one for spectators. A key shows what its seat may \
         see and no more: to play fairly, use only the key of your seat and give the others to their players."),
    method!("question", true, KeyParams => QuestionResult, Desk::question,
        "What is asked of whom now, and whether the game is over. `number` is needed for `answer`."),
    method!("options", true, OptionsParams => OptionsResult, Desk::options,
        "List the legal answers to the question that this seat is asked."),
    method!("why_not", true, WhyNotParams => ReasonResult, Desk::why_not,
        "Explain why an answer is not legal now: the reason, its place in the rules, and the clauses to cite. The \
         reason contains nothing that this seat may not know."),
    method!("answer", false, AnswerParams => QuestionResult, Desk::answer,
        "Answer the question of this seat, by the index of an option or its notation. Bots and chance then answer \
         until a person is asked. An illegal answer is refused with reason and clauses."),
    method!("view", true, ViewParams => Scene, Desk::view,
        "The table as this seat sees it: boards, places, values, question, and the log on demand."),
    method!("log", true, LogParams => LogResult, Desk::log,
        "What happened so far, as this seat saw it."),
    method!("think", true, ThinkParams => ThinkResult, Desk::think,
        "Ask a bot for advice: ratings of the options from what this seat sees. The game does not change."),
    method!("bot", false, BotParams => QuestionResult, Desk::bot,
        "Let a bot answer the question of this seat, from what the seat sees."),
    method!("record", true, KeyParams => RecordResult, Desk::record,
        "The record of a finished game, as a file for `tavola replay`."),
    method!("close", false, KeyParams => CloseResult, Desk::close,
        "Close a table. Its keys open nothing afterwards, and its record is lost."),
    method!("simulate", true, SimulateParams => Figured<'_, Simulation>, Desk::simulate,
        "Play many games with bots and report win rates, lengths and choices with confidence intervals."),
    method!("compare", true, CompareParams => All<'_>, Desk::compare,
        "Compare two games, variants or settings by playing both with the same seeds, with confidence intervals."),
];

/// Parses the parameters, does the work and returns its result as JSON.
fn typed<P: DeserializeOwned, R: Serialize>(
    method: &str,
    params: Value,
    work: impl FnOnce(P) -> Result<R, RpcError>,
) -> Result<Value, RpcError> {
    let params = match params {
        Value::Null => Value::Object(Map::new()),
        Value::Object(_) => params,
        _ => return Err(RpcError::new(ErrorCode::Params, format!("the parameters of `{method}` are an object"))),
    };
    let params: P = serde_json::from_value(params)
        .map_err(|error| RpcError::new(ErrorCode::Params, format!("parameters of `{method}`: {}", plain(&error))))?;
    serde_json::to_value(work(params)?).map_err(|error| RpcError::internal(error.to_string()))
}

/// The message of wrong parameters, without the names of types in Rust.
fn plain(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let types = [
        ("usize", "a whole number from 0"),
        ("u64", "a whole number from 0"),
        ("i64", "a whole number"),
        ("f64", "a number"),
    ];
    let sequence = [("sequence", "list"), ("map", "object")];
    let own = types.into_iter().map(|(rust, words)| (format!("expected {rust}"), format!("expected {words}")));
    let kinds =
        sequence.into_iter().map(|(rust, words)| (format!("invalid type: {rust}"), format!("invalid type: {words}")));
    own.chain(kinds).fold(message, |message, (rust, words)| message.replace(&rust, &words))
}

impl Desk {
    /// Calls a method. A bug in it is an error, never the end.
    pub(in crate::tools) fn call(&mut self, method: &str, params: Value) -> Result<Value, RpcError> {
        let Some(found) = METHODS.iter().find(|known| known.name == method) else {
            let near = nearest(method, METHODS.iter().map(|known| known.name));
            let near = near.map(|known| format!("did you mean `{known}`? ")).unwrap_or_default();
            let message = format!("there is no method `{method}`; {near}`version` lists all");
            return Err(RpcError::new(ErrorCode::Method, message));
        };
        let done = isolated(|| (found.call)(self, params));
        done.unwrap_or_else(|| Err(RpcError::internal("Tavola has a bug here; its standard error says where")))
    }

    fn version(&mut self, _: NoParams) -> Result<VersionResult, RpcError> {
        let methods = METHODS.iter().map(|&Method { name, about, .. }| MethodResult { name, about }).collect();
        let (interface, tavola) = (INTERFACE, env!("CARGO_PKG_VERSION"));
        Ok(VersionResult { interface, tavola, limits: self.limits, methods })
    }
}

impl Method {
    /// Schema of the parameters.
    pub(in crate::tools) fn params(&self) -> Schema {
        let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
        (self.params)(&mut settings.into_generator())
    }
}

/// One schema for the whole interface: it accepts a request, and defines the result of each method as `METHOD_result`.
pub(in crate::tools) fn schema(title: &str) -> Schema {
    let mut generator = SchemaSettings::draft07().for_serialize().into_generator();
    let (mut requests, mut own) = (Vec::new(), Map::new());
    for method in &METHODS {
        let params = method.params();
        let needs = params.get("required").is_some();
        let mut required = vec!["jsonrpc", "method"];
        required.extend(needs.then_some("params"));
        requests.push(json!({
            "description": method.about,
            "type": "object",
            "properties": {
                "jsonrpc": { "const": "2.0" },
                "id": { "type": ["string", "integer", "null"] },
                "method": { "const": method.name },
                "params": params,
            },
            "required": required,
            "additionalProperties": false,
        }));
        own.insert(format!("{}_result", method.name), (method.result)(&mut generator).into());
    }
    let mut definitions = generator.take_definitions(true);
    definitions.extend(own);
    let root = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": title,
        "type": "object",
        "oneOf": requests,
        "definitions": definitions,
    });
    Schema::try_from(root).unwrap_or_default()
}

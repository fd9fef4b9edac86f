//! `tavola mcp`: the methods of `tavola rpc` as tools of the Model Context Protocol, and prompts that use them, over standard input and
//! output.

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, Implementation, ListPromptsResult, ListResourceTemplatesResult, ListToolsResult,
    PaginatedRequestParams, PromptArgument, PromptMessage, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ResourceContents, ResourceTemplate, Role, ServerCapabilities, ServerConfig, Tool,
    ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::transport::stdio;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::runtime::Builder;
use tokio::task::spawn_blocking;

use super::args::AssistantArgs;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::rpc::{Desk, METHODS, Method, PROMPTS, Prompt, RpcError};

/// Instructions for an assistant about the tools.
const INSTRUCTIONS: &str = "\
Tavola is a referee for board games whose rules are data. Answer a rules question with `clause`: find the clauses, quote \
them, and cite the clause id and a scenario that proves it; say so if no clause answers it. To play, `start` a game, and \
repeat `question`, `options`, `answer` with the key of your seat until `over` is true. Use the key of your own seat only: \
it shows what your player may see. If a move seems legal but is not offered, ask `why_not` and cite its clauses.";

/// Address of a clause.
const TEMPLATE: &str = "tavola://{game}/clause/{id}";

/// A server for one client.
struct AssistantServer {
    desk: Arc<Mutex<Desk>>,
}

/// Runs the verb: serves the client on standard input and output until it leaves.
///
/// # Errors
/// If a path contains no game, or the client does not speak the protocol.
pub(crate) fn run(args: &AssistantArgs, _console: &mut Console) -> VerbResult {
    let server = AssistantServer { desk: Arc::new(Mutex::new(Desk::new(args)?)) };
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.map_err(|error| Stop::ours(format!("the server cannot be started: {error}")))?;
    let served = runtime.block_on(async {
        let service = server.serve(stdio()).await.map_err(|error| error.to_string())?;
        service.waiting().await.map_err(|error| error.to_string())
    });
    // The input may be open still, if the output was closed.
    runtime.shutdown_background();
    match served {
        Ok(_) => Ok(Exit::Fine),
        Err(why) => Err(Stop::usage(format!("the client does not speak the Model Context Protocol: {why}"))),
    }
}

impl AssistantServer {
    /// Calls a method on a blocking thread, because bots think and simulations take time.
    async fn call(&self, method: String, params: Value) -> Result<Value, RpcError> {
        let desk = self.desk.clone();
        let work = move || desk.lock().unwrap_or_else(PoisonError::into_inner).call(&method, params);
        spawn_blocking(work).await.unwrap_or_else(|error| Err(RpcError::internal(error.to_string())))
    }
}

impl ServerHandler for AssistantServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let name = Implementation::new("tavola", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities).with_server_info(name).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |method: &Method| {
            let Value::Object(schema) = method.params().into() else { return None };
            let hints = ToolAnnotations::new().read_only(method.reads).destructive(method.name == "close");
            Some(Tool::new(method.name, method.about, schema).with_annotations(hints))
        };
        Ok(ListToolsResult::with_all_items(METHODS.iter().filter_map(tool).collect()))
    }

    /// Errors of a method are results, so that the assistant reads them.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let params = request.arguments.map_or(Value::Null, Value::Object);
        let done = self.call(request.name.into_owned(), params).await;
        let result = match done {
            Ok(result) => CallToolResult::structured(result),
            Err(error) => CallToolResult::structured_error(json!(error)),
        };
        Ok(result.into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let listed = |prompt: &Prompt| {
            let arguments = prompt.arguments.iter().map(|argument| {
                let shown = PromptArgument::new(argument.name).with_description(argument.about);
                shown.with_required(argument.is_required)
            });
            rmcp::model::Prompt::new(prompt.name, Some(prompt.about), Some(arguments.collect()))
                .with_title(prompt.title)
        };
        Ok(ListPromptsResult::with_all_items(PROMPTS.iter().map(listed).collect()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let refused = |error: RpcError| ErrorData::invalid_params(error.message, error.data);
        let prompt = Prompt::named(&request.name).map_err(refused)?;
        let message = prompt.message(&request.arguments.unwrap_or_default()).map_err(refused)?;
        let message = PromptMessage::new_text(Role::User, message);
        Ok(GetPromptResult::new(vec![message]).with_description(prompt.about).into())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let clause = ResourceTemplate::new(TEMPLATE, "clause")
            .with_description("A clause of a rulebook, with the rules that cite it and the scenarios that prove it.")
            .with_mime_type("application/json");
        Ok(ListResourceTemplatesResult::with_all_items(vec![clause]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let parts = uri.strip_prefix("tavola://").and_then(|rest| rest.split_once("/clause/"));
        let Some((game, id)) = parts else {
            return Err(ErrorData::resource_not_found(format!("an address has the form {TEMPLATE}"), None));
        };
        let done = self.call("clause".to_owned(), json!({ "game": game, "words": id })).await;
        let clause = done.map_err(|error| ErrorData::resource_not_found(error.message, error.data))?;
        let text = ResourceContents::text(clause.to_string(), uri).with_mime_type("application/json");
        Ok(ReadResourceResult::new(vec![text]).into())
    }
}

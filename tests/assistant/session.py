"""A session of the official Python client with `tavola mcp`: a rules question, and a game against bots by the key of one seat."""

import asyncio
import json
import sys

import jsonschema
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def texts(value):
    """All texts of a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)


async def question(session, call):
    """Search, clause, evidence: the scenario is where the answer says."""
    found = await call("clause", game="kuhn_poker", words="higher card")
    clause = found["clauses"][0]
    assert clause["id"].startswith("KP-"), clause
    scenario = clause["scenarios"][0]
    file, line, _ = scenario["place"].split(":")
    assert scenario["name"] in open(file, encoding="utf-8").read().splitlines()[int(line) - 1], scenario
    resource = await session.read_resource(f"tavola://kuhn_poker/clause/{clause['id']}")
    assert json.loads(resource.contents[0].text)["clauses"][0]["text"] == clause["text"]


async def game(call):
    """Plays one seat to the end. No answer before it names the card of the other player."""
    started = await call("start", game="kuhn_poker", people=["anna"], bots="mcts:20")
    assert [key["role"] for key in started["keys"]] == ["player", "spectator"], started
    key = started["keys"][0]["key"]
    seen, reasons = [], 0
    state = await call("question", key=key)
    while not state["over"]:
        seen.append(state)
        options = await call("options", key=key)
        offered = [option["notation"] for option in options["options"]]
        for answer in {"check", "call"} - set(offered):
            why = await call("why_not", key=key, answer=answer)
            assert not why["offered"] and why["clauses"][0]["id"].startswith("KP-"), why
            reasons += 1
            seen.append(why)
        view = await call("view", key=key, log=True)
        view.pop("tables")
        seen += [options, view, await call("think", key=key, bot="mcts:20")]
        state = await call("answer", key=key, number=state["number"], option=0)
    assert reasons > 0
    record = (await call("record", key=key))["record"]
    drawn = [line for line in record.splitlines() if "chance" in line]
    other = next(card for card in ("jack", "queen", "king") if card in drawn[1])
    leaks = [text for text in texts(seen) if other in text.lower()]
    assert not leaks, (other, leaks)


async def prompts(session, tools):
    """Prompts name tools that exist."""
    listed = (await session.list_prompts()).prompts
    for prompt in listed:
        values = {argument.name: "chess" for argument in prompt.arguments}
        text = (await session.get_prompt(prompt.name, values)).messages[0].content.text
        named = [line.split("`")[1] for line in text.partition("The tools:\n")[2].splitlines()]
        assert named and set(named) <= set(tools), (prompt.name, named)
    return len(listed)


async def main(tavola):
    server = StdioServerParameters(command=tavola, args=["mcp", "rules/classics"])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        for tool in tools.values():
            jsonschema.Draft7Validator.check_schema(tool.input_schema)
            assert tool.description

        async def call(name, **arguments):
            jsonschema.validate(arguments, tools[name].input_schema, jsonschema.Draft7Validator)
            result = await session.call_tool(name, arguments)
            assert not result.is_error, (name, arguments, result.content)
            return result.structured_content

        prompted = await prompts(session, tools)
        await question(session, call)
        for _ in range(4):
            await game(call)
        refused = await session.call_tool("view", {"key": "0" * 32})
        assert refused.is_error and refused.structured_content["code"] == -32002, refused
    print(f"{len(tools)} tools, {prompted} prompts, one question with evidence, 4 games")


asyncio.run(main(sys.argv[1]))

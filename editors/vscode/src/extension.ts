// The client of `tavola lsp`, and tasks that run `tavola` on a game.

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

/** Files of a game: rules, and the YAML files that the language server reads. */
const DOCUMENTS = [
  { scheme: "file", language: "tavola" },
  { scheme: "file", language: "yaml", pattern: "**/{rulebook,balance}.yaml" },
  { scheme: "file", language: "yaml", pattern: "**/scenarios/*.yaml" },
];

const COMMANDS = ["check", "test", "simulate"] as const;

let client: LanguageClient | undefined;

/** Path of the program, from the settings. */
function program(): string {
  return vscode.workspace.getConfiguration("tavola").get<string>("path") || "tavola";
}

async function start(): Promise<void> {
  const server: ServerOptions = { command: program(), args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: DOCUMENTS,
    initializationOptions: { terminal: true },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{tavola,yaml}") },
  };
  client = new LanguageClient("tavola", "Tavola", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const open = "Open settings";
    const said = `Tavola: \`${program()} lsp\` does not start. Set the path of the program in \`tavola.path\`. (${error})`;
    if ((await vscode.window.showErrorMessage(said, open)) === open) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "tavola.path");
    }
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

/** A task such as `tavola check rules`. Findings appear in the list of problems. */
function task(command: string, path: string | undefined, scope: vscode.WorkspaceFolder): vscode.Task {
  const format = command === "check" ? ["--format", "github"] : [];
  const run = new vscode.ProcessExecution(program(), [command, path ?? ".", ...format], { cwd: scope.uri.fsPath });
  const definition = { type: "tavola", command, path };
  const made = new vscode.Task(definition, scope, command, "tavola", run, ["$tavola", "$tavola-test"]);
  made.group = command === "check" ? vscode.TaskGroup.Build : vscode.TaskGroup.Test;
  return made;
}

const tasks: vscode.TaskProvider = {
  provideTasks: () =>
    (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => COMMANDS.map((command) => task(command, undefined, folder))),
  resolveTask: (unresolved) => {
    const { command, path } = unresolved.definition;
    const scope = unresolved.scope;
    return typeof scope === "object" && COMMANDS.includes(command) ? task(command, path, scope) : undefined;
  },
};

/** Plays a game from the position of a scenario on, in a terminal that stays open. */
async function play(folder: string, cases: string[]): Promise<void> {
  const path = vscode.Uri.parse(folder).fsPath;
  const run = new vscode.ProcessExecution(program(), ["play", path, "--scenario", cases[0], "--no-record"]);
  const made = new vscode.Task({ type: "tavola", command: "play" }, vscode.TaskScope.Workspace, "play", "tavola", run);
  made.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.New };
  await vscode.tasks.executeTask(made);
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.tasks.registerTaskProvider("tavola", tasks),
    vscode.commands.registerCommand("tavola.restart", async () => {
      await stop();
      await start();
    }),
    vscode.commands.registerCommand("tavola.play", play),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("tavola.path")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}

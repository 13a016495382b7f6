// Starts `rulewright lsp`, and hands what it says to VS Code.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function makeClient() {
  const [command, ...args] = vscode.workspace.getConfiguration("rulewright").get("command");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const server = { command, args, transport: TransportKind.stdio, options: { cwd: folder } };
  return new LanguageClient("rulewright", "Rulewright", server, {
    documentSelector: [
      { scheme: "file", language: "rulewright" },
      { scheme: "file", language: "yaml" },
    ],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rules,yaml,yml}") },
  });
}

async function start() {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    const help = 'Is it installed? pip install "rulewright[editor]"';
    vscode.window.showErrorMessage(`The language server of Rulewright does not start: ${error.message}. ${help}`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("rulewright.restart", async () => {
      await stop();
      await start();
    }),
    vscode.commands.registerCommand("rulewright.showReport", () => client?.outputChannel.show()),
  );
  await start();
}

module.exports = { activate, deactivate: stop };

// Starts `rulings lsp` and shows what a case comes to.

import { commands, type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient, type Middleware } from "vscode-languageclient/node";

interface CaseRun {
  id: string;
  passed: boolean;
  say: string;
  why: string;
}

let client: LanguageClient | undefined;

const middleware: Middleware = {
  async executeCommand(command, args, next) {
    const found: CaseRun | null = await next(command, args);
    if (command === "rulings.why" && found) {
      await show(found);
    }
    return found;
  },
};

async function show(found: CaseRun): Promise<void> {
  const content = `${found.id}\n\n${found.why}`;
  const page = await workspace.openTextDocument({ content, language: "plaintext" });
  await window.showTextDocument(page, { preview: true, preserveFocus: true });
}

export async function activate(context: ExtensionContext): Promise<void> {
  const [command, ...args] = workspace.getConfiguration("rulings").get<string[]>("command") ?? [];
  client = new LanguageClient(
    "rulings",
    "Rulings",
    { command: command ?? "rulings", args: command === undefined ? ["lsp"] : args },
    {
      documentSelector: [
        { scheme: "file", language: "rulings" },
        { scheme: "untitled", language: "rulings" },
        { scheme: "file", pattern: "**/*.faq.yaml" },
        { scheme: "file", pattern: "**/clauses.yaml" },
        { scheme: "file", pattern: "**/facts/*/**/*.md" },
        { scheme: "file", pattern: "**/{words.yaml,words/*.yaml}" },
        { scheme: "file", pattern: "**/situations/*.{yaml,yml,json}" },
      ],
      synchronize: {
        fileEvents: workspace.createFileSystemWatcher("**/*.{dl,csv,yaml,toml,md}"),
      },
      initializationOptions: { showsAnswers: true },
      middleware,
    },
  );
  context.subscriptions.push(client);
  try {
    await client.start();
  } catch (problem) {
    const choice = "Open the setting";
    const told = `The rulings server does not start: ${String(problem)}. pip install 'rulings[lsp]'`;
    if ((await window.showErrorMessage(told, choice)) === choice) {
      await commands.executeCommand("workbench.action.openSettings", "rulings.command");
    }
  }
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

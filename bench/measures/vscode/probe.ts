/**
 * Runs in VS Code's extension host: activates other extensions, and then opens a KataConfig or activates the extension.
 * Writes the measured times next to the file. vscode.ts bundles this file, and VS Code loads it through
 * `extensionTestsPath`.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import * as vscode from 'vscode';
import { resultFile, extensionId, probeTasks, type ProbeResult } from './probeTask.ts';

/** Measures the task in the opened folder, and writes the result. */
export async function run(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? fail('The window has no folder.');
  // VS Code would only report that the run failed.
  const result = await measure(folder).catch((error: unknown) => ({ problem: String(error) }));
  writeFileSync(path.join(folder.fsPath, resultFile), JSON.stringify(result));
}

async function measure(folder: vscode.Uri): Promise<ProbeResult> {
  const name = path.basename(path.dirname(folder.fsPath));
  const task = probeTasks.find((one) => one === name) ?? fail(`${name} isn't a task.`);
  const extension = vscode.extensions.getExtension(extensionId) ?? fail('The extension is missing.');
  const active = task === 'openWithOthers' ? await activateOthers() : 0;
  if (extension.isActive) fail(`The extension is already active in ${task}.`);
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await (task === 'activate' ? extension.activate() : openFile(vscode.Uri.joinPath(folder, 'kataconfig.yaml')));
  const { user, system } = process.cpuUsage(cpu);
  return { time: performance.now() - began, cpu: (user + system) / 1000, others: active };
}

/** Extensions of VS Code that open no files when they're activated. A file could activate the measured extension. */
const others = [
  'configuration-editing',
  'css-language-features',
  'emmet',
  'extension-editing',
  'git-base',
  'ipynb',
  'markdown-language-features',
  'merge-conflict',
  'npm',
  'typescript-language-features',
];

/** Activates other extensions, and returns their number. */
async function activateOthers(): Promise<number> {
  for (const name of others)
    await (vscode.extensions.getExtension(`vscode.${name}`) ?? fail(`vscode.${name} is missing.`)).activate();
  return others.length;
}

/** Opens a file. Resolves when the extension has published diagnostics for it. */
async function openFile(uri: vscode.Uri): Promise<void> {
  const found = new Promise<void>((resolve) => {
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some((one) => one.toString() === uri.toString()) && hasDiagnostics(uri)) resolve();
    });
  });
  await vscode.window.showTextDocument(uri);
  if (!hasDiagnostics(uri)) await found;
}

function hasDiagnostics(uri: vscode.Uri): boolean {
  return vscode.languages.getDiagnostics(uri).some(({ source }) => source === 'OSC Tools');
}

function fail(message: string): never {
  throw new Error(message);
}

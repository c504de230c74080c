/**
 * Tests the extension in VS Code's own user interface. Runs in desktop VS Code (`npm run test:electron`) and in
 * code-server (`npm run test:workbench`).
 */
import { suite, suiteSetup, test } from 'mocha';
import assert from 'node:assert/strict';
import {
  CodeActionKind,
  commands,
  DiagnosticSeverity,
  extensions,
  LanguageModelTextPart,
  languages,
  lm,
  Range,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type CodeAction,
  type CompletionList,
  type Diagnostic,
  type Extension,
  type Hover,
  type TextDocument,
} from 'vscode';
import { byText } from '../support/repository/compareText.ts';

const id = 'osc-tools.openshift-sandboxed-containers-tools';

suite('extension in VS Code', () => {
  let document: TextDocument;
  let extension: Extension<unknown>;

  suiteSetup(async () => {
    const folder = workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder, 'the tests want a folder');
    const found = extensions.getExtension<unknown>(id);
    assert.ok(found, 'the extension is not installed');
    extension = found;
    document = await workspace.openTextDocument(Uri.joinPath(folder, 'update-peer-pods.yaml'));
    await window.showTextDocument(document);
  });

  test('activates for a YAML file and reports findings', async () => {
    const [finding, ...others] = await findings(document.uri);
    assert.ok(extension.isActive);
    assert.ok(finding);
    assert.deepEqual(others, []);
    assert.equal(finding.severity, DiagnosticSeverity.Error);
    assert.equal(finding.source, 'OSC Tools');
    assert.equal(document.getText(finding.range), 'enablePeerpods');
    const { code } = finding;
    assert.ok(typeof code === 'object' && String(code.value).endsWith('kataconfig-unknown-field'));
    // The page of the rule must exist.
    await workspace.fs.stat(code.target);
  });

  test('completes values', async () => {
    const text = document.getText();
    const end = document.positionAt(text.indexOf('logLevel: info') + 'logLevel: '.length);
    const list = await commands.executeCommand<CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      end,
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    for (const level of ['panic', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
      assert.ok(labels.includes(level), `${level} in ${labels.join(' ')}`);
  });

  test('shows hovers', async () => {
    const position = document.positionAt(document.getText().indexOf('logLevel:') + 2);
    const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, position);
    assert.equal(hovers.length, 1);
    const text =
      hovers[0]?.contents.map((content) => (typeof content === 'string' ? content : content.value)).join('\n') ?? '';
    assert.match(text, /spec\.logLevel/);
  });

  test('removes a finding with a Quick Fix', async () => {
    const [finding] = await findings(document.uri);
    assert.ok(finding);
    const actions = await quickFixes(document.uri, finding.range);
    const rename = actions.find(({ title }) => title === 'Rename to enablePeerPods');
    assert.ok(rename?.edit, actions.map(({ title }) => title).join(', '));
    assert.equal(rename.isPreferred, true);
    const gone = until(document.uri, (left) => left.length === 0);
    assert.ok(await workspace.applyEdit(rename.edit));
    assert.match(document.getText(), /^ {2}enablePeerPods: true$/m);
    await gone;
  });

  test('registers its tools with their schemas for assistants', () => {
    const manifest: { contributes: { languageModelTools: { name: string; modelDescription: string }[] } } =
      extension.packageJSON;
    const named = manifest.contributes.languageModelTools;
    assert.equal(named.length, 14);
    for (const { name, modelDescription } of named) {
      const tool = lm.tools.find((one) => one.name === name);
      assert.ok(tool, `${name} in ${lm.tools.map((one) => one.name).join(' ')}`);
      assert.equal(tool.description, modelDescription);
      assert.ok(tool.inputSchema);
    }
  });

  test('contains the skills that it contributes', async () => {
    const manifest: { contributes: { chatSkills: { path: string }[] } } = extension.packageJSON;
    assert.equal(manifest.contributes.chatSkills.length, 5);
    for (const { path: skill } of manifest.contributes.chatSkills) {
      const text = new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(extension.extensionUri, skill)));
      assert.match(text, /^---\nname: osc-[a-z-]+\ndescription: '/);
      for (const [tool] of text.matchAll(/\bosc_[a-z_]*[a-z]\b/g))
        assert.ok(
          lm.tools.some(({ name }) => name === tool),
          `${skill}: ${tool}`,
        );
    }
  });

  test('requests confirmation for a tool and returns its result', async () => {
    const input = {
      text: 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  logLevel: Debug\n',
    };
    const said = await lm.invokeTool('osc_lint', { input, toolInvocationToken: undefined }).then(
      ({ content }) => content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join(''),
      // During tests, desktop VS Code shows no dialogs and throws an error with the text of the dialog instead.
      (error: unknown) => String(error),
    );
    assert.match(said, /text:6:13: error: .*\[osc\/kataconfig-loglevel\]|Check manifests and policies\?/);
    // The test waits for a click in a dialog and for a process.
  }).timeout(120_000);

  test('registers exactly the commands in package.json', async () => {
    const manifest: { contributes: { commands: { command: string }[]; views: Record<string, { id: string }[]> } } =
      extension.packageJSON;
    const named = manifest.contributes.commands.map(({ command }) => command);
    const views = Object.values(manifest.contributes.views).flatMap((list) => list.map(({ id }) => id));
    // VS Code registers some commands for each view itself, such as `osc.clusters.focus`.
    const isOfView = (command: string) => !named.includes(command) && views.some((id) => command.startsWith(`${id}.`));
    const registered = (await commands.getCommands(true)).filter(
      (command) => command.startsWith('osc.') && !isOfView(command),
    );
    assert.deepEqual(registered.toSorted(byText), named.toSorted(byText));
  });

  test('checks the current text after a restart of the language server', async () => {
    await commands.executeCommand('osc.server.restart');
    const edit = new WorkspaceEdit();
    const start = document.positionAt(document.getText().lastIndexOf('logLevel'));
    edit.replace(document.uri, new Range(start, start.translate(0, 'logLevel'.length)), 'logLvl');
    assert.ok(await workspace.applyEdit(edit));
    const found = await until(document.uri, (current) =>
      current.some(({ range }) => document.getText(range) === 'logLvl'),
    );
    assert.ok(found.every(({ source }) => source === 'OSC Tools'));
  });
});

/**
 * Requests Quick Fixes, with retries. VS Code cancels the request, or responds without this extension, if another
 * extension registers a provider in the meantime, which happens while a window opens.
 */
async function quickFixes(uri: Uri, range: Range, attempts = 5): Promise<CodeAction[]> {
  try {
    const actions = await commands.executeCommand<CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
      CodeActionKind.QuickFix.value,
    );
    if (actions.length > 0 || attempts === 1) return actions;
  } catch (error) {
    if (!(error instanceof Error && error.message === 'Canceled') || attempts === 1) throw error;
  }
  return quickFixes(uri, range, attempts - 1);
}

/** Returns the findings of a file, without hints, as soon as there are any. */
function findings(uri: Uri): Promise<Diagnostic[]> {
  return until(uri, (found) => found.length > 0);
}

/** Returns the findings of a file, without hints, once they meet a condition. */
function until(uri: Uri, wanted: (found: Diagnostic[]) => boolean): Promise<Diagnostic[]> {
  const current = () => languages.getDiagnostics(uri).filter(({ severity }) => severity !== DiagnosticSeverity.Hint);
  return new Promise((resolve) => {
    const look = () => {
      const found = current();
      if (!wanted(found)) return false;
      resolve(found);
      return true;
    };
    if (look()) return;
    const listener = languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some((changed) => changed.toString() === uri.toString()) && look()) listener.dispose();
    });
  });
}

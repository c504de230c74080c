/**
 * Tests the server with a client that supports everything: settings, registration, snippets, and documents shown on
 * request.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClientCapabilities, CodeAction, CompletionItem, CompletionList } from 'vscode-languageserver';
import { dist, Editor, type EditorOptions } from '#test/support/lsp/editor.ts';

const capabilities: ClientCapabilities = {
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceFolders: true,
  },
  textDocument: {
    completion: { completionItem: { snippetSupport: true } },
    publishDiagnostics: { relatedInformation: true },
  },
  window: { showDocument: { support: true } },
};
const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\n';
const bad = `${head}spec:\n  logLevel: Debug\n`;
const uri = 'file:///nowhere/a/file.yaml';

/** Runs a test against its own server, which must exit successfully and report nothing unexpected. */
function withEditor(name: string, options: EditorOptions, run: (editor: Editor) => Promise<void>): void {
  test(name, async () => {
    const editor = await Editor.start(options);
    try {
      await run(editor);
      assert.equal(await editor.stop(), 0);
    } finally {
      editor.process.kill();
    }
    assert.equal(editor.stderr, '');
    assert.deepEqual(editor.unexpected, []);
    assert.deepEqual(editor.logged, []);
  });
}
const severities = async (editor: Editor, of = uri) =>
  (await editor.diagnostics(of)).map(({ code, severity }) => [code, severity]);

describe('settings', () => {
  withEditor(
    'are requested per file',
    { capabilities, settings: (file) => ({ release: file.includes('/a/') ? '1.8' : '' }) },
    async (editor) => {
      await editor.open(uri, bad);
      await editor.open('file:///nowhere/b/file.yaml', bad);
      await editor.said(editor.registered, /didChangeConfiguration/);
      await editor.said(editor.registered, /didChangeWatchedFiles/);
      const checked = (of: string) => editor.checkedWhen((params) => params.uri === of);
      assert.equal((await checked(uri)).release, '1.8');
      assert.equal((await checked('file:///nowhere/b/file.yaml')).release, newestRelease.id);
    },
  );

  const settings = { current: { rules: {} } as unknown };
  withEditor(
    'are requested again after a change',
    { capabilities, settings: () => settings.current },
    async (editor) => {
      await editor.open(uri, bad);
      assert.deepEqual(await severities(editor), [
        ['osc/kataconfig-reboot', 4],
        ['osc/kataconfig-loglevel', 1],
      ]);
      settings.current = { rules: { 'kataconfig-reboot': 'off', 'osc/kataconfig-loglevel': 'warning' } };
      await editor.notify('workspace/didChangeConfiguration', { settings: null });
      const diagnostics = await editor.diagnosticsWhen(uri, (published) => published.diagnostics.length === 1);
      assert.deepEqual(
        diagnostics.map(({ code, severity }) => [code, severity]),
        [['osc/kataconfig-loglevel', 2]],
      );
    },
  );

  withEditor(
    'are ignored and reported once if invalid',
    { capabilities, settings: () => ({ release: '9.9', rules: { nope: 'off', 'missing-field': 'loud' } }) },
    async (editor) => {
      await editor.open(uri, bad);
      await editor.open('file:///nowhere/a/other.yaml', bad);
      assert.equal((await severities(editor)).length, 2);
      await editor.diagnostics('file:///nowhere/a/other.yaml');
      assert.equal(editor.messages.length, 3, editor.messages.join('\n'));
      for (const word of [/9\.9/, /nope/, /loud/]) await editor.said(editor.messages, word);
    },
  );

  for (const nonsense of [null, 7, 'x', [], { release: {}, rules: [] }, { rules: { a: {} } }]) {
    withEditor(
      `are ignored if they are ${JSON.stringify(nonsense)}`,
      { capabilities, settings: () => nonsense },
      async (editor) => {
        await editor.open(uri, bad);
        assert.equal((await severities(editor)).length, 2);
      },
    );
  }

  withEditor(
    'come from initializationOptions if the client has none',
    { initializationOptions: { release: '1.6', rules: { 'kataconfig-reboot': 'off' } } },
    async (editor) => {
      await editor.open(uri, bad);
      assert.deepEqual(await severities(editor), [['osc/kataconfig-loglevel', 1]]);
      const { release, rulesOff } = await editor.checkedWhen(() => true);
      assert.deepEqual([release, rulesOff], ['1.6', 1]);
    },
  );

  for (const settings of [{ osc: { release: '1.7' } }, { release: '1.7' }]) {
    withEditor(
      `are applied when pushed as ${JSON.stringify(settings)}`,
      { initializationOptions: { release: '1.6' } },
      async (editor) => {
        await editor.open(uri, bad);
        await editor.checkedWhen(({ release }) => release === '1.6');
        await editor.notify('workspace/didChangeConfiguration', { settings });
        await editor.checkedWhen(({ release }) => release === '1.7');
      },
    );
  }

  for (const initializationOptions of [
    null,
    7,
    'x',
    [],
    { rules: 7, release: [], yamlExtension: 'x', suggestCommand: {} },
  ]) {
    withEditor(
      `have their defaults if initializationOptions is ${JSON.stringify(initializationOptions)}`,
      { initializationOptions },
      async (editor) => {
        await editor.open(uri, bad);
        assert.equal((await severities(editor)).length, 2);
      },
    );
  }
});

describe('server next to another YAML extension', () => {
  const yamlExtension = { active: true, validates: true, completes: true, hovers: true };
  const text = `${head}spec:\n  enablePeerPods: "true"\n  logLevel: Debug\n  \n`;
  withEditor(
    'leaves features to the other extension until it becomes inactive',
    { capabilities, settings: () => ({}), initializationOptions: { yamlExtension } },
    async (editor) => {
      const ask = (method: string) =>
        editor.request<unknown>(method, {
          textDocument: { uri },
          position: { line: 6, character: method.endsWith('hover') ? 4 : 12 },
        });
      await editor.open(uri, text);
      assert.deepEqual(await severities(editor), [
        ['osc/kataconfig-reboot', 4],
        ['osc/kataconfig-loglevel', 1],
      ]);
      for (const method of ['textDocument/hover', 'textDocument/foldingRange'])
        assert.equal(await ask(method), null, method);
      for (const method of ['textDocument/completion', 'textDocument/documentSymbol'])
        assert.deepEqual(await ask(method), [], method);
      await editor.notify('osc/yamlExtension', { active: false });
      await editor.diagnosticsWhen(uri, ({ diagnostics }) => diagnostics.some(({ code }) => code === 'osc/wrong-type'));
      assert.notEqual(await ask('textDocument/hover'), null);
      for (const method of ['textDocument/completion', 'textDocument/documentSymbol', 'textDocument/foldingRange'])
        assert.notDeepEqual(await ask(method), [], method);
    },
  );
});

describe('client capability', () => {
  withEditor(
    'enables snippets and suggestions after a key',
    { capabilities, settings: () => ({}), initializationOptions: { suggestCommand: 'editor.action.triggerSuggest' } },
    async (editor) => {
      await editor.open(uri, `${head}spec:\n  \n`);
      const items = await editor.request<CompletionItem[]>('textDocument/completion', {
        textDocument: { uri },
        position: { line: 5, character: 2 },
      });
      const level = items.find(({ label }) => label === 'logLevel');
      assert.equal(level?.insertTextFormat, 2);
      assert.equal(level.command?.command, 'editor.action.triggerSuggest');
      await editor.open('file:///nowhere/a/empty.yaml', '');
      const { items: starts } = await editor.request<CompletionList>('textDocument/completion', {
        textDocument: { uri: 'file:///nowhere/a/empty.yaml' },
        position: { line: 0, character: 0 },
      });
      assert.match(JSON.stringify(starts.find(({ label }) => label === 'kataconfig')), /\$\{1:example-kataconfig\}/);
    },
  );

  withEditor('enables opening the page of a rule', { capabilities, settings: () => ({}) }, async (editor) => {
    await editor.open(uri, bad);
    const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: { line: 5, character: 13 }, end: { line: 5, character: 13 } },
      context: { diagnostics: [] },
    });
    const command = actions.find(({ title }) => title.startsWith('Explain'))?.command;
    assert.ok(command !== undefined);
    await editor.request('workspace/executeCommand', command);
    const page = pathToFileURL(path.resolve(dist, '../docs/rules/kataconfig-loglevel.md')).href;
    assert.deepEqual(editor.shown, [page]);
    // A client can run the command with any argument.
    for (const argument of ['../../package', 'nope', '', 7, null, {}])
      await editor.request('workspace/executeCommand', { command: command.command, arguments: [argument] });
    await editor.request('workspace/executeCommand', { command: 'nope' });
    assert.deepEqual(editor.shown, [page]);
  });

  withEditor('enables the location of the other KataConfig', { capabilities, settings: () => ({}) }, async (editor) => {
    await editor.open('file:///nowhere/a/first.yaml', head);
    await editor.open(uri, head.replace('example', 'second'));
    const [, finding] = await editor.diagnosticsWhen(uri, ({ diagnostics }) => diagnostics.length === 2);
    assert.deepEqual(
      finding?.relatedInformation?.map(({ location }) => location),
      [
        {
          uri: 'file:///nowhere/a/first.yaml',
          range: { start: { line: 1, character: 6 }, end: { line: 1, character: 16 } },
        },
      ],
    );
  });
});

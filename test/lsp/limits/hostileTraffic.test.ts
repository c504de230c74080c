/**
 * Tests every method of the server with every kind of parameter that a client could send: the server responds to each
 * request and keeps working.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Editor } from '#test/support/lsp/editor.ts';

const uri = 'file:///nowhere/hostile.yaml';
const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\n';

const requests = [
  'hover',
  'completion',
  'definition',
  'references',
  'prepareRename',
  'rename',
  'codeAction',
  'codeLens',
  'documentSymbol',
  'documentLink',
  'foldingRange',
  'inlayHint',
  'formatting',
  'documentHighlight',
  'signatureHelp',
  'semanticTokens/full',
  'diagnostic',
  'declaration',
  'implementation',
  'selectionRange',
].map((name) => `textDocument/${name}`);
const otherRequests = [
  'completionItem/resolve',
  'codeAction/resolve',
  'codeLens/resolve',
  'documentLink/resolve',
  'inlayHint/resolve',
  'workspace/executeCommand',
  'workspace/symbol',
  'workspace/diagnostic',
  'osc/policy/table',
  'osc/policy/replay',
  'osc/policy/test',
  'osc/policy/attach',
  'osc/policy/generate',
  'osc/packed/read',
  'osc/packed/write',
  'osc/workload/list',
  'osc/workload/sandbox',
  'osc/explainStatus',
  'osc/promqlAssist',
];
const notifications = [
  ...['didOpen', 'didChange', 'didClose', 'didSave'].map((name) => `textDocument/${name}`),
  ...['didChangeWatchedFiles', 'didChangeConfiguration', 'didChangeWorkspaceFolders'].map(
    (name) => `workspace/${name}`,
  ),
  'osc/yamlExtension',
  'osc/regoExtension',
  'osc/clusterFacts',
  '$/setTrace',
  '$/progress',
];

const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
const place = { line: 0, character: 0 };
const at = { textDocument: { uri }, position: place };

/** Creates a new value each time, so that the test doesn't keep sent values. */
const kinds: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  'an empty object': () => ({}),
  'an empty list': () => [],
  'a list': () => [1, 'x', null],
  'no document': () => ({ textDocument: null }),
  'a document without an address': () => ({ textDocument: {} }),
  'an address that is a number': () => ({ textDocument: { uri: 7 }, position: place }),
  'an address that is a list': () => ({ textDocument: { uri: [uri] }, position: place, uri: [uri] }),
  'an empty address': () => ({ textDocument: { uri: '' }, position: place, uri: '' }),
  'an address that cannot be decoded': () => ({
    textDocument: { uri: 'file:///%E0%A4%A' },
    position: place,
    uri: 'file:///%E0%A4%A',
  }),
  'a device as a file': () => ({ textDocument: { uri: 'file:///dev/zero' }, position: place, uri: 'file:///dev/zero' }),
  'a file of another host': () => ({
    textDocument: { uri: 'file://evil.example/share/a.yaml' },
    position: place,
    uri: 'file://evil.example/share/a.yaml',
  }),
  'an address of the web': () => ({
    textDocument: { uri: 'https://evil.example/a.yaml' },
    position: place,
    uri: 'https://evil.example/a.yaml',
  }),
  'an address of 100,000 characters': () => ({
    textDocument: { uri: `file:///${'a'.repeat(100_000)}` },
    position: place,
  }),
  'a file that is not open': () => ({
    textDocument: { uri: 'file:///not/open.yaml' },
    position: place,
    uri: 'file:///not/open.yaml',
  }),
  'no place': () => ({ textDocument: { uri }, position: null, range: null, context: null }),
  'a place of words': () => ({ ...at, position: { line: 'x', character: {} }, range: { start: 'x', end: [] } }),
  'a place before the text': () => ({
    ...at,
    position: { line: -1, character: -1 },
    range: { start: { line: -1, character: -1 }, end: { line: -2, character: 0 } },
  }),
  'a place far behind the text': () => ({
    ...at,
    position: { line: 2 ** 31, character: 1e308 },
    range: { start: place, end: { line: 1e9, character: 1e9 } },
  }),
  'a place between lines': () => ({ ...at, position: { line: 0.5, character: 0.5 } }),
  'an odd context': () => ({
    ...at,
    range: { start: place, end: place },
    context: { diagnostics: [null, { range: 7, data: { fixes: {} } }], only: 7, triggerKind: 'x' },
  }),
  'changes that are none': () => ({
    textDocument: { uri, version: 'x' },
    contentChanges: 7,
    changes: 7,
    event: 7,
    settings: 7,
  }),
  'odd members of lists': () => ({
    changes: [null, 7, { uri: {} }],
    event: { added: [null], removed: 7 },
    arguments: [null, { uri: 7 }],
    command: 7,
  }),
  'names of Object.prototype': () => ({
    ...at,
    newName: '__proto__',
    command: 'constructor',
    arguments: ['toString'],
    method: 'hasOwnProperty',
    value: 'valueOf',
  }),
  '__proto__ as a field': (): unknown =>
    JSON.parse(
      `{"__proto__":{"polluted":true,"textDocument":{"uri":"${uri}"}},"constructor":{"prototype":{"polluted":true}}}`,
    ),
  'nesting of 2,000 levels': () => ({ ...at, data: deep(2000), settings: deep(2000), facts: deep(2000) }),
  'a list of 100,000': () => ({
    ...at,
    arguments: Array.from({ length: 100_000 }, () => 0),
    changes: Array.from({ length: 100_000 }, () => null),
  }),
  'text of a million characters': () => ({
    ...at,
    newName: 'x'.repeat(1e6),
    log: 'x'.repeat(1e6),
    text: 'x'.repeat(1e6),
    value: '{'.repeat(1e6),
    query: '('.repeat(1e6),
  }),
};

describe('language server with malicious messages', { timeout: 300_000 }, () => {
  test('covers at least 40 methods and 29 kinds of parameters', () => {
    assert.ok(requests.length + otherRequests.length + notifications.length >= 40);
    assert.equal(Object.keys(kinds).length, 29);
  });

  test('responds to every request with every kind of parameter and keeps working', async () => {
    const editor = await Editor.start();
    await editor.open(uri, head);
    let answered = 0;
    for (const [kind, make] of Object.entries(kinds)) {
      for (const method of notifications) await editor.notify(method, make());
      for (const method of [...requests, ...otherRequests]) {
        // A result or an error. If the server exits, the connection closes and the next assertion fails.
        await editor.request(method, make()).catch((error: unknown) => assert.ok(error instanceof Error, kind));
        assert.equal(editor.process.exitCode, null, `${method} with ${kind}: ${editor.stderr}`);
        answered += 1;
      }
    }
    assert.equal(answered, (requests.length + otherRequests.length) * 29);
    const other = 'file:///nowhere/alive/file.yaml';
    await editor.open(other, `${head}spec:\n  logLevel: Debug\n`);
    assert.ok((await editor.diagnostics(other)).some(({ code }) => code === 'osc/kataconfig-loglevel'));
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
  });
});

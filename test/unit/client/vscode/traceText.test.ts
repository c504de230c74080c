/** Tests what the trace of the language client writes to the log, with lines of the library that writes it. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, describe, test } from 'node:test';
import {
  createMessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  Trace,
  TraceFormat,
  type Tracer,
} from 'vscode-languageserver/node';
import { requestsMessageContents, replaceTextsWithLengths } from '#client/vscode/languageServerTrace.ts';
import { manifest } from '#test/support/repository/manifest.ts';

const canary = 'canary-q7x';
/** Looks like a name and not like a credential. */
const base64Canary = Buffer.from(canary).toString('base64');
const uri = 'file:///home/user/manifests/secret.yaml';
const position = { line: 3, character: 7 };
const range = { start: position, end: position };
const secret = `apiVersion: v1\nkind: Secret\ndata:\n  key: ${base64Canary}\nstringData:\n  other: ${canary}\n`;

const exchanged: readonly (readonly [method: string, params: object, result: unknown])[] = [
  ['textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text: secret } }, null],
  [
    'textDocument/didChange',
    { textDocument: { uri, version: 2 }, contentChanges: [{ range, rangeLength: 3, text: canary }] },
    null,
  ],
  [
    'textDocument/hover',
    { textDocument: { uri }, position },
    { contents: { kind: 'markdown', value: `The value is \`${canary}\`` }, range },
  ],
  [
    'textDocument/hover',
    { textDocument: { uri }, position },
    { contents: [canary, { language: 'yaml', value: canary }] },
  ],
  [
    'textDocument/completion',
    { textDocument: { uri }, position, context: { triggerKind: 2, triggerCharacter: canary } },
    {
      items: [
        {
          label: canary,
          kind: 12,
          detail: canary,
          insertText: canary,
          filterText: canary,
          textEdit: { range, newText: canary },
          data: canary,
        },
      ],
    },
  ],
  [
    'textDocument/publishDiagnostics',
    {
      uri,
      diagnostics: [{ range, severity: 1, code: 'secret-value', source: 'osc', message: `Invalid value "${canary}"` }],
    },
    null,
  ],
  [
    'textDocument/codeAction',
    { textDocument: { uri }, range },
    [{ title: `Use ${canary}`, edit: { changes: { [uri]: [{ range, newText: secret }] } } }],
  ],
  [
    'textDocument/documentSymbol',
    { textDocument: { uri } },
    [{ name: canary, detail: base64Canary, kind: 15, range, selectionRange: range }],
  ],
  [
    'textDocument/inlayHint',
    { textDocument: { uri }, range },
    [{ position, label: [{ value: canary, tooltip: canary }] }],
  ],
  [
    'workspace/applyEdit',
    {
      label: canary,
      edit: { documentChanges: [{ textDocument: { uri, version: 2 }, edits: [{ range, newText: canary }] }] },
    },
    { applied: true },
  ],
  ['workspace/executeCommand', { command: 'osc.policy.table', arguments: [canary, { text: canary }] }, canary],
  ['osc/workspace/read', { uri }, { text: secret }],
  [
    'osc/odd',
    {
      [`${canary} as a key, `.repeat(20)]: 1,
      code: `${canary} with spaces`,
      uri: `data:text/plain,${canary}`,
      kind: canary.repeat(30),
    },
    null,
  ],
];

describe('trace of the language client', () => {
  for (const [title, format, verbosity] of [
    ['text', TraceFormat.Text, Trace.Verbose],
    ['compact text', TraceFormat.Text, Trace.Compact],
    ['JSON', TraceFormat.JSON, Trace.Verbose],
  ] as const) {
    test(`contains no document text as ${title}`, async () => {
      const lines = await traced(verbosity, format);
      assert.ok(lines.length > exchanged.length * 2);
      assert.ok(lines.some((line) => line.includes(canary)));
      for (const line of lines) {
        const written = replaceTextsWithLengths(line, true);
        assert.ok(!written.includes(canary) && !written.includes(base64Canary), written);
      }
    });
  }

  test('keeps methods, URIs, positions, codes, and the length of each text', async () => {
    const written = (await traced(Trace.Verbose, TraceFormat.Text))
      .map((line) => replaceTextsWithLengths(line, true))
      .join('\n');
    for (const kept of [
      /^Sending request 'textDocument\/didOpen - \(0\)'\.\nParams: \{\n/m,
      /"uri": "file:\/\/\/home\/user\/manifests\/secret\.yaml",\n {4}"languageId": "yaml",\n {4}"version": 1,/,
      new RegExp(String.raw`"text": "\[${secret.length} characters\]"`),
      /"line": 3,\s+"character": 7/,
      /"code": "secret-value"/,
      /"command": "osc\.policy\.table"/,
      /"file:\/\/\/home\/user\/manifests\/secret\.yaml": \[/,
      /^Received response 'textDocument\/hover - \(2\)' in \d+ms\.\nResult: \{/m,
      /^Received response 'test\/failing - \(13\)' in \d+ms\. Request failed: \[24 characters\] \(-32603\)\.\nError data: "\[10 characters\]"$/m,
      /^Sending notification 'test\/empty'\.\nNo parameters provided\.$/m,
    ])
      assert.match(written, kept);
  });

  test('contains only the first lines of messages by default', async () => {
    for (const line of await traced(Trace.Verbose, TraceFormat.Text)) {
      const written = replaceTextsWithLengths(line, false);
      assert.doesNotMatch(written, /\n/);
      assert.match(written, /^(?:Sending|Received) (?:request|response|notification) '/);
    }
  });

  test("contains only the length of a line that it can't parse", () => {
    for (const line of [canary, `Sending request '${canary} x - (1)'.`, `Params: {"a": "${canary}"}`, '{"text":']) {
      assert.equal(replaceTextsWithLengths(line, true), `[${line.length} characters]`);
    }
    const cut = `{"text": "${canary}`;
    assert.equal(
      replaceTextsWithLengths(`Sending notification 'a'.\nParams: ${cut}`, true),
      `Sending notification 'a'.\n[${cut.length + 8} characters]`,
    );
  });
});

describe('osc.trace.server', () => {
  test('ignores the value of a workspace', () => {
    assert.equal(requestsMessageContents({ globalValue: 'verbose' }), true);
    const ofFolder = { globalValue: undefined, workspaceValue: 'verbose', workspaceFolderValue: 'verbose' };
    assert.equal(requestsMessageContents(ofFolder), false);
    assert.equal(requestsMessageContents({ ...ofFolder, globalValue: 'messages' }), false);
    assert.equal(requestsMessageContents(undefined), false);
  });

  test('has machine scope and applies only in trusted folders', () => {
    assert.equal(manifest.contributes.configuration.properties['osc.trace.server'].scope, 'machine');
    assert.ok(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes('osc.trace.server'));
  });
});

/** Exchanges the messages and returns the trace of the library as the language client passes it to its channel. */
async function traced(verbosity: Trace, format: TraceFormat): Promise<readonly string[]> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const client = createMessageConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  const server = createMessageConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  after(() => {
    client.dispose();
    server.dispose();
  });
  const lines: string[] = [];
  const tracer: Tracer = {
    log: (message: unknown, data?: string) => {
      if (typeof message === 'string') lines.push(data === undefined ? message : `${message}\n${data}`);
      else lines.push(JSON.stringify(message));
    },
  };
  let at = 0;
  server.onRequest((method) => {
    if (method === 'test/failing') return new ResponseError(-32_603, `Unexpected ${canary}\nhi`, canary);
    return exchanged[at++]?.[2] ?? null;
  });
  client.listen();
  server.listen();
  await client.trace(verbosity, tracer, { sendNotification: false, traceFormat: format });
  for (const [method, params] of exchanged) await client.sendRequest(method, params);
  await assert.rejects(client.sendRequest('test/failing', { a: 1 }));
  await client.sendNotification('test/empty');
  return lines;
}

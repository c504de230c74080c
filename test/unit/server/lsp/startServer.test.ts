/** Tests the start of the server: it responds to the first request before it loads the languages. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import {
  createMessageConnection,
  ErrorCodes,
  StreamMessageReader,
  StreamMessageWriter,
  type Message,
  type MessageWriter,
} from 'vscode-jsonrpc/node';
import type { InitializeResult } from 'vscode-languageserver';
import type { LanguageModule } from '#server/engine/languageModule.ts';
import { LspConnection } from '#server/lsp/connection/lspConnection.ts';
import { startServer } from '#server/lsp/server.ts';
import { connectStreams } from '#test/support/lsp/connectStreams.ts';

const uri = 'file:///book/a.tale';

/** Shows the text of a file in hovers. */
const tales: LanguageModule = {
  id: 'tale',
  owns: () => true,
  load: () => Promise.resolve({ hover: (file) => ({ contents: file.text.getText() }) }),
};

async function start(load: () => Promise<readonly LanguageModule[]>) {
  const [there, back] = [new PassThrough(), new PassThrough()];
  startServer(connectStreams(there, back), { triggers: [{ completion: ['~'] }], load });
  const client = createMessageConnection(new StreamMessageReader(back), new StreamMessageWriter(there));
  const logged = new Promise<string>((resolve) => {
    client.onNotification('window/logMessage', ({ message }: { message: string }) => resolve(message));
  });
  client.listen();
  const params = { processId: null, rootUri: null, capabilities: {} };
  const { capabilities } = await client.sendRequest<InitializeResult>('initialize', params);
  return { client, capabilities, logged };
}

test('the server responds before the languages are loaded, and then processes messages in their order', async () => {
  let loadModules: (modules: readonly LanguageModule[]) => void = () => assert.fail('nothing loads the languages');
  const promise = new Promise<readonly LanguageModule[]>((resolve) => (loadModules = resolve));
  const { client, capabilities } = await start(() => promise);
  assert.deepEqual(capabilities.completionProvider?.triggerCharacters, ['~']);
  await client.sendNotification('initialized', {});
  const textDocument = { uri, languageId: 'tale', version: 1, text: 'Once' };
  await client.sendNotification('textDocument/didOpen', { textDocument });
  const end = { line: 0, character: 4 };
  await client.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: end, end }, text: ' upon a time' }],
  });
  const hover = client.sendRequest('textDocument/hover', { textDocument: { uri }, position: end });
  const shutdown = client.sendRequest('shutdown');
  loadModules([tales]);
  assert.deepEqual(await hover, { contents: 'Once upon a time' });
  assert.equal(await shutdown, null);
});

test('the server logs why it could not load, and rejects requests', async () => {
  const { client, logged } = await start(() => Promise.reject(new Error('on purpose')));
  await assert.rejects(
    client.sendRequest('textDocument/hover', { textDocument: { uri }, position: { line: 0, character: 0 } }),
    /Unhandled method textDocument\/hover/,
  );
  assert.equal(await logged, "Can't start the server: Error: on purpose");
});

test('the server starts once: it rejects earlier requests, invalid parameters, and a second start', async () => {
  const [there, back] = [new PassThrough(), new PassThrough()];
  let loads = 0;
  const load = () => {
    loads += 1;
    return Promise.resolve([tales]);
  };
  startServer(connectStreams(there, back), { triggers: [], load });
  const client = createMessageConnection(new StreamMessageReader(back), new StreamMessageWriter(there));
  client.listen();
  const early = client.sendRequest('textDocument/hover', {
    textDocument: { uri },
    position: { line: 0, character: 0 },
  });
  await assert.rejects(early, { code: ErrorCodes.ServerNotInitialized, message: /must send initialize first/ });
  await assert.rejects(client.sendRequest('initialize', { processId: null }), /Request initialize failed/);
  const params = { processId: null, rootUri: null, capabilities: {} };
  await client.sendRequest('initialize', params);
  const again = client.sendRequest('initialize', params);
  await assert.rejects(again, { code: ErrorCodes.InvalidRequest, message: 'The server is already initialized.' });
  assert.equal(loads, 1);
});

test('the server continues if it cannot send a response', async () => {
  const [there, back] = [new PassThrough(), new PassThrough()];
  let ended: (isExpected: boolean) => void = () => assert.fail('the server ended early');
  const end = new Promise<boolean>((resolve) => (ended = resolve));
  let writes = 0;
  // Without the limit, a server that logs each failure would prevent the end of the test.
  const write = (): Promise<void> =>
    ++writes > 50 ? new Promise(() => undefined) : Promise.reject(new Error('write EPIPE'));
  const closed: MessageWriter = Object.assign(new StreamMessageWriter(back), { write });
  startServer(
    new LspConnection({ reader: new StreamMessageReader(there), writer: closed, exit: (expected) => ended(expected) }),
    { triggers: [], load: () => Promise.resolve([tales]) },
  );
  const client = new StreamMessageWriter(there);
  const jsonrpc = '2.0';
  await client.write({ jsonrpc, id: 1, method: 'initialize', params: { capabilities: {} } } as Message);
  await client.write({ jsonrpc, id: 2, method: 'shutdown' } as Message);
  await client.write({ jsonrpc, method: 'exit' } as Message);
  assert.equal(await end, true);
  assert.ok(writes < 20, `${writes} messages`);
});

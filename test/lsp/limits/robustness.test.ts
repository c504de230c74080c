/** Tests that the server survives invalid clients and exits when its client is gone. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { random } from '#test/support/randomInput/random.ts';
import { dist, Editor } from '#test/support/lsp/editor.ts';
import { nodes } from '#test/support/lsp/nodeVersions.ts';

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\n';
const uri = 'file:///nowhere/file.yaml';
const methods = ['hover', 'completion', 'codeAction', 'documentSymbol', 'foldingRange', 'documentLink'].map(
  (name) => `textDocument/${name}`,
);

/** Checks that the server still responds correctly. */
async function assertAlive(editor: Editor): Promise<void> {
  const other = 'file:///nowhere/alive/file.yaml';
  await editor.open(other, `${head}spec:\n  logLevel: Debug\n`);
  assert.ok((await editor.diagnostics(other)).some(({ code }) => code === 'osc/kataconfig-loglevel'));
  assert.notEqual(
    await editor.request('textDocument/hover', { textDocument: { uri: other }, position: { line: 5, character: 4 } }),
    null,
  );
  await editor.close(other);
}

describe('server without a client', () => {
  for (const { name, path: node } of nodes) {
    test(`exits when the client closes the pipe (${name})`, async () => {
      const editor = await Editor.start({ node });
      await editor.open(uri, head);
      await editor.diagnostics(uri);
      editor.process.stdin.end();
      assert.equal(await editor.exited(), 1);
      assert.equal(editor.stderr, '');
      assert.deepEqual(zombies(), []);
    });
  }
  test('exits when the pipe closes in the middle of a message', async () => {
    const editor = await Editor.start();
    editor.process.stdin.end('Content-Length: 1000\r\n\r\n{"jsonrpc":');
    assert.equal(await editor.exited(), 1);
    assert.equal(editor.stderr, '');
  });
  test('exits when the pipe closes before the first message', async () => {
    const server = spawn(process.execPath, [path.join(dist, 'server.js'), '--stdio'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    server.stdin.end();
    const [code] = await once(server, 'exit');
    assert.equal(code, 1);
  });
  test('exits when the client stops reading responses', async () => {
    const editor = await Editor.start();
    editor.process.stdout.destroy();
    editor.process.stdin.write(
      message({
        jsonrpc: '2.0',
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, languageId: 'yaml', version: 1, text: head } },
      }),
    );
    editor.process.stdin.end();
    assert.equal(typeof (await editor.exited()), 'number');
  });
  test('exits with an error only without a prior shutdown request', async () => {
    const rude = await Editor.start();
    await rude.notify('exit');
    assert.equal(await rude.exited(), 1);
    const polite = await Editor.start();
    assert.equal(await polite.stop(), 0);
  });
  test('reports a missing transport option', async () => {
    const server = spawn(process.execPath, [path.join(dist, 'server.js')], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    server.stderr.on('data', (data: Buffer) => (said += data.toString()));
    const [code] = await once(server, 'close');
    assert.notEqual(code, 0);
    assert.match(said, /--stdio/);
  });
});

describe('server with an invalid client', () => {
  test('survives unknown methods', async () => {
    const editor = await Editor.start();
    await assert.rejects(editor.request('textDocument/nope', {}), /Unhandled method/);
    await editor.notify('$/nope', {});
    await editor.notify('nope', {});
    await assertAlive(editor);
    assert.equal(await editor.stop(), 0);
  });

  test('survives invalid parameters', async () => {
    const editor = await Editor.start();
    await editor.open(uri, head);
    const wrong: unknown[] = [
      undefined,
      {},
      { textDocument: null },
      { textDocument: { uri: 7 } },
      { textDocument: { uri }, position: null },
      { textDocument: { uri }, position: { line: 'x' } },
      [],
      [1, 2],
    ];
    for (const method of methods) {
      // The server must respond with a result or an error.
      for (const params of wrong)
        await editor.request(method, params).catch((error: unknown) => assert.ok(error instanceof Error));
    }
    for (const params of wrong) {
      for (const method of ['didOpen', 'didChange', 'didClose', 'didSave'])
        await editor.notify(`textDocument/${method}`, params);
      for (const method of ['didChangeWatchedFiles', 'didChangeConfiguration', 'didChangeWorkspaceFolders'])
        await editor.notify(`workspace/${method}`, params);
      await editor.notify('osc/yamlExtension', params);
      await editor
        .request('workspace/executeCommand', params)
        .catch((error: unknown) => assert.ok(error instanceof Error));
    }
    await assertAlive(editor);
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
  });

  test("survives positions outside the text and files that aren't open", async () => {
    const editor = await Editor.start();
    await editor.open(uri, `${head}spec:\n  \n`);
    const places = [-1, 0, 5, 1e9, 2 ** 31, 0.5, Number.MAX_SAFE_INTEGER];
    for (const line of places) {
      for (const character of places) {
        const position = { line, character };
        for (const method of methods) {
          const range = { start: position, end: position };
          await editor
            .request(method, { textDocument: { uri }, position, range, context: { diagnostics: [] } })
            .catch((error: unknown) => assert.ok(error instanceof Error));
        }
      }
    }
    for (const unknown of ['', 'nope', 'file:///not/open.yaml', 'http://example.com/a.yaml', '%%%']) {
      for (const method of methods) {
        const answer = await editor.request(method, {
          textDocument: { uri: unknown },
          position: { line: 0, character: 0 },
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
          context: { diagnostics: [] },
        });
        assert.ok(answer === null || (Array.isArray(answer) && answer.length === 0), method);
      }
    }
    await assertAlive(editor);
    assert.equal(await editor.stop(), 0);
  });

  test('applies edits outside the text', async () => {
    const editor = await Editor.start();
    await editor.open(uri, head);
    const far = { line: 1e6, character: 1e6 };
    await editor.change(uri, { range: { start: far, end: far }, text: 'spec:\n  logLevel: Debug\n' });
    await editor.change(uri, {
      range: { start: { line: -5, character: -5 }, end: { line: 0, character: 0 } },
      text: '# first\n',
    });
    assert.ok(
      (await editor.diagnostics(uri)).some(
        ({ code, range }) => code === 'osc/kataconfig-loglevel' && range.start.line === 6,
      ),
    );
    assert.equal(await editor.stop(), 0);
  });

  test('survives invalid JSON and invalid messages', async () => {
    const editor = await Editor.start();
    const write = (body: string) =>
      editor.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    for (const body of [
      '{"jsonrpc":',
      'x',
      '',
      '[]',
      'null',
      '7',
      '"x"',
      '{}',
      '{"id":{}}',
      '{"jsonrpc":"2.0","id":1,"result":{}}',
      '{"method":7,"id":8}',
      '[{"jsonrpc":"2.0","method":"x"}]',
    ])
      write(body);
    await assertAlive(editor);
    assert.equal(await editor.stop(), 0);
  });
});

describe('server under load', () => {
  test('survives canceled requests', async () => {
    const editor = await Editor.start();
    await editor.open(uri, `${head}spec:\n  \n`);
    for (let round = 0; round < 50; round += 1) {
      const source = new CancellationTokenSource();
      const asked = editor.connection.sendRequest(
        'textDocument/completion',
        { textDocument: { uri }, position: { line: 5, character: 2 } },
        source.token,
      );
      source.cancel();
      await asked.catch((error: unknown) => assert.match(String(error), /cancel/i));
    }
    await assertAlive(editor);
    assert.equal(await editor.stop(), 0);
  });

  test('reports findings for the last text after 2,000 edits', async () => {
    const editor = await Editor.start();
    await editor.open(uri, '');
    await editor.open('file:///nowhere/b/other.yaml', '');
    const chance = random(11);
    const text = `${head.repeat(1)}spec:\n  logLevel: Debug\n  enablePeerpods: true\n`;
    for (let edit = 0; edit < 2000; edit += 1) {
      const at = { line: chance.below(9), character: chance.below(30) };
      await editor.change(chance.chance(0.5) ? uri : 'file:///nowhere/b/other.yaml', {
        range: { start: at, end: at },
        text: chance.pick(['a', ':', '\n', '  ', '- ', '---\n', '"', '{', head]),
      });
    }
    await editor.change('file:///nowhere/b/other.yaml', { text: '' });
    await editor.change(uri, { text });
    const codes = (await editor.diagnosticsWhen(uri, ({ version }) => version === editor.document(uri).version)).map(
      ({ code }) => code,
    );
    assert.deepEqual(codes, ['osc/kataconfig-reboot', 'osc/kataconfig-loglevel', 'osc/kataconfig-unknown-field']);
    assert.deepEqual(await editor.diagnostics('file:///nowhere/b/other.yaml'), []);
    await assertAlive(editor);
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
    assert.deepEqual(editor.logged, []);
  });

  test('survives opening, changing, and closing a file repeatedly', async () => {
    const editor = await Editor.start();
    for (let round = 0; round < 300; round += 1) {
      await editor.open(uri, head);
      await editor.change(uri, { text: `${head}spec: {logLevel: Debug}\n` });
      await editor.close(uri);
    }
    // When this request is answered, all earlier messages have been handled. No findings must remain.
    await editor.request('textDocument/foldingRange', { textDocument: { uri } });
    await assertAlive(editor);
    assert.deepEqual(await editor.diagnosticsWhen(uri, () => true), []);
    assert.equal(await editor.stop(), 0);
    assert.deepEqual(editor.logged, []);
  });
});

function message(body: unknown): string {
  const text = JSON.stringify(body);
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** Returns the child processes that have exited but weren't reaped. Works only on Linux. */
function zombies(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return state === 'Z' && Number(parent) === process.pid ? [stat] : [];
      } catch {
        return [];
      }
    });
}

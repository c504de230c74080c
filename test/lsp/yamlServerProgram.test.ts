/**
 * Tests the built program of the second process: it gets its schema over the connection, and opens no socket and looks
 * up no name.
 */
import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readCrdSchema } from '#server/engine/workspace/crds/crdSchema.ts';
import { systemClock } from '#server/lsp/yamlServer/processClock.ts';
import { YamlServer } from '#server/lsp/yamlServer/yamlServer.ts';
import { readCompletions, readHover, readProblems } from '#server/lsp/yamlServer/yamlServerResults.ts';
import { dist } from '../support/lsp/editor.ts';

/** Records connections and look-ups of names in the file OSC_TEST_RECORD. */
const recorder = `
import { appendFileSync } from 'node:fs';
import net from 'node:net';
import dns from 'node:dns';
import dgram from 'node:dgram';
const record = (object, name) => {
  const original = object[name];
  object[name] = function (...args) {
    appendFileSync(process.env.OSC_TEST_RECORD, name + '\\n');
    return original.apply(this, args);
  };
};
appendFileSync(process.env.OSC_TEST_RECORD, 'loaded\\n');
for (const name of ['connect', 'createConnection']) record(net, name);
record(net.Socket.prototype, 'connect');
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  record(dns, name);
  record(dns.promises, name);
}
record(dgram, 'createSocket');
`;

const read = readCrdSchema(
  {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: { mode: { type: 'string', anyOf: [{ enum: ['fast'] }, { enum: ['slow'] }] } },
      },
    },
  },
  false,
);

describe('the program of the second process', () => {
  let folder = '';
  let hook = '';
  let recordFile = '';

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'osc-yaml-'));
    hook = pathToFileURL(path.join(folder, 'recorder.mjs')).href;
    recordFile = path.join(folder, 'record.txt');
    await writeFile(path.join(folder, 'recorder.mjs'), recorder);
  });
  after(() => rm(folder, { recursive: true }));

  const recorded = async () => (await readFile(recordFile, 'utf8')).trim().split('\n');

  test('the recorder records a connection and a DNS lookup', async () => {
    const code =
      "require('net').connect(9, '127.0.0.1').on('error', () => {}); require('dns').lookup('localhost', () => {})";
    await writeFile(recordFile, '');
    execFileSync(process.execPath, ['--import', hook, '-e', code], {
      env: { ...process.env, OSC_TEST_RECORD: recordFile },
    });
    assert.deepEqual(new Set(await recorded()), new Set(['loaded', 'connect', 'lookup']));
  });

  /** Starts the program with the recorder. */
  const startServer = (log: (message: string) => void) =>
    new YamlServer({
      start: ({ onMessage, onExit }) => {
        const child = fork(path.join(dist, 'yamlServerProgram.js'), ['--node-ipc'], {
          execArgv: ['--import', hook],
          env: { ...process.env, OSC_TEST_RECORD: recordFile },
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        });
        child.on('message', onMessage);
        child.once('exit', (code) => onExit(String(code)));
        return { send: (message) => void child.send(message), stop: () => void child.kill('SIGKILL') };
      },
      clock: systemClock,
      log,
      onFirstFailure: () => undefined,
    });

  test('completes, explains, and checks without a connection', async () => {
    assert.ok(typeof read !== 'string');
    const { schema } = read;
    await writeFile(recordFile, '');
    const failures: string[] = [];
    const server = startServer((message) => failures.push(message));
    const isStale = () => false;
    // A comment, as some files have it, must not make the process load a schema from the network.
    const head = '# yaml-language-server: $schema=https://example.com/schema.json\nspec:\n  mode: ';
    const position = { line: 2, character: 8 };
    const items = await server.at('textDocument/completion', { text: `${head}\n`, schema }, position, isStale);
    const hover = await server.at(
      'textDocument/hover',
      { text: `spec:\n  mode: slow\n`, schema },
      { line: 1, character: 3 },
      isStale,
    );
    const problems = await server.diagnostics({ text: 'spec:\n  mode: wrong\n', schema }, isStale);
    const none = await server.diagnostics({ text: 'spec:\n  mode: slow\n', schema }, isStale);
    server.stop();
    assert.deepEqual(await recorded(), ['loaded']);
    assert.deepEqual(failures, []);
    assert.deepEqual(
      readCompletions(items, 0, true).map(({ label }) => label),
      ['fast', 'slow'],
    );
    assert.match(JSON.stringify(readHover(hover, 0, 'crd.yaml')), /`fast`/);
    assert.deepEqual(readProblems(problems), [
      {
        start: { line: 1, character: 8 },
        end: { line: 1, character: 13 },
        message: 'Value is not accepted. Valid values: "fast", "slow".',
      },
    ]);
    assert.deepEqual(readProblems(none), []);
  });

  test('uses no schema that a document selects, and reads no file', async () => {
    assert.ok(typeof read !== 'string');
    const { schema } = read;
    const other = path.join(folder, 'other.json');
    const address = pathToFileURL(other).href;
    const forbidden = { type: 'object', properties: { spec: { type: 'object', enum: [{ secret: 1 }] } } };
    await writeFile(other, JSON.stringify(forbidden));
    await writeFile(recordFile, '');
    const failures: string[] = [];
    const server = startServer((message) => failures.push(message));
    const selections = [
      `# yaml-language-server: $schema=${address}\n`,
      `#${' '.repeat(30)}yaml-language-server: $schema=${other}\n`,
      `#\u00a0yaml-language-server: $schema=${other}\n`,
      `# $schema: ${address}\n`,
      `$schema: ${address}\n`,
    ];
    const found: unknown[] = [];
    for (const selection of selections)
      found.push(
        readProblems(await server.diagnostics({ text: `${selection}spec:\n  mode: wrong\n`, schema }, () => false)).map(
          ({ message }) => message,
        ),
      );
    server.stop();
    assert.deepEqual(failures, []);
    assert.deepEqual(
      found,
      selections.map(() => ['Value is not accepted. Valid values: "fast", "slow".']),
    );
  });
});

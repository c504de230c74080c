/**
 * Tests that the browser server reports the same findings as the Node.js server, without any Node.js API, and reads
 * other files through the client.
 */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type MessageConnection,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver/node';
import { workspaceListRequest, workspaceReadRequest, type PolicyTest } from '#server/protocol/protocol.ts';
import { rules } from '#server/cli/rules.ts';
import type { Example, RuleInfo } from '#server/engine/findings/rule.ts';
import { startServer } from '#server/lsp/server.ts';
import { readMarks } from '../support/manifests/expectationMarks.ts';
import { connectStreams } from '../support/lsp/connectStreams.ts';
import { readWorker, startWorker } from '../support/lsp/workerServer.ts';

const now = Date.UTC(2026, 10, 21, 10, 42);
const root = 'vscode-vfs://test/repo';

/** Client that opens a file and waits for its findings. */
class Client {
  readonly connection: MessageConnection;
  readonly #published = new Map<string, readonly Diagnostic[]>();
  readonly #waiting = new Set<() => void>();
  #release = '';
  #opened = 0;

  constructor(connection: MessageConnection, files: Readonly<Record<string, string>> = {}) {
    this.connection = connection;
    connection.onRequest('workspace/configuration', ({ items }: { items: readonly unknown[] }) =>
      items.map(() => ({ release: this.#release })),
    );
    connection.onRequest(workspaceListRequest, () => ({
      files: Object.keys(files).map((name) => `${root}/${name}`),
      cut: false,
    }));
    connection.onRequest(workspaceReadRequest, ({ uri }: { uri: string }) => ({
      text: files[uri.slice(root.length + 1)],
    }));
    connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) => {
      this.#published.set(uri, diagnostics);
      for (const look of this.#waiting) look();
    });
  }

  async start(folders: readonly string[] = []): Promise<this> {
    await this.connection.sendRequest('initialize', {
      processId: null,
      rootUri: null,
      capabilities: { workspace: { configuration: true } },
      workspaceFolders: folders.map((uri) => ({ uri, name: 'repo' })),
      initializationOptions: { workspaceFiles: true },
    });
    await this.connection.sendNotification('initialized', {});
    return this;
  }

  /**
   * Opens a text, waits until its findings meet a condition, and returns them as lines. If the test is aborted, prints
   * the last findings.
   */
  async find(
    signal: AbortSignal,
    name: string,
    language: string,
    text: string,
    release: string,
    isWanted: (found: readonly string[]) => boolean,
  ): Promise<readonly string[]> {
    this.#release = release;
    this.#opened += 1;
    // Each file has its own folder, because the server caches settings per folder.
    const uri = `${root}/${name.includes('/') ? name : `${this.#opened}/${name}`}`;
    const found = () => (this.#published.get(uri) ?? []).map(line);
    const come = new Promise<void>((resolve) => {
      const tell = (): void => console.error(`found in ${name}: ${found().join('\n')}`);
      signal.addEventListener('abort', tell);
      this.#waiting.add(() => {
        if (this.#published.get(uri) === undefined || !isWanted(found())) return;
        signal.removeEventListener('abort', tell);
        resolve();
      });
    });
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: language, version: 1, text },
    });
    await come;
    this.#waiting.clear();
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    return found();
  }
}

function line({ code, message, severity, range: { start, end } }: Diagnostic): string {
  return `${code} ${severity} ${start.line}:${start.character}-${end.line}:${end.character} ${JSON.stringify(message)}`;
}

/** Starts the Node.js server in this process. */
function startNode(): MessageConnection {
  const [there, back] = [new PassThrough(), new PassThrough()];
  startServer(connectStreams(there, back));
  const connection = createMessageConnection(new StreamMessageReader(back), new StreamMessageWriter(there));
  connection.listen();
  return connection;
}

/** Returns whether an example requires only its own file, so that one server can check many examples in sequence. */
function alone({ files, cluster, envFileOf, missingFiles }: Example): boolean {
  return files === undefined && cluster === undefined && envFileOf === undefined && missingFiles === undefined;
}

const names = {
  yaml: 'file.yaml',
  rego: 'policy.rego',
  toml: 'initdata.toml',
  promql: 'query.promql',
  sh: 'commands.sh',
};

describe('browser server', () => {
  const worker = readWorker();
  let web: Client;
  let node: Client;
  before(async () => {
    [web, node] = await Promise.all([new Client(startWorker(worker, now)).start(), new Client(startNode()).start()]);
  });
  after(() => {
    for (const { connection } of [web, node]) connection.dispose();
  });

  async function compare(signal: AbortSignal, rule: RuleInfo, example: Example): Promise<void> {
    const { avoid, release = '' } = example;
    const language = rule.language ?? 'yaml';
    const name = example.fileName ?? names[language];
    const { text } = readMarks(avoid);
    const code = `osc/${rule.id}`;
    const underNode = await node.find(signal, name, language, text, release, (found) =>
      found.some((each) => each.startsWith(`${code} `)),
    );
    const wanted = JSON.stringify(underNode);
    assert.deepEqual(
      await web.find(signal, name, language, text, release, (found) => JSON.stringify(found) === wanted),
      underNode,
    );
  }

  for (const rule of rules) {
    const example = rule.examples().find(alone);
    if (example !== undefined)
      test(`reports ${rule.id} like the Node.js server`, ({ signal }) => compare(signal, rule, example));
  }

  test('returns the same policy test results as the Node.js server, which uses threads', async () => {
    const policy = `package agent_policy\nimport rego.v1\ndefault ExecProcessRequest := false\nExecProcessRequest if input.x == 1\n${endless}`;
    const cases = ['ExecProcessRequest', 'CopyFileRequest']
      .map((name) => `  - {name: ${name}, request: ${name}, input: {x: 1}, allowed: true}\n`)
      .join('');
    const params = { uri: `${root}/a.policy-test.yaml`, text: `cases:\n${cases}`, policy };
    for (const { connection } of [web, node]) {
      const answer = await connection.sendRequest<PolicyTest>('osc/policy/test', params);
      assert.deepEqual([answer.cases.map(({ passed }) => passed), answer.problem], [[true, false], undefined]);
      assert.match(answer.cases[1]?.message ?? '', /stopped after (?:2000000 steps|\d+ ms)/);
    }
  });

  test('reads other files of a virtual folder through the client, except ignored ones', async ({ signal }) => {
    const files = {
      'clusters/a.yaml': kataConfig('a'),
      '.gitignore': 'out/\n',
      'out/b.yaml': kataConfig('b'),
    };
    for (const connection of [startWorker(worker, now), startNode()]) {
      const client = await new Client(connection, files).start([root]);
      const found = await client.find(signal, 'here/file.yaml', 'yaml', kataConfig('here'), '', (lines) =>
        lines.some((each) => each.includes('kataconfig-singleton')),
      );
      const said = found.find((each) => each.includes('kataconfig-singleton')) ?? '';
      assert.match(said, /a\.yaml/);
      assert.doesNotMatch(said, /b\.yaml/);
      connection.dispose();
    }
  });
});

const endless =
  'CopyFileRequest if count([1 | some x in numbers.range(1, 9999); some y in numbers.range(1, 9999); x > y]) > 1\n';

const kataConfig = (name: string) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\n`;

/** Tests commands in containers of a simulated cluster: streams, exit codes, terminals, limits, and errors. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Connection, ExecOptions, ExecSession } from '#client/kubernetes/connection.ts';
import { problemOf, valueOf } from '#test/support/cluster/clusterHarness.ts';
import { createExecPod, execToEnd, webCommand } from '#test/support/cluster/execPods.ts';
import { gate } from '#test/support/time/gate.ts';
import { createConnectionStage } from '../connectionStage.ts';

const stage = createConnectionStage();
const exited = (exitCode: number): object => ({ kind: 'exited', exitCode });
const policyOf = (text: string): Readonly<Record<string, string>> => ({
  'io.katacontainers.config.agent.policy': Buffer.from(`package agent_policy\n${text}`).toString('base64'),
});
const allowed = ['WriteStreamRequest', 'ReadStreamRequest', 'TtyWinResizeRequest', 'CloseStdinRequest'];
const allow = (...requests: readonly string[]): string =>
  requests.map((request) => `default ${request} := true\n`).join('');

/** Starts a command, and collects its output. */
async function start(
  connection: Connection,
  options: Partial<ExecOptions> & { readonly command: readonly string[] },
): Promise<{
  readonly session: ExecSession;
  readonly until: (text: string) => Promise<void>;
  readonly text: () => string;
}> {
  let text = '';
  let wake = (): void => undefined;
  const opened = await connection.exec?.({
    ...webCommand,
    stdin: true,
    onOutput: (bytes) => {
      text += Buffer.from(bytes).toString('latin1');
      wake();
      return undefined;
    },
    ...options,
  });
  assert.ok(opened !== undefined);
  return {
    session: valueOf(opened),
    text: () => text,
    until: async (part) => {
      while (!text.includes(part))
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
}

/** Resolves when the cluster runs no processes. */
async function untilNoProcess(): Promise<void> {
  while (stage.cluster.execs.open > 0)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

describe('a command in a container', () => {
  before(() => {
    const { cluster } = stage;
    createExecPod(cluster, { name: 'web', containers: { app: 'web:1', proxy: 'gcr.io/distroless/proxy:1' } });
    createExecPod(cluster, { name: 'waiting', state: { waiting: { reason: 'ImagePullBackOff' } } });
    createExecPod(cluster, { name: 'pending', isScheduled: false });
    createExecPod(cluster, { name: 'kata', runtimeClass: 'kata' });
    createExecPod(cluster, { name: 'bare', runtimeClass: 'kata', containers: { app: 'scratch' } });
    for (const [name, policy] of [
      [
        'no-exec',
        'default ExecProcessRequest := false\nExecProcessRequest if { print("not", input.process.Args[0]); false }',
      ],
      ['undefined', allow('WriteStreamRequest')],
      ['echo-only', `${allow(...allowed)}ExecProcessRequest if input.process.Args == ["echo", "a b"]`],
      ['no-input', allow('ExecProcessRequest', 'ReadStreamRequest', 'CloseStdinRequest')],
      ['no-output', allow('ExecProcessRequest', 'WriteStreamRequest')],
      ['no-size', allow('ExecProcessRequest', 'ReadStreamRequest', 'WriteStreamRequest', 'CloseStdinRequest')],
    ] as const)
      createExecPod(cluster, { name, runtimeClass: 'kata', annotations: policyOf(`import rego.v1\n${policy}`) });
  });

  test('returns its output and its exit code', async () => {
    const connection = await stage.connect();
    assert.deepEqual(await execToEnd(connection, ['echo', 'a b', '$?', '']), {
      stdout: 'a b $? \n',
      stderr: '',
      end: exited(0),
    });
    assert.deepEqual(await execToEnd(connection, ['sh', '-c', 'echo out; echo err >&2; exit 42']), {
      stdout: 'out\n',
      stderr: 'err\n',
      end: exited(42),
    });
    assert.deepEqual((await execToEnd(connection, ['false'])).end, exited(1));
    assert.deepEqual((await execToEnd(connection, ['sh', '-c', 'false || exit 3'])).end, exited(3));
    assert.match((await execToEnd(connection, ['ls', '/'])).stdout, /^bin\ndev\netc\n/);
  });

  test('reads standard input to its end', async () => {
    const connection = await stage.connect();
    const input = '한국어 ünïcödé 🙂\n';
    assert.deepEqual(await execToEnd(connection, ['cat'], { input }), { stdout: input, stderr: '', end: exited(0) });
    assert.deepEqual(await execToEnd(connection, ['sh'], { input: 'echo one\nfalse\nexit $?\necho two\n' }), {
      stdout: 'one\n',
      stderr: '',
      end: exited(1),
    });
  });

  test('receives a paste of 1 MB completely, but no faster than it reads', async () => {
    const connection = await stage.connect();
    const input = Uint8Array.from({ length: 1_000_000 }, (_, index) => index % 256);
    const parts: Uint8Array[] = [];
    const { session } = await start(connection, {
      command: ['cat'],
      onOutput: (bytes) => void parts.push(bytes),
    });
    const sent = session.write(input);
    session.endInput();
    await sent;
    assert.deepEqual(await session.ended, exited(0));
    assert.ok(Buffer.concat(parts).equals(input));
  });

  test('waits with standard input while the process reads none', async () => {
    const connection = await stage.connect();
    const { session } = await start(connection, { command: ['sleep', '1000'] });
    let isSent = false;
    const sent = session.write(new Uint8Array(64 * 1024 * 1024)).then(() => {
      isSent = true;
    });
    // The simulator answers other requests, so it isn't the test that is too fast.
    for (let request = 0; request < 20; request += 1) await connection.ask('/version');
    assert.equal(isSent, false);
    session.close();
    await sent;
    assert.deepEqual(await session.ended, { kind: 'closed' });
    await untilNoProcess();
  });

  test('stops while 1 MiB of its output is not delivered, and continues after the delivery', async () => {
    const connection = await stage.connect();
    // One read of the socket can contain more messages.
    const most = 1024 * 1024 + 128 * 1024;
    const output = { bytes: 0, undelivered: 0, largest: 0 };
    const [delivery, full] = [gate(), gate()];
    const deliver = async (length: number): Promise<void> => {
      await delivery.passed;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      output.undelivered -= length;
    };
    const { session } = await start(connection, {
      command: ['yes'],
      onOutput: (bytes) => {
        output.bytes += bytes.length;
        output.undelivered += bytes.length;
        output.largest = Math.max(output.largest, output.undelivered);
        if (output.undelivered > 1024 * 1024) full.open();
        return deliver(bytes.length);
      },
    });
    await full.passed;
    for (let request = 0; request < 50; request += 1) await connection.ask('/version');
    assert.ok(output.bytes <= most, `${output.bytes} bytes`);
    delivery.open();
    while (output.bytes < 40 * 1024 * 1024) await connection.ask('/version');
    session.close();
    assert.ok(output.largest <= most, `${output.largest} bytes`);
    await untilNoProcess();
  });

  test('has a terminal with a size, echo, and Ctrl+C', async () => {
    const connection = await stage.connect();
    const terminal = await start(connection, {
      command: ['sh'],
      tty: true,
      size: { columns: 100, rows: 30 },
    });
    const { session, until } = terminal;
    await until('/ # ');
    await session.write('stty size\r');
    await until('30 100\r\n');
    session.resize({ columns: 7, rows: 5 });
    await session.write('stty size\r');
    await until('5 7\r\n');
    await session.write('sleep 1000\r');
    await until('sleep 1000\r\n');
    await session.write('\u0003');
    await until('^C\r\n/ # ');
    await session.write('exox\u007f\u007fit 5\r');
    assert.deepEqual(await session.ended, exited(5));
    assert.ok(!terminal.text().includes('not found'));
  });

  test('fails without a shell in the image', async () => {
    const connection = await stage.connect();
    const onNode = await execToEnd(connection, ['sh'], { container: 'proxy' });
    assert.match(onNode.stderr, /exec: \\"sh\\": executable file not found in \$PATH/);
    assert.deepEqual(onNode.end, exited(255));
    const { end } = await execToEnd(connection, ['sh'], { pod: 'bare' });
    assert.ok(end.kind === 'failed');
    assert.match(end.problem.message, /the file sh was not found/);
  });

  test('fails if its container waits', async () => {
    const { end } = await execToEnd(await stage.connect(), ['sh'], { pod: 'waiting' });
    assert.ok(end.kind === 'failed');
    assert.match(end.problem.message, /container not found \("app"\)/);
  });

  test('fails with the message of the server before it starts', async () => {
    const connection = await stage.connect();
    for (const [options, kind, message] of [
      [{ pod: 'none' }, 'notFound', /pods "none" not found/],
      [{ container: 'none' }, 'invalid', /container none is not valid for pod web/],
      [{ pod: 'pending' }, 'invalid', /pod pending does not have a host assigned/],
      [{ pod: '..' }, 'invalid', /characters that aren't allowed/],
    ] as const) {
      const opened = await connection.exec?.({ ...webCommand, command: ['sh'], onOutput: () => undefined, ...options });
      assert.ok(opened !== undefined);
      const problem = problemOf(opened);
      assert.equal(problem.kind, kind);
      assert.match(problem.message, message);
    }
    const { container: _container, ...rest } = webCommand;
    const opened = await connection.exec?.({ ...rest, command: ['sh'], onOutput: () => undefined });
    assert.ok(opened?.ok === false);
    assert.match(opened.error.message, /a container name must be specified for pod web, choose one of: \[app proxy\]/);
  });

  test('requires the permissions get and create', async () => {
    const connection = await stage.connect('viewer');
    const { store, resources } = stage.cluster;
    const exec = { ...webCommand, command: ['true'], onOutput: () => undefined };
    const message = async (): Promise<string> => {
      const opened = await connection.exec?.(exec);
      assert.ok(opened?.ok === false && opened.error.kind === 'forbidden');
      return opened.error.message;
    };
    assert.match(await message(), /cannot get resource "pods\/exec"/);
    const role = (verbs: readonly string[]): void => {
      const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs }];
      const type = resources.need('rbac.authorization.k8s.io', 'clusterroles');
      const object = {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'exec' },
        rules,
      };
      const present = store.get(type, undefined, 'exec');
      const changed = present === undefined ? store.create(type, object) : store.update(type, { ...present, rules });
      assert.ok(changed.ok);
    };
    role(['get']);
    const bound = store.create(resources.need('rbac.authorization.k8s.io', 'clusterrolebindings'), {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'exec' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'exec' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'viewer' }],
    });
    assert.ok(bound.ok);
    assert.match(await message(), /cannot create resource "pods\/exec"/);
    role(['get', 'create']);
    assert.deepEqual((await execToEnd(connection, ['true'])).end, exited(0));
  });

  test('is decided by the policy of a Kata pod', async () => {
    const connection = await stage.connect();
    assert.deepEqual((await execToEnd(connection, ['true'], { pod: 'kata' })).end, exited(0));
    const denied = async (pod: string): Promise<string> => {
      const { end } = await execToEnd(connection, ['sh'], { pod });
      assert.ok(end.kind === 'failed');
      return end.problem.message;
    };
    assert.match(
      await denied('no-exec'),
      /"ExecProcessRequest is blocked by policy: agent_policy:\d+: not sh": unknown/,
    );
    assert.match(await denied('undefined'), /ExecProcessRequest: internal error policy check/);
    assert.match(await denied('echo-only'), /"ExecProcessRequest is blocked by policy: "|internal error policy check/);
    assert.equal((await execToEnd(connection, ['echo', 'a b'], { pod: 'echo-only' })).stdout, 'a b\n');
  });

  test('gets no input, output, or size if the policy denies them', async () => {
    const connection = await stage.connect();
    const input = 'x\n';
    assert.equal((await execToEnd(connection, ['cat'], { pod: 'no-input', input })).stdout, '');
    assert.deepEqual(await execToEnd(connection, ['echo', 'a'], { pod: 'no-output' }), {
      stdout: '',
      stderr: '',
      end: exited(0),
    });
    const size = { columns: 80, rows: 24 };
    const { stdout } = await execToEnd(connection, ['stty', 'size'], { pod: 'no-size', tty: true, input: '', size });
    assert.equal(stdout, '0 0\r\n');
  });

  test('ends with its container', async () => {
    const connection = await stage.connect();
    createExecPod(stage.cluster, { name: 'short' });
    const { session, until } = await start(connection, {
      pod: 'short',
      command: ['sh', '-c', 'echo ready; sleep 1000'],
    });
    await until('ready');
    const { store, resources } = stage.cluster;
    assert.ok(store.delete(resources.need('', 'pods'), 'default', 'short', { gracePeriodSeconds: 0 }).ok);
    assert.deepEqual(await session.ended, exited(137));
  });

  test('ends when the connection breaks', async () => {
    const connection = await stage.connect();
    const { session, until } = await start(connection, { command: ['sh', '-c', 'echo ready; sleep 1000'] });
    await until('ready');
    stage.cluster.cutConnections();
    const end = await session.ended;
    assert.ok(end.kind === 'lost' && end.problem.kind === 'network');
    await session.write('x');
    session.resize({ columns: 1, rows: 1 });
    session.endInput();
    session.close();
    await untilNoProcess();
  });

  test('leaves nothing behind when it is canceled, or when the cluster is closed', async () => {
    const connection = await stage.connect();
    const abort = new AbortController();
    const command = ['sh', '-c', 'echo ready; sleep 1000'];
    const canceled = await start(connection, { command, signal: abort.signal });
    const open = await start(connection, { command });
    await Promise.all([canceled.until('ready'), open.until('ready')]);
    abort.abort();
    assert.deepEqual(await canceled.session.ended, { kind: 'closed' });
    connection.close();
    assert.deepEqual(await open.session.ended, { kind: 'closed' });
    await untilNoProcess();
    await stage.gate.empty();
    const opened = await connection.exec?.({ ...webCommand, command, onOutput: () => undefined });
    assert.equal(opened?.ok === false && opened.error.kind, 'aborted');
  });

  test('can run several times at once', async () => {
    const connection = await stage.connect();
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map((code) => execToEnd(connection, ['sh', '-c', `echo ${code}; exit ${code}`])),
    );
    assert.deepEqual(
      results.map(({ stdout, end }) => [stdout, end]),
      [1, 2, 3, 4, 5].map((code) => [`${code}\n`, exited(code)]),
    );
  });

  test('uses renewed credentials and impersonation', async () => {
    const { cluster } = stage;
    const token = cluster.tokenOf('kube:admin') ?? cluster.tokenOf('kube-admin') ?? '';
    const connection = await stage.connectAs({ token, as: 'viewer', 'as-groups': ['system:masters'] });
    assert.equal((await execToEnd(connection, ['echo', 'a'])).stdout, 'a\n');
    const rejected = await stage.connectAs({ token: 'unknown' });
    const opened = await rejected.exec?.({ ...webCommand, command: ['true'], onOutput: () => undefined });
    assert.equal(opened?.ok === false && opened.error.kind, 'unauthorized');
  });

  test('is not started if changes are disabled', async () => {
    const connection = await stage.connect('kube-admin', { isReadOnly: () => true });
    const exec = '/api/v1/namespaces/default/pods/web/exec';
    const refused = [
      await connection.exec?.({ ...webCommand, command: ['true'], onOutput: () => undefined }),
      await connection.ask(exec, { query: { command: 'true' } }),
      await connection.ask(`${exec}?command=true`),
      await connection.ask('/api/v1/namespaces/default/pods/web/%65xec'),
      await connection.ask('/api/v1/namespaces/default/pods/web/attach'),
      await connection.stream('/api/v1/namespaces/default/pods/web/portforward', {
        onLine: () => undefined,
        idle: 1000,
      }),
    ];
    for (const answer of refused) assert.equal(answer?.ok === false && answer.error.kind, 'readOnly');
    assert.deepEqual(stage.cluster.audit.entries, []);
    assert.ok((await connection.ask('/api/v1/namespaces/default/pods/web')).ok);
  });

  test('is recorded in the audit log of the server', async () => {
    await execToEnd(await stage.connect(), ['echo', 'a']);
    const [entry] = stage.cluster.audit.entries.filter(({ url }) => url.includes('/exec'));
    assert.equal(entry?.code, 101);
    assert.match(
      entry.url,
      /\/pods\/web\/exec\?container=app&stdin=false&stdout=true&stderr=true&tty=false&command=echo&command=a$/,
    );
  });
});

/** Tests who can run commands in containers: permissions, agent policies, credentials, and read-only mode. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createExecPod, execToEnd, webCommand } from '#test/support/cluster/execPods.ts';
import { createConnectionStage } from '../connectionStage.ts';

const stage = createConnectionStage();
const exited = (exitCode: number): object => ({ kind: 'exited', exitCode });
const policyOf = (text: string): Readonly<Record<string, string>> => ({
  'io.katacontainers.config.agent.policy': Buffer.from(`package agent_policy\n${text}`).toString('base64'),
});
const allowed = ['WriteStreamRequest', 'ReadStreamRequest', 'TtyWinResizeRequest', 'CloseStdinRequest'];
const allow = (...requests: readonly string[]): string =>
  requests.map((request) => `default ${request} := true\n`).join('');

describe('a command that a user runs in a container', () => {
  before(() => {
    const { cluster } = stage;
    createExecPod(cluster, { name: 'web' });
    createExecPod(cluster, { name: 'kata', runtimeClass: 'kata' });
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

  test('is allowed or denied by the policy of a Kata pod', async () => {
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

  test('uses the impersonation of the kubeconfig, and fails with rejected credentials', async () => {
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

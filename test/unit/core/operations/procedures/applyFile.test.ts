/**
 * Tests applying a file to the simulated API server: how it is read, what the server would change, and that the objects
 * arrive.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createManifestComparison } from '#client/operations/apply/comparison.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { planApply } from '#client/operations/apply/planApply.ts';
import { readClusterObject } from '#client/kubernetes/read/readObjects.ts';
import { createRestMapper } from '#client/operations/apply/restMapper.ts';
import { listChangedPaths } from '#core/operations/changes/plannedObject.ts';
import { applyFileProcedureFor } from '#core/operations/procedures/applyFile.ts';
import { pullSecretProcedure, createPullSecretReference } from '#core/operations/procedures/pullSecret.ts';
import { sandboxProcedure } from '#core/operations/procedures/sandbox.ts';
import { isJsonObject, getList, getString, getValue } from '#core/common/json.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { fail } from '#core/common/result.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import { situationWith } from '#test/support/operations/procedureStage.ts';
import { simulatedCluster, type SimulatedCluster } from '#test/support/operations/simulatedCluster.ts';
import { parseValidManifests } from './parseValidManifests.ts';

test('changedPaths lists changed fields by path, without status and resourceVersion', () => {
  const before = {
    kind: 'A',
    metadata: { name: 'a', labels: { 'a/b': '1' }, resourceVersion: '1' },
    spec: { one: 1, list: [1] },
    status: { x: 1 },
  };
  const now = {
    kind: 'A',
    metadata: { name: 'a', labels: { 'a/b': '2' }, resourceVersion: '2' },
    spec: { two: 2, list: [1] },
    status: {},
  };
  assert.deepEqual(listChangedPaths(before, now), ['metadata.labels[a/b]', 'spec.one', 'spec.two']);
});

describe('applying a file to a cluster', () => {
  let cluster: SimulatedCluster;
  const signal = new AbortController().signal;
  const plan = (objects: readonly KubernetesManifest[]) =>
    planApply(cluster.connection, objects, { map: createRestMapper(cluster.connection, 'default', signal), signal });
  const planned = async (text: string) => {
    const answer = await plan(parseValidManifests(text));
    return answer.ok ? answer.value : assert.fail(answer.error);
  };
  const changes = (): number =>
    cluster.simulation.audit.entries.filter(({ method, url }) => method !== 'GET' && !url.includes('dryRun')).length;
  before(async () => {
    const scenario = scenarioNamed('uninstall-blocked-by-pods');
    assert.ok(scenario);
    cluster = await simulatedCluster({ scenario });
  });
  after(() => cluster.close());

  const config = (value: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  key: ${value}\n`;
  test('plans a file, applies it with one request, and then finds it unchanged', async () => {
    const before = changes();
    const first = await planned(config('one'));
    assert.equal(changes(), before, 'planning changes nothing');
    assert.deepEqual(
      first.objects.map(({ reference, unchanged }) => [reference.namespace, unchanged]),
      [['default', false]],
    );
    const { outcome, gates } = await cluster.run(applyFileProcedureFor(first.objects), {
      file: 'a.yaml',
      objects: first.objects,
    });
    assert.equal(outcome, 'done');
    assert.deepEqual(gates, [
      { question: 'Apply a.yaml to demo (1 object)?', consequences: ['Creates ConfigMap settings in default.'] },
    ]);
    assert.equal(changes(), before + 1);
    assert.equal((await planned(config('one'))).objects[0]?.unchanged, true);
  });
  test('names the changed fields in the confirmation', async () => {
    const { objects } = await planned(config('two'));
    const { outcome, gates } = await cluster.run(applyFileProcedureFor(objects), { file: 'a.yaml', objects });
    assert.deepEqual([outcome, gates[0]?.consequences], ['done', ['Changes ConfigMap settings in default: data.key.']]);
  });
  test('stops if another client changed or deleted the object after the plan was created', async () => {
    const stepOf = async (text: string, interfere: (object: KubernetesManifest) => KubernetesManifest | undefined) => {
      const { objects } = await planned(text);
      const one = objects[0] ?? assert.fail('no object');
      const value = interfere(one.before ?? assert.fail('the object exists'));
      const observed = new Map([[getObjectPath(one.reference), { kind: 'known' as const, value, asOf: 0 }]]);
      const situation = situationWith(snapshotOf({}), {}, { objects: observed });
      const [step] = applyFileProcedureFor(objects).steps(situation, { file: 'a.yaml', objects });
      return [step?.state, step?.headline];
    };
    const changed = (fields: KubernetesManifest) => (object: KubernetesManifest) => ({ ...object, ...fields });
    assert.deepEqual(await stepOf(config('three'), changed({ data: { key: 'theirs' } })), [
      'blocked',
      'Changed by another client',
    ]);
    assert.deepEqual(await stepOf(config('three'), () => undefined), ['blocked', 'No longer exists']);
    assert.equal((await stepOf(config('three'), changed({ data: { key: 'two', other: '1' } })))[0], 'ready');
    assert.equal((await stepOf(config('three'), (object) => object))[0], 'ready');
  });
  test('changes nothing when the confirmation is declined', async () => {
    const before = changes();
    const { objects } = await planned(config('three'));
    assert.equal(
      (await cluster.run(applyFileProcedureFor(objects), { file: 'a.yaml', objects }, false)).outcome,
      'declined',
    );
    assert.equal(changes(), before);
  });
  test('blocks the step when another client creates the object after planning', async () => {
    const { objects } = await planned(config('mine').replace('settings', 'late'));
    const reference = objects[0]?.reference ?? assert.fail();
    const theirs = {
      kind: 'known',
      value: { metadata: { name: 'late', uid: 'u' }, data: { theirs: 'x' } },
      asOf: 0,
    } as const;
    const situation = situationWith(snapshotOf({}));
    const [step] = applyFileProcedureFor(objects).steps(
      { ...situation, objects: new Map([[getObjectPath(reference), theirs]]) },
      { file: 'a.yaml', objects },
    );
    assert.deepEqual([step?.state, step?.headline], ['blocked', 'Already exists']);
    const [free] = applyFileProcedureFor(objects).steps(
      { ...situation, objects: new Map([[getObjectPath(reference), { kind: 'known', value: undefined, asOf: 0 }]]) },
      { file: 'a.yaml', objects },
    );
    assert.equal(free?.state, 'ready');
  });
  test('applies an object in a namespace that the same file creates', async () => {
    const text = `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n---\n${config('one').replace('name: settings', 'name: settings\n  namespace: shop')}`;
    const { objects } = await planned(text);
    assert.deepEqual(
      objects.map(({ expected }) => expected !== undefined),
      [true, false],
    );
    assert.equal((await cluster.run(applyFileProcedureFor(objects), { file: 'b.yaml', objects })).outcome, 'done');
    assert.ok((await planned(text)).objects.every(({ unchanged }) => unchanged));
  });
  test('lists the nodes that a KataConfig reboots and requires typing the cluster name', async () => {
    const answer = await planned(
      'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\nspec:\n  logLevel: debug\n',
    );
    const { gates } = await cluster.run(
      applyFileProcedureFor(answer.objects),
      { file: 'k.yaml', objects: answer.objects },
      false,
    );
    assert.equal(gates[0]?.typed, 'demo');
    assert.match(
      gates[0]?.consequences.join('\n') ?? '',
      /^2 nodes are drained and rebooted, one at a time: worker-1 and worker-0[^]*Changes .*spec\.logLevel\./,
    );
  });
  test('takes over fields of another field manager only if the plan contains them', async () => {
    await cluster.create(
      { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', namespace: 'default' },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs' }, data: { key: 'x' } },
    );
    const text = `${config('mine').replace('settings', 'theirs')}---\n${config('own').replace('settings', 'free')}`;
    const { objects } = await planned(text);
    assert.deepEqual(
      objects.map(({ conflicts = [] }) => conflicts.map(({ field }) => field)),
      [['.data.key'], []],
    );
    const before = changes();
    const choices = { file: 'a.yaml', objects };
    const declined = await cluster.run(applyFileProcedureFor(objects), choices, false);
    assert.deepEqual(declined.gates[0]?.consequences, [
      'Changes ConfigMap theirs in default: data.key.',
      'Takes over fields of ConfigMap theirs in default from other field managers: .data.key.',
      'Creates ConfigMap free in default.',
    ]);
    assert.equal(changes(), before);
    assert.equal((await cluster.run(applyFileProcedureFor(objects), choices)).outcome, 'done');
    const sent = cluster.simulation.audit.entries.filter(
      ({ url }) => url.includes('configmaps/') && !url.includes('dryRun'),
    );
    assert.deepEqual(
      sent
        .filter(({ method }) => method === 'PATCH')
        .slice(-2)
        .map(({ url }) => [url.includes('theirs'), url.includes('force=true')]),
      [
        [true, true],
        [false, false],
      ],
    );
    assert.ok((await planned(text)).objects.every(({ unchanged, conflicts }) => unchanged && conflicts === undefined));
  });

  test('rejects unknown API versions and kinds, invalid names, and unknown fields', async () => {
    const message = async (text: string) => {
      const answer = await plan(parseValidManifests(text));
      return answer.ok ? '' : answer.error;
    };
    assert.match(
      await message('apiVersion: none.example/v1\nkind: A\nmetadata: {name: a}\n'),
      /doesn't provide none\.example\/v1/,
    );
    assert.match(await message('apiVersion: v1\nkind: Nothing\nmetadata: {name: a}\n'), /has no kind Nothing in v1/);
    assert.match(await message('apiVersion: ../v1\nkind: A\nmetadata: {name: a}\n'), /Invalid apiVersion "\.\.\/v1"/);
    assert.match(
      await message('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a/b}\n'),
      /Invalid ConfigMap name "a\/b"/,
    );
    assert.match(
      await message('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nunknownField: 1\n'),
      /unknownField/,
    );
  });

  describe('comparison with the cluster', () => {
    test('reports no difference for equal objects and shows only the changed field otherwise', async () => {
      const equal = createManifestComparison(await planned(config('two')));
      assert.deepEqual([equal.differs, equal.now.includes('key: two')], [false, true]);
      const other = createManifestComparison(await planned(config('four')));
      assert.ok(other.differs);
      assert.equal(other.planned, other.now.replace('key: two', 'key: four'), 'nothing else differs');
    });
    test('ignores field order', () => {
      const reference = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', name: 'a' } as const;
      const now = { kind: 'ConfigMap', metadata: { name: 'a', labels: {} }, list: [{ b: 1, c: 2 }] };
      const expected = { list: [{ c: 2, b: 1 }], metadata: { labels: {}, name: 'a' }, kind: 'ConfigMap' };
      assert.equal(
        createManifestComparison({ objects: [{ reference, object: expected, before: now, expected, unchanged: true }] })
          .differs,
        false,
      );
    });
    test("shows a comment when the object doesn't exist", async () =>
      assert.match(
        createManifestComparison(await planned(config('a').replace('settings', 'new'))).now,
        /^# ConfigMap new doesn't exist/,
      ));
    test('shows the keys of a Secret without their values', async () => {
      await cluster.create(
        { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', namespace: 'default' },
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 'login', annotations: { note: 'canary-one' } },
          stringData: { user: 'canary-two' },
        },
      );
      cluster.simulation.audit.clear();
      const result = createManifestComparison(
        await planned('apiVersion: v1\nkind: Secret\nmetadata: {name: login}\nstringData: {password: canary-three}\n'),
      );
      assert.doesNotMatch(result.now + result.planned, /canary|Y2FuYXJ5/);
      assert.ok(result.secrets);
      assert.match(result.now, /"user": "\*\*\*"/);
      assert.doesNotMatch(result.now, /password/);
      assert.match(result.planned, /"password": "\*\*\*"\n {2}"user"/);
    });
  });

  test('hides server messages that might repeat the values of a Secret', async () => {
    const said = async (kind: string, status: number, message: string): Promise<string> => {
      const details = { kind: 'Status', message };
      const connection: Pick<Connection, 'ask' | 'send'> = {
        ask: (path, options) => cluster.connection.ask(path, options),
        send: () => Promise.resolve(fail({ kind: status === 403 ? 'forbidden' : 'invalid', message, status, details })),
      };
      const objects = parseValidManifests(
        `apiVersion: v1\nkind: ${kind}\nmetadata: {name: pins}\nstringData: {pin: 271828}\n`,
      );
      const answer = await planApply(connection, objects, {
        map: createRestMapper(connection, 'default', signal),
        signal,
      });
      return answer.ok ? assert.fail('it was taken') : answer.error;
    };
    // Source: kubernetes-sigs/structured-merge-diff typed/validate.go.
    const typed = '.stringData.pin: expected string, got &value.valueUnstructured{Value:271828}';
    assert.doesNotMatch(await said('Secret', 400, typed), /271828/);
    assert.doesNotMatch(
      await said('Secret', 403, 'admission webhook "a" denied the request: 271828 is weak'),
      /271828/,
    );
    assert.match(
      await said('Secret', 403, 'secrets "pins" is forbidden: User "me" cannot patch resource "secrets"'),
      /cannot patch/,
    );
    assert.match(await said('ConfigMap', 400, typed), /271828/);
  });

  describe('running a workload with Kata', () => {
    const target = {
      group: 'apps',
      version: 'v1',
      plural: 'deployments',
      kind: 'Deployment',
      name: 'web',
      namespace: 'payments',
    } as const;
    const choices = { target, podPath: ['spec', 'template'], runtimeClass: 'kata', annotations: {} };
    test('sets the runtime class and waits for the new pods', async () => {
      await cluster.create(target, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web' },
        spec: {
          replicas: 2,
          selector: { matchLabels: { app: 'web' } },
          template: {
            metadata: { labels: { app: 'web' } },
            spec: { containers: [{ name: 'web', image: 'registry.example.com/web:1' }] },
          },
        },
      });
      const { outcome, gates, last } = await cluster.run(sandboxProcedure, choices);
      assert.equal(outcome, 'done');
      assert.deepEqual(gates, [
        {
          question: 'Run Deployment web in payments on demo with runtime class kata?',
          consequences: ["The 2 pods are replaced a few at a time, according to the workload's update strategy."],
        },
      ]);
      assert.deepEqual(
        last?.steps.map(({ id, state, headline }) => [id, state, headline]),
        [
          ['template', 'done', 'kata'],
          ['pods', 'done', '2 of 2 recreated, 2 ready'],
        ],
      );
      const pods = await cluster.connection.ask('/api/v1/namespaces/payments/pods');
      assert.ok(pods.ok);
      const own = getList(pods.value, 'items').filter(
        (pod) =>
          getString(pod, 'metadata', 'labels', 'app') === 'web' &&
          getString(pod, 'metadata', 'deletionTimestamp') === undefined,
      );
      assert.deepEqual(
        own.map((pod) => getString(pod, 'spec', 'runtimeClassName')),
        ['kata', 'kata'],
      );
    });
    test('changes nothing the second time', async () => {
      const before = changes();
      assert.equal((await cluster.run(sandboxProcedure, choices)).outcome, 'done');
      assert.equal(changes(), before);
    });
  });

  test('creates and links a pull secret without showing its value', async () => {
    const value = Buffer.from('{"auths":{"r.example":{"auth":"canary"}}}').toString('base64');
    const pull = {
      namespace: 'payments',
      name: 'pull-secret',
      from: 'the cluster pull secret',
      isOfCluster: true,
      value,
      serviceAccount: 'default',
    };
    await cluster
      .create(
        { group: '', version: 'v1', plural: 'serviceaccounts', kind: 'ServiceAccount', namespace: 'payments' },
        {
          apiVersion: 'v1',
          kind: 'ServiceAccount',
          metadata: { name: 'default' },
          imagePullSecrets: [{ name: 'other' }],
        },
      )
      .catch(() => undefined);
    const { outcome, gates, last } = await cluster.run(pullSecretProcedure, pull);
    assert.equal(outcome, 'done');
    assert.match(gates[0]?.consequences[0] ?? '', /Anyone who can read Secrets or run pods in payments/);
    const told = JSON.stringify(last?.steps.map(({ changes: _changes, ...step }) => step));
    assert.ok(!told.includes(value) && !told.includes('canary'));
    const account = await readClusterObject(
      cluster.connection,
      {
        group: '',
        version: 'v1',
        plural: 'serviceaccounts',
        kind: 'ServiceAccount',
        name: 'default',
        namespace: 'payments',
      },
      signal,
    );
    assert.ok(account.ok && JSON.stringify(getValue(account.value, 'imagePullSecrets')).includes('pull-secret'));
    const secret = await readClusterObject(cluster.connection, createPullSecretReference(pull), signal);
    assert.ok(secret.ok && isJsonObject(secret.value));
    assert.equal(getValue(secret.value, 'data'), undefined, 'only metadata is read');
  });
});

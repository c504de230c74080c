/**
 * Compares descriptions of objects with the output of kubectl, on the same server. Skipped if kubectl isn't available
 * (`npm test -- contract` downloads it). The test isn't part of the contract for real servers, because they don't run
 * the operator.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { readDescription } from '#client/describe/readDescription.ts';
import { readApiKinds } from '#client/kubernetes/read/readApiKinds.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { parseObjectArgument } from '#core/oc/objectArgument.ts';
import { parseDescribe } from '#core/oc/parseDescribe.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getList, getString, getStrings, getValue } from '#core/common/json.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { relatedObjects } from '#simulator/scenarios/initialObjects/relatedObjects.ts';
import { Client, currentContext, identitiesOf } from '#test/support/cluster/apiClient.ts';
import { contextIn, deps } from '#test/support/cluster/clusterHarness.ts';
import { describedPod, eventOn, malformedOperators, peerPod } from './describedObjects.ts';

const kubectl = findKubectl();
const isOracle = (process.env['ORACLE_KUBECONFIG'] ?? '') !== '';
const skip = isOracle
  ? 'the simulator alone has an operator'
  : kubectl === undefined
    ? 'there is no kubectl of 1.27 or newer: npm test -- contract brings one'
    : false;

/** Exists before the test, with its service account. */
const namespace = 'default';

describe('descriptions', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-describe-'));
  const file = path.join(folder, 'kubeconfig');
  const { signal } = new AbortController();
  let simulation: Simulation;
  let connection: Connection;
  let admin: Client;

  before(async () => {
    simulation = await simulate({ scenario: scenarioNamed('peer-pods') ?? assert.fail(), speed: 3000 });
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
    const context = currentContext(simulation.kubeconfig);
    connection = connect(await contextIn(file, context), deps());
    admin = new Client(identitiesOf(simulation.kubeconfig, folder).get(context) ?? assert.fail());
    const done = installed(simulation);
    assert.ok(simulation.begin().ok);
    await done;
    const started = running(simulation);
    // As a seed, the pod doesn't depend on the webhook for peer pods, which might not be ready yet.
    const pods = simulation.resources.need('', 'pods');
    const pod = { ...describedPod, metadata: { ...describedPod.metadata, namespace } };
    assert.ok(simulation.store.create(pods, pod, { seed: true }).ok);
    const operators = simulation.resources.need('config.openshift.io', 'clusteroperators');
    for (const object of malformedOperators) assert.ok(simulation.store.create(operators, object, { seed: true }).ok);
    const peerPods = simulation.resources.need('confidentialcontainers.org', 'peerpods');
    assert.ok(simulation.store.create(peerPods, peerPod(namespace), { seed: true }).ok);
    await started;
    // Ages would otherwise change between the two descriptions.
    simulation.clock.pace(0);
    for (const [where, kind, name] of [
      ['default', 'Node', 'worker-0'],
      ['default', 'MachineConfigPool', 'kata-oc'],
      [namespace, 'Pod', describedPod.metadata.name],
    ] as const)
      for (const event of await eventOn(admin, where, kind, name))
        assert.equal((await admin.post(`/api/v1/namespaces/${where}/events`, event)).code, 201);
  });
  after(async () => {
    connection.close();
    await simulation.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function byKubectl(object: string, where: string): Promise<string> {
    const args = ['--kubeconfig', file, '-n', where, 'describe', object];
    return new Promise((resolve, reject) => {
      execFile(kubectl ?? '', args, { env: { ...process.env, TZ: 'UTC' } }, (error, stdout) =>
        error === null ? resolve(stdout) : reject(error),
      );
    });
  }

  async function byUs(object: string, where: string): Promise<string> {
    const kinds = await readApiKinds(connection, signal);
    assert.ok(kinds.ok);
    const reference = parseObjectArgument(object, where, kinds.value);
    assert.ok(reference.ok, object);
    const read = await readDescription(connection, reference.value, { now: () => Date.now(), signal });
    assert.ok(read.ok, object);
    return read.value.text;
  }

  /** Returns the description without ages, which depend on the time of the command. */
  function withoutAges(text: string): string {
    const [object = '', ...events] = text.split(/^(?=Events:)/m);
    const age = /(?<=[ (])(?:\d+[ydhms]){1,2}(?=[ )]|$)/gm;
    // The width of the column depends on the ages.
    const table = events.join('').replaceAll(/ {2,}/g, '  ').replaceAll(age, 'AGE');
    // kubectl lists events of the newer API before all others, because they have no last timestamp.
    const rows = table.split('\n').toSorted().join('\n');
    // kubectl 1.32 prints the address of the boolean for projected volumes. Later versions print the boolean.
    const fixed = object.replaceAll(/^ +(?:ConfigMapOptional|SecretOptionalName|Optional): +\S+$/gm, 'Optional');
    return `${fixed.replaceAll(/ (?:\d+[ydhms]){1,2}$/gm, ' AGE')}${rows}`;
  }

  async function firstOf(url: string): Promise<unknown> {
    return getList((await admin.get(url)).body, 'items')[0] ?? assert.fail(`no objects in ${url}`);
  }

  for (const [title, object, where] of [
    ['a KataConfig', 'kataconfig/example-kataconfig', 'default'],
    ['a MachineConfigPool with events', 'mcp/kata-oc', 'default'],
    ['a RuntimeClass', 'runtimeclass/kata', 'default'],
    ['a Subscription', 'subscription/sandboxed-containers-operator', operatorNamespace],
    ['a pod with all kinds of fields', 'pod/described', namespace],
    ['a node with pods and events', 'node/worker-0', 'default'],
    ['a node without pods of users', 'node/worker-1', 'default'],
    ['a custom resource with malformed conditions', 'clusteroperator/malformed', 'default'],
    ['a custom resource with long and multiline text', 'clusteroperator/long', 'default'],
    ['a CRD', 'crd/kataconfigs.kataconfiguration.openshift.io', 'default'],
  ] as const)
    test(`of ${title} equal those of kubectl`, async () => {
      assert.equal(withoutAges(await byUs(object, where)), withoutAges(await byKubectl(object, where)));
    });

  test('of related objects with good, bad, missing, and malformed conditions equal those of kubectl', async () => {
    const seeds = relatedObjects(simulation.clock.now());
    const kinds = new Set(['ClusterOperator', 'ImageDigestMirrorSet', 'KbsConfig', 'TrusteeConfig']);
    for (const { resource, object } of seeds)
      if (kinds.has(object.kind) || ['Namespace', 'CustomResourceDefinition'].includes(object.kind)) {
        const type = simulation.resources.need(resource.group, resource.plural);
        assert.ok(simulation.store.create(type, object, { seed: true }).ok, object.metadata.name);
      }
    const described = seeds.filter(({ object }) => kinds.has(object.kind));
    assert.equal(described.length, 8);
    for (const { resource, object } of described) {
      const argument = `${resource.plural}.${resource.group}/${object.metadata.name ?? ''}`;
      const where = object.metadata.namespace ?? namespace;
      assert.equal(withoutAges(await byUs(argument, where)), withoutAges(await byKubectl(argument, where)), argument);
    }
  });

  test('of a PeerPod and a ClusterServiceVersion equal those of kubectl', async () => {
    for (const [kind, url] of [
      ['peerpod', '/apis/confidentialcontainers.org/v1alpha1/peerpods'],
      ['csv', `/apis/operators.coreos.com/v1alpha1/namespaces/${operatorNamespace}/clusterserviceversions`],
    ] as const) {
      const found = await firstOf(url);
      const object = `${kind}/${getString(found, 'metadata', 'name') ?? ''}`;
      const where = getString(found, 'metadata', 'namespace') ?? '';
      assert.equal(withoutAges(await byUs(object, where)), withoutAges(await byKubectl(object, where)));
    }
  });

  test('are read back to the same object', async () => {
    const [parsed] = parseDescribe(await byUs('kataconfig/example-kataconfig', 'default'));
    const { body } = await admin.get('/apis/kataconfiguration.openshift.io/v1/kataconfigs/example-kataconfig');
    assert.deepEqual(getValue(parsed?.object, 'status', 'conditions'), getValue(body, 'status', 'conditions'));
    assert.equal(getString(parsed?.object, 'metadata', 'uid'), getString(body, 'metadata', 'uid'));
  });

  test('of a Secret contain keys and sizes, as with kubectl, and no values', async () => {
    const own = await byUs('secret/peer-pods-secret', operatorNamespace);
    const sorted = (text: string): readonly string[] => text.split('\n').toSorted();
    const expected = await byKubectl('secret/peer-pods-secret', operatorNamespace);
    const data = (text: string): string => text.slice(text.indexOf('\nType:'));
    assert.deepEqual(sorted(data(own)), sorted(data(expected)));
    assert.match(own, /AWS_ACCESS_KEY_ID: +\d+ bytes/);
  });
});

/** Resolves when the installation of Kata is complete. */
function installed({ resources, store }: Simulation): Promise<void> {
  return new Promise((resolve) => {
    const done = (object: unknown): boolean => getStrings(object, 'status', 'runtimeClasses').includes('kata-remote');
    const following = store.watch(
      resources.need('kataconfiguration.openshift.io', 'kataconfigs'),
      undefined,
      ({ object }) => {
        if (!following.ok || !done(object)) return;
        following.value();
        resolve();
      },
    );
  });
}

/** Resolves when the described pod runs. */
function running({ resources, store }: Simulation): Promise<void> {
  return new Promise((resolve) => {
    const following = store.watch(resources.need('', 'pods'), undefined, ({ object }) => {
      const isMeant = getString(object, 'metadata', 'name') === describedPod.metadata.name;
      if (!following.ok || !isMeant || getString(object, 'status', 'phase') !== 'Running') return;
      following.value();
      resolve();
    });
  });
}

/** Runs the runbooks of changes of one object twice, with bash and kubectl on a simulated cluster. */
import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { podKind, workloadKinds } from '#client/kubernetes/read/readableKinds.ts';
import { readObjects } from '#client/kubernetes/read/readObjects.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import { getList, getString } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { readPodDeletion } from '#core/operations/lookups/workload/podDeletion.ts';
import type { Procedure } from '#core/operations/procedure.ts';
import { cordonNodeProcedure, uncordonNodeProcedure } from '#core/operations/procedures/objects/cordonNode.ts';
import { deletePodProcedure } from '#core/operations/procedures/objects/deletePod.ts';
import { restartWorkloadProcedure } from '#core/operations/procedures/objects/restartWorkload.ts';
import { scaleWorkloadProcedure } from '#core/operations/procedures/objects/scaleWorkload.ts';
import { pausePoolProcedure, resumePoolProcedure } from '#core/operations/procedures/pausePool.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { createRunbook } from '#core/operations/runbook/runbook.ts';
import { createInEnglish } from '#core/text/language.ts';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { Client } from '#simulator/controllers/framework/client.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { contextIn, deps, folder } from '#test/support/cluster/clusterHarness.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { runbookCluster, type RunbookCluster } from './runbookCluster.ts';

const kubectl = findKubectl() ?? '';
const skip =
  (process.env['ORACLE_KUBECONFIG'] ?? '') !== ''
    ? 'the simulator alone has these objects'
    : kubectl === ''
      ? 'there is no kubectl of 1.27 or newer: npm test -- contract brings one'
      : false;

const namespace = 'payments';
const [deployments] = workloadKinds;
const workload: ObjectReference = { ...deployments, name: 'payments', namespace };

describe('runbook for a change of one object', { skip }, () => {
  const state: { cluster?: RunbookCluster; connection?: Connection } = {};
  const current = (): RunbookCluster => state.cluster ?? assert.fail('not started');
  const connection = (): Connection => state.connection ?? assert.fail('not connected');
  const { signal } = new AbortController();

  before(async () => {
    const scenario = scenarioNamed('uninstall-blocked-by-pods') ?? assert.fail();
    state.cluster = await runbookCluster({ ...scenario, steps: [] }, kubectl, 60);
    const file = folder().write('kubeconfig', state.cluster.simulation.kubeconfig);
    state.connection = connect(await contextIn(file, 'kube-admin'), deps());
  });
  after(async () => {
    state.connection?.close();
    await state.cluster?.close();
  });

  /** Returns the script for the cluster as it is now. */
  async function scriptOf<Choices>(procedure: Procedure<Choices>, choices: Choices): Promise<string> {
    const { simulation } = current();
    const now = simulation.clock.now();
    const client = new Client(simulation.store, (resource) => simulation.resources.named(resource));
    const cluster = { context: 'demo', server: simulation.url };
    const objects = await readObjects(connection(), procedure.objects?.(choices) ?? [], () => now, signal);
    const observed = {
      ...cluster,
      snapshot: playedSnapshot(client, now),
      history: emptyHistory,
      facts: {},
      objects,
      now,
    };
    const runbook = createInEnglish(() => createRunbook(procedure, observed, choices, cluster));
    return createInEnglish(() => renderBashRunbook(runbook, renderManifestYaml));
  }

  /** Runs the script twice. The second run changes nothing. Returns the output of the first run. */
  async function runTwice(script: string, input: string): Promise<string> {
    const first = await current().run(script, input);
    assert.equal(first.code, 0, first.said);
    const changes = (): number =>
      current().simulation.audit.entries.filter(({ method }) => method !== 'GET' && method !== 'HEAD').length;
    const before = changes();
    const second = await current().run(script, input);
    assert.equal(second.code, 0, second.said);
    assert.equal(changes(), before, second.said);
    return first.said;
  }

  async function get(...args: readonly string[]): Promise<string> {
    return (await current().kubectl('get', ...args)).said;
  }
  const uidOf = (kind: string, name: string, ...where: readonly string[]): Promise<string> =>
    get(kind, name, ...where, '-o', 'jsonpath={.metadata.uid}');

  test('cordons and uncordons a node', async () => {
    const choices = { node: 'worker-1', uid: await uidOf('node', 'worker-1') };
    const cordon = await scriptOf(cordonNodeProcedure, choices);
    await runTwice(cordon, 'y\n');
    assert.equal(await get('node', 'worker-1', '-o', 'jsonpath={.spec.unschedulable}'), 'true');
    const uncordon = await scriptOf(uncordonNodeProcedure, choices);
    await runTwice(uncordon, 'y\n');
    assert.equal(await get('node', 'worker-1', '-o', 'jsonpath={.spec.unschedulable}'), '');
  });

  test('pauses and resumes a machine config pool', async () => {
    const paused = (): Promise<string> => get('machineconfigpool', 'kata-oc', '-o', 'jsonpath={.spec.paused}');
    const pool = 'kata-oc';
    const pause = await scriptOf(pausePoolProcedure, { pool, paused: true });
    const said = await runTwice(pause, 'y\n');
    assert.match(said, /pool kata-oc/i);
    assert.equal(await paused(), 'true');
    await runTwice(await scriptOf(resumePoolProcedure, { pool, paused: false }), 'y\n');
    assert.equal(await paused(), 'false');
  });

  test('scales and restarts a Deployment', async () => {
    const uid = await uidOf('deployment', 'payments', '-n', namespace);
    const autoscalers = { kind: 'value', value: [] } as const;
    await runTwice(await scriptOf(scaleWorkloadProcedure, { target: workload, uid, replicas: 1, autoscalers }), 'y\n');
    assert.equal(await get('deployment', 'payments', '-n', namespace, '-o', 'jsonpath={.spec.replicas}'), '1');
    const at = '2026-11-29T12:00:00Z';
    await runTwice(await scriptOf(restartWorkloadProcedure, { target: workload, uid, at }), 'y\n');
    const path = String.raw`jsonpath={.spec.template.metadata.annotations.kubectl\.kubernetes\.io/restartedAt}`;
    assert.equal(await get('deployment', 'payments', '-n', namespace, '-o', path), at);
  });

  test('deletes a pod, but never another one with its name', async () => {
    const pods = await connection().ask(`/api/v1/namespaces/${namespace}/pods`, { signal });
    assert.ok(pods.ok);
    const name =
      getList(pods.value, 'items')
        .filter((pod) => getString(pod, 'metadata', 'deletionTimestamp') === undefined)
        .map((pod) => getString(pod, 'metadata', 'name') ?? '')[0] ?? assert.fail('there is no pod');
    const reference: ObjectReference = { ...podKind, name, namespace };
    const read = await readPodDeletion(createClusterReader(connection(), signal), reference);
    assert.ok(read.kind === 'value');
    const script = await scriptOf(deletePodProcedure, { pod: read.value });
    await runTwice(script, 'y\n');
    assert.match(await get('pod', name, '-n', namespace), /NotFound/);
    await current().kubectl('run', name, '-n', namespace, '--image=registry.example.com/app:1');
    const uid = await uidOf('pod', name, '-n', namespace);
    await current().run(script, 'y\n');
    assert.equal(await uidOf('pod', name, '-n', namespace), uid);
  });
});

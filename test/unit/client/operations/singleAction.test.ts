/**
 * Tests changes of single objects on a simulated cluster over a real connection: the confirmations, the changes that
 * are sent, the preconditions, and osc.readOnly.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { podKind, workloadKinds } from '#client/kubernetes/read/readableKinds.ts';
import { SingleAction } from '#client/operations/engine/run/singleAction.ts';
import type { OperationOutcome } from '#client/operations/context.ts';
import { observeCluster } from '#client/operations/preflight/observeCluster.ts';
import { findController } from '#client/operations/workloads/findController.ts';
import { getList, getString } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { readAutoscalers } from '#core/operations/lookups/workload/autoscalers.ts';
import { readPodDeletion } from '#core/operations/lookups/workload/podDeletion.ts';
import { gateSentences, type ConfirmationGate, type Procedure } from '#core/operations/procedure.ts';
import { cordonNodeProcedure, uncordonNodeProcedure } from '#core/operations/procedures/objects/cordonNode.ts';
import { deletePodProcedure } from '#core/operations/procedures/objects/deletePod.ts';
import { isRestartable, restartWorkloadProcedure } from '#core/operations/procedures/objects/restartWorkload.ts';
import { isScalable, scaleWorkloadProcedure } from '#core/operations/procedures/objects/scaleWorkload.ts';
import { nodes, pods, statefulSets } from '#simulator/controllers/framework/resourceNames.ts';
import { Client } from '#simulator/controllers/framework/client.ts';
import type { KubeObject } from '#simulator/store/kubeObject.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { simulatedCluster, type SimulatedCluster } from '#test/support/operations/simulatedCluster.ts';

interface Ran {
  readonly outcome: OperationOutcome;
  readonly gates: readonly ConfirmationGate[];
  readonly told: readonly string[];
  /** Methods and paths of the stored changes. */
  readonly kept: readonly string[];
}

interface RunOptions {
  readonly agrees?: boolean;
  readonly isReadOnly?: boolean;
  /** Runs while the confirmation is open. */
  readonly meanwhile?: (count: number) => Promise<void> | void;
}

const [deployments, statefulSetKind, daemonSets] = workloadKinds;
const unsupported = (object: string): string => `${object} is unsupported`;

describe('changes of a single object', { timeout: 300_000 }, () => {
  const state: { cluster?: SimulatedCluster } = {};
  const current = (): SimulatedCluster => state.cluster ?? assert.fail('not started');
  const store = (): Client => {
    const { simulation } = current();
    return new Client(simulation.store, (resource) => simulation.resources.named(resource));
  };
  const reader = () => createClusterReader(current().connection, new AbortController().signal);
  const payments: ObjectReference = { ...deployments, name: 'payments', namespace: 'payments' };

  before(async () => {
    const scenario = scenarioNamed('uninstall-blocked-by-pods') ?? assert.fail();
    state.cluster = await simulatedCluster({ scenario: { ...scenario, steps: [] } });
  });
  after(() => state.cluster?.close());

  async function run<Choices>(
    procedure: Procedure<Choices>,
    choices: Choices,
    { agrees = true, isReadOnly = false, meanwhile = () => undefined }: RunOptions = {},
  ): Promise<Ran> {
    const { open, connection, simulation } = current();
    const gates: ConfirmationGate[] = [];
    const told: string[] = [];
    const entries = simulation.audit.entries.length;
    const outcome = await new SingleAction({
      context: open.context,
      connection,
      procedure,
      choices,
      isReadOnly: () => isReadOnly,
      observe: () => observeCluster(open, procedure.facts, realClock, undefined, procedure.objects?.(choices)),
      async agree(gate) {
        gates.push(gate);
        await meanwhile(gates.length);
        return agrees;
      },
      showProgress: (work) => work(new AbortController().signal),
      tell: (kind, message) => Promise.resolve(void told.push(`${kind} ${message}`)),
    }).run();
    const kept = simulation.audit.entries
      .slice(entries)
      .filter(
        ({ method, url, code }) => ['PATCH', 'DELETE'].includes(method) && !url.includes('dryRun=All') && code < 400,
      )
      .map(({ method, url }) => `${method} ${(url.split('?')[0] ?? '').split('/').slice(-2).join('/')}`);
    return { outcome, gates, told, kept };
  }

  const runningPod = () =>
    store()
      .list(pods, 'payments')
      .find((pod) => pod.metadata.deletionTimestamp === undefined && getString(pod, 'status', 'phase') === 'Running');
  /** Returns a running pod. After a deletion, waits until the new pod runs. */
  const onePod = async (): Promise<ObjectReference> => {
    const { resources, store: objects } = current().simulation;
    const found =
      runningPod() ??
      (await new Promise<KubeObject>((resolve) => {
        const watching = objects.watch(resources.need('', 'pods'), undefined, () => {
          const pod = runningPod();
          if (pod === undefined || !watching.ok) return;
          watching.value();
          resolve(pod);
        });
      }));
    return { ...podKind, name: found.metadata.name, namespace: 'payments' };
  };
  async function deletion(reference: ObjectReference) {
    const answer = await readPodDeletion(reader(), reference);
    return { pod: answer.kind === 'value' ? answer.value : assert.fail(answer.kind) };
  }
  const sentences = (gate: ConfirmationGate | undefined): string => gateSentences(gate ?? assert.fail()).join('\n');

  test('a pod is deleted after a confirmation that names its owner and its VM', async () => {
    const reference = await onePod();
    const choices = await deletion(reference);
    const { outcome, gates, told, kept } = await run(deletePodProcedure, choices);
    assert.equal(outcome, 'done');
    assert.equal(gates[0]?.question, `Delete pod ${reference.name} in payments on demo?`);
    assert.match(sentences(gates[0]), /^Deployment payments recreates the pod if it's deleted\.$/m);
    assert.match(sentences(gates[0]), /^The VM of the pod on node worker-\d is deleted\.$/m);
    assert.equal(gates[0]?.typed, undefined);
    assert.deepEqual(kept, [`DELETE pods/${reference.name}`]);
    assert.match(told[0] ?? '', /^info Delete Pod payments-\S+ on demo: (?:Terminating|Deleted)\.$/);
    const again = await run(deletePodProcedure, choices);
    assert.deepEqual([again.outcome, again.gates, again.kept], ['done', [], []]);
  });

  test('nothing is sent without a confirmation, and with osc.readOnly nothing is asked', async () => {
    const choices = await deletion(await onePod());
    const declined = await run(deletePodProcedure, choices, { agrees: false });
    assert.deepEqual([declined.outcome, declined.kept, declined.told], ['declined', [], []]);
    const readOnly = await run(deletePodProcedure, choices, { isReadOnly: true });
    assert.deepEqual([readOnly.outcome, readOnly.kept, readOnly.gates], ['blocked', [], []]);
    assert.match(readOnly.told[0] ?? '', /^warning Delete pod: The osc\.readOnly setting is enabled/);
  });

  test('a pod that a budget protects requires the name of the cluster', async () => {
    await current().create(
      {
        group: 'policy',
        version: 'v1',
        plural: 'poddisruptionbudgets',
        kind: 'PodDisruptionBudget',
        namespace: 'payments',
      },
      {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: 'all', namespace: 'payments' },
        spec: { minAvailable: 2, selector: { matchLabels: { app: 'payments' } } },
      },
    );
    const { gates } = await run(deletePodProcedure, await deletion(await onePod()), { agrees: false });
    assert.match(
      sentences(gates[0]),
      /^PodDisruptionBudget all prevents the eviction\. .* ignores PodDisruptionBudgets\.$/m,
    );
    assert.equal(gates[0]?.typed, 'demo');
  });

  test('another pod with the same name is never deleted', async () => {
    const reference = await onePod();
    const { pod } = await deletion(reference);
    const { outcome, kept } = await run(deletePodProcedure, { pod: { ...pod, uid: 'another' } });
    assert.deepEqual([outcome, kept], ['done', []]);
  });

  test('a pod with finalizers remains, and the message names them', async () => {
    const metadata = { name: 'held', namespace: 'payments', finalizers: ['example.com/backup'] };
    const containers = [{ name: 'main', image: 'registry.example.com/app:1' }];
    await current().create(
      { ...podKind, namespace: 'payments' },
      { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers, volumes: [{ name: 'tmp', emptyDir: {} }] } },
    );
    const choices = await deletion({ ...podKind, name: 'held', namespace: 'payments' });
    const { outcome, gates, told } = await run(deletePodProcedure, choices);
    assert.equal(outcome, 'done');
    assert.equal(gates[0]?.typed, 'demo', 'nothing recreates the pod');
    assert.match(sentences(gates[0]), /^No controller owns the pod, so nothing recreates it\.$/m);
    assert.match(sentences(gates[0]), /^The data in emptyDir volumes is lost\.$/m);
    assert.match(told[0] ?? '', /: Terminating\. .*state Terminating: example\.com\/backup\.$/);
  });

  test('a restart replaces the pods of the Deployment that owns the selected pod', async () => {
    const { reference, uid } = await findController(reader(), await onePod(), isRestartable, unsupported);
    assert.deepEqual([reference.kind, reference.name], ['Deployment', 'payments']);
    const at = '2026-01-01T00:00:00Z';
    const { outcome, gates, told, kept } = await run(restartWorkloadProcedure, { target: reference, uid, at });
    assert.equal(outcome, 'done');
    assert.equal(gates[0]?.question, 'Restart Deployment payments in payments on demo?');
    assert.match(sentences(gates[0]), /^The 2 pods are replaced a few at a time/m);
    assert.deepEqual(kept, ['PATCH deployments/payments']);
    assert.deepEqual(told, ['info Restart Deployment payments on demo: The pods are being replaced.']);
    const workload = store().get(deployments, 'payments', 'payments');
    const path = ['spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt'];
    assert.equal(getString(workload, ...path), at);
  });

  test('a change of the replicas during the confirmation is confirmed again', async () => {
    const { reference, uid } = await findController(reader(), payments, isScalable, unsupported);
    const autoscalers = await readAutoscalers(reader(), reference);
    const scaled = (replicas: number) => (): void => {
      store().change(deployments, { name: 'payments', namespace: 'payments' }, (object) => ({
        ...object,
        spec: { ...(object['spec'] as object), replicas },
      }));
    };
    const { outcome, gates, kept } = await run(
      scaleWorkloadProcedure,
      { target: reference, uid, replicas: 1, autoscalers },
      { meanwhile: (count) => (count === 1 ? scaled(3)() : undefined) },
    );
    assert.equal(outcome, 'done');
    assert.deepEqual(
      gates.map(({ question }) => question),
      [2, 3].map((from) => `Scale Deployment payments in payments on demo from ${from} to 1?`),
    );
    assert.deepEqual(kept, ['PATCH deployments/payments']);
  });

  test('the confirmation of a scaling names the autoscaler, and that of 0 replicas asks for the cluster name', async () => {
    await current().create(
      {
        group: 'autoscaling',
        version: 'v2',
        plural: 'horizontalpodautoscalers',
        kind: 'HorizontalPodAutoscaler',
        namespace: 'payments',
      },
      {
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'auto', namespace: 'payments' },
        spec: {
          minReplicas: 2,
          maxReplicas: 9,
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'payments' },
        },
      },
    );
    const { reference, uid } = await findController(reader(), payments, isScalable, unsupported);
    const autoscalers = await readAutoscalers(reader(), reference);
    const gateFor = async (replicas: number) =>
      (await run(scaleWorkloadProcedure, { target: reference, uid, replicas, autoscalers }, { agrees: false }))
        .gates[0];
    assert.match(sentences(await gateFor(5)), /^HorizontalPodAutoscaler auto can override this change\..* 2 and 9 /m);
    const zero = await gateFor(0);
    assert.match(
      sentences(zero),
      /^HorizontalPodAutoscaler auto doesn't scale the workload while it has 0 replicas\.$/m,
    );
    assert.match(sentences(zero), /run `oc scale deployments\/payments -n payments --replicas=1`\.$/m);
    assert.equal(zero?.typed, 'demo');
  });

  test('a StatefulSet whose controller reported a status can be scaled and restarted', async () => {
    const labels = { app: 'db' };
    const template = {
      metadata: { labels },
      spec: { containers: [{ name: 'db', image: 'registry.example.com/db:1' }] },
    };
    store().create(statefulSets, {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db', namespace: 'payments' },
      spec: { replicas: 1, serviceName: 'db', selector: { matchLabels: labels }, template },
      status: { replicas: 0, availableReplicas: 0 },
    });
    const set: ObjectReference = { ...statefulSetKind, name: 'db', namespace: 'payments' };
    const { uid } = await findController(reader(), set, isScalable, unsupported);
    const autoscalers = await readAutoscalers(reader(), set);
    const scaled = await run(scaleWorkloadProcedure, { target: set, uid, replicas: 2, autoscalers });
    assert.deepEqual([scaled.outcome, scaled.kept], ['done', ['PATCH statefulsets/db']]);
    const restarted = await run(restartWorkloadProcedure, { target: set, uid, at: '2026-07-29T10:00:00Z' });
    assert.deepEqual([restarted.outcome, restarted.kept], ['done', ['PATCH statefulsets/db']]);
  });

  test('the confirmation names the ClusterServiceVersion that owns the Deployment of an operator', async () => {
    const namespace = 'openshift-sandboxed-containers-operator';
    const manager: ObjectReference = { ...deployments, name: 'controller-manager', namespace };
    const { reference, uid } = await findController(reader(), manager, isScalable, unsupported);
    const autoscalers = await readAutoscalers(reader(), reference);
    const choices = { target: reference, uid, replicas: 0, autoscalers };
    const { gates } = await run(scaleWorkloadProcedure, choices, { agrees: false });
    assert.match(
      sentences(gates[0]),
      /^ClusterServiceVersion sandboxed-containers-operator\.v1\.\d+\.\d owns Deployment controller-manager, so its/m,
    );
  });

  test('a DaemonSet can be restarted but not scaled', async () => {
    const set: ObjectReference = {
      ...daemonSets,
      name: 'openshift-sandboxed-containers-monitor',
      namespace: 'openshift-sandboxed-containers-operator',
    };
    assert.equal((await findController(reader(), set, isRestartable, unsupported)).reference.kind, 'DaemonSet');
    await assert.rejects(
      findController(reader(), set, isScalable, unsupported),
      new Error('DaemonSet openshift-sandboxed-containers-monitor is unsupported'),
    );
  });

  test('a node that was replaced during the confirmation is not cordoned', async () => {
    const key = { name: 'worker-0' };
    const old = store().get(nodes, 'worker-0') ?? assert.fail();
    const { outcome, told, kept } = await run(
      cordonNodeProcedure,
      { node: 'worker-0', uid: old.metadata.uid },
      {
        meanwhile() {
          store().remove(nodes, key);
          store().create(nodes, { ...old, metadata: { name: 'worker-0', labels: old.metadata.labels ?? {} } });
        },
      },
    );
    assert.deepEqual([outcome, kept], ['blocked', []]);
    assert.deepEqual(told, ['warning Cordon node worker-0 on demo: No longer exists.']);
  });

  test('a patch with another UID is rejected, and the object is read again', async () => {
    const uid = store().get(nodes, 'worker-1')?.metadata.uid;
    const steps: typeof cordonNodeProcedure.steps = (situation, choices) =>
      cordonNodeProcedure.steps(situation, choices).map((step) => ({
        ...step,
        changes: step.changes.map((change) => (change.how === 'merge' ? { ...change, uid: 'another' } : change)),
      }));
    const { outcome, gates, kept } = await run({ ...cordonNodeProcedure, steps }, { node: 'worker-1', uid });
    assert.deepEqual([outcome, kept, gates.length], ['blocked', [], 1]);
  });

  test('a node is cordoned and uncordoned', async () => {
    const uid = store().get(nodes, 'worker-1')?.metadata.uid;
    const cordoned = await run(cordonNodeProcedure, { node: 'worker-1', uid });
    assert.equal(cordoned.outcome, 'done');
    assert.equal(cordoned.gates[0]?.question, 'Cordon node worker-1 on demo?');
    assert.match(sentences(cordoned.gates[0]), /^Machine config pool kata-oc counts the node as unavailable/m);
    assert.deepEqual(cordoned.told, ['info Cordon node worker-1 on demo: Cordoned.']);
    const uncordoned = await run(uncordonNodeProcedure, { node: 'worker-1', uid });
    assert.deepEqual([uncordoned.outcome, uncordoned.kept], ['done', ['PATCH nodes/worker-1']]);
    assert.equal(getList(store().get(nodes, 'worker-1'), 'spec', 'taints').length, 0);
  });
});

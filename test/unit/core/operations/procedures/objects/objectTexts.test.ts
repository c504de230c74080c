/** Tests what the confirmations of changes of one object say about owners, VMs, GitOps tools, and a paused rollout. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { podKind, workloadKinds } from '#client/kubernetes/read/readableKinds.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { readPodDeletion } from '#core/operations/lookups/workload/podDeletion.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { gateSentences, type ProcedureStep } from '#core/operations/procedure.ts';
import { deletePodProcedure } from '#core/operations/procedures/objects/deletePod.ts';
import { restartWorkloadProcedure } from '#core/operations/procedures/objects/restartWorkload.ts';
import { scaleWorkloadProcedure, type ScaleChoices } from '#core/operations/procedures/objects/scaleWorkload.ts';
import { object, snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import { writtenReader } from '#test/support/operations/lookupReaders.ts';
import { situationWith } from '#test/support/operations/procedureStage.ts';

const namespace = 'shop';
const pod: ObjectReference = { ...podKind, name: 'web', namespace };
const trackedBy = (kind: string, name: string) => ({
  annotations: { 'argocd.argoproj.io/tracking-id': `shop:apps/${kind}:${namespace}/${name}` },
});

interface PodShape {
  readonly owner?: { readonly apiVersion: string; readonly kind: string; readonly name: string };
  /** Objects that the user can read, by path. */
  readonly readable?: Readonly<Record<string, object>>;
  readonly runtimeClass?: string;
  readonly metadata?: object;
  readonly snapshot?: Parameters<typeof snapshotOf>[0];
}

/** Returns the step that deletes a running pod on node worker-1. */
async function deletionOf({
  owner,
  readable,
  runtimeClass,
  metadata,
  snapshot = {},
}: PodShape): Promise<ProcedureStep> {
  const raw = object(
    'web',
    { spec: { nodeName: 'worker-1', ...(runtimeClass === undefined ? {} : { runtimeClassName: runtimeClass }) } },
    {
      namespace,
      ...(owner === undefined ? {} : { ownerReferences: [{ ...owner, uid: 'o', controller: true }] }),
      ...metadata,
    },
  );
  const reader = writtenReader({ [getObjectPath(pod)]: { ...raw, status: { phase: 'Running' } }, ...readable });
  const read = await readPodDeletion(reader, pod);
  assert.ok(read.kind === 'value', read.kind);
  const [step] = deletePodProcedure.steps(situationOf(pod, raw, snapshot), { pod: read.value });
  return step ?? assert.fail();
}

function situationOf(
  reference: ObjectReference,
  raw: KubernetesManifest,
  snapshot: Parameters<typeof snapshotOf>[0] = {},
): ReturnType<typeof situationWith> {
  const objects = new Map([[getObjectPath(reference), { kind: 'known' as const, value: raw, asOf: 0 }]]);
  return situationWith(snapshotOf(snapshot), {}, { objects });
}

const sentences = ({ gate }: ProcedureStep): readonly string[] => gateSentences(gate ?? assert.fail('no confirmation'));

describe('confirmation of the deletion of a pod', () => {
  const node = 'The VM of the pod on node worker-1 is deleted.';
  test('names the VM of a peer pod and its cloud provider, or says that it is deleted with the pod', async () => {
    const peerPod = object(
      'web-resource',
      { spec: { cloudProvider: 'aws', instanceID: 'i-0123' } },
      { namespace, ownerReferences: [{ kind: 'Pod', name: 'web' }] },
    );
    const runtimeClass = 'kata-remote';
    const snapshot = { peerPods: [peerPod] };
    assert.ok(
      (await deletionOf({ runtimeClass, snapshot }).then(sentences)).includes(
        'Pod VM i-0123 at cloud provider aws is deleted.',
      ),
    );
    const unknown = sentences(await deletionOf({ runtimeClass }));
    assert.ok(unknown.includes('When a peer pod is deleted, its VM is also deleted.'));
    assert.ok(!unknown.includes(node));
    assert.ok(sentences(await deletionOf({ runtimeClass: 'kata' })).includes(node));
    assert.ok(!sentences(await deletionOf({})).some((text) => text.includes('VM')));
  });

  test('does not exist for a static pod, which the kubelet runs from a file', async () => {
    const step = await deletionOf({ metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } });
    assert.deepEqual([step.state, step.headline, step.changes, step.gate], ['blocked', 'Static pod', [], undefined]);
    assert.match(step.meaning ?? '', /from a file on node worker-1\. Deleting the pod doesn't stop its containers\.$/);
    assert.equal(step.todo, 'To stop the pod, remove its file from the node.');
  });

  test('names the owner and whether it recreates the pod', async () => {
    const first = async (apiVersion: string, kind: string, plural: string, spec = {}): Promise<string | undefined> => {
      const path = `/apis/${apiVersion}/namespaces/${namespace}/${plural}/one`;
      const owner = { apiVersion, kind, name: 'one' };
      return sentences(await deletionOf({ owner, readable: { [path]: object('one', { spec }) } }))[0];
    };
    assert.equal(
      await first('batch/v1', 'Job', 'jobs'),
      'Job one starts another pod unless the Job has completed or failed.',
    );
    assert.equal(
      await first('apps/v1', 'DaemonSet', 'daemonsets'),
      'DaemonSet one recreates the pod on node worker-1.',
    );
    assert.equal(
      await first('apps/v1', 'StatefulSet', 'statefulsets', { replicas: 2 }),
      "StatefulSet one recreates the pod if it's deleted.",
    );
    assert.equal(
      await first('apps/v1', 'StatefulSet', 'statefulsets', { replicas: 0 }),
      "StatefulSet one is scaled to 0 and doesn't recreate the pod.",
    );
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'one' };
    assert.equal(
      sentences(await deletionOf({ owner }))[0],
      "Can't read ReplicaSet one, which owns the pod. The owner might not recreate the pod.",
    );
    assert.equal(
      sentences(await deletionOf({ owner: { apiVersion: 'x.example.com/v1', kind: 'Task', name: 'one' } }))[0],
      'Task one owns the pod. Its controller determines whether the pod is recreated.',
    );
    const step = await deletionOf({});
    assert.equal(sentences(step)[0], 'No controller owns the pod, so nothing recreates it.');
    assert.equal(step.gate?.typed, 'demo');
  });

  test('names Argo CD only if it manages the pod itself', async () => {
    const warning =
      /^Pod web is managed by Argo CD \(application shop\), which might recreate it or revert the change\./;
    const managed = sentences(await deletionOf({ metadata: trackedBy('Pod', 'web') }));
    assert.ok(managed.some((text) => warning.test(text)));
    // A controller copied the annotation of the Deployment.
    const copied = sentences(await deletionOf({ metadata: trackedBy('Deployment', 'other') }));
    assert.ok(!copied.some((text) => text.includes('Argo CD')));
  });
});

describe('changes of a workload', () => {
  const [deployments, , daemonSets] = workloadKinds;
  const target: ObjectReference = { ...deployments, name: 'web', namespace };
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [] } };
  const deployment = (spec: object, metadata = {}): KubernetesManifest => ({
    ...object('web', { spec: { replicas: 2, template, ...spec } }, { namespace, ...metadata }),
  });
  const restart = (raw: KubernetesManifest, reference = target): ProcedureStep =>
    restartWorkloadProcedure.steps(situationOf(reference, raw), {
      target: reference,
      uid: 'uid of web',
      at: '2026-11-29T12:00:00Z',
    })[0] ?? assert.fail();

  test('a Deployment whose rollout is paused is not restarted, and the step names the command that resumes it', () => {
    const step = restart(deployment({ paused: true }));
    assert.deepEqual([step.state, step.headline, step.changes], ['blocked', 'The rollout is paused', []]);
    assert.equal(step.meaning, "While the rollout is paused, Deployment web doesn't replace its pods.");
    assert.equal(step.todo, 'To resume the rollout, run `oc rollout resume deployments/web -n shop`.');
    assert.equal(restart(deployment({ paused: false })).state, 'ready');
    // The field exists only in Deployments.
    assert.equal(restart(deployment({ paused: true }), { ...daemonSets, name: 'web', namespace }).state, 'ready');
  });

  test('a workload with 0 replicas is not restarted', () => {
    assert.deepEqual(
      [restart(deployment({ replicas: 0 })).state, restart(deployment({ replicas: 0 })).headline],
      ['blocked', 'Scaled to 0'],
    );
  });

  test('the confirmation names each HorizontalPodAutoscaler, and whether it overrides the change', () => {
    const scale = (replicas: number, autoscalers: ScaleChoices['autoscalers']): readonly string[] =>
      sentences(
        scaleWorkloadProcedure.steps(situationOf(target, deployment({})), {
          target,
          uid: 'uid of web',
          replicas,
          autoscalers,
        })[0] ?? assert.fail(),
      );
    const web = { name: 'web', minReplicas: 2, maxReplicas: 5 };
    const overrides =
      'HorizontalPodAutoscaler web can override this change. It scales the workload to between 2 and 5 replicas.';
    assert.ok(scale(4, { kind: 'value', value: [web] }).includes(overrides));
    const stopped = "HorizontalPodAutoscaler web doesn't scale the workload while it has 0 replicas.";
    assert.ok(scale(0, { kind: 'value', value: [web] }).includes(stopped));
    const problem = { kind: 'problem', problem: { why: 'forbidden', message: 'Access denied\u202e' } } as const;
    assert.ok(scale(4, problem).includes("Can't list horizontalpodautoscalers: Access denied\\u202e"));
    const hostile = scale(4, { kind: 'value', value: [{ ...web, name: 'a\u202e\n**b**' }] });
    assert.ok(
      hostile.some((text) => text.startsWith('HorizontalPodAutoscaler a\\u202e')),
      hostile.join('\n'),
    );
  });

  test('names with unusual characters are escaped in the confirmation, and quoted in its commands', () => {
    const name = "web'; rm -rf ~ #\u202e";
    const reference: ObjectReference = { ...target, name };
    const raw = { ...deployment({}), metadata: { name, namespace, uid: 'uid of web' } };
    const step = scaleWorkloadProcedure.steps(situationOf(reference, raw), {
      target: reference,
      uid: 'uid of web',
      replicas: 4,
      autoscalers: { kind: 'value', value: [] },
    })[0];
    assert.ok(step?.gate !== undefined, step?.state);
    const all = [step.gate.question, ...sentences(step)].join('\n');
    assert.doesNotMatch(all, /\u202e/);
    const command = /run `(.*)`/.exec(all)?.[1] ?? assert.fail(all);
    assert.doesNotMatch(command, /^oc scale deployments\/web'; rm/);
  });

  test('the confirmation names Argo CD, and the owner whose controller can revert the change', () => {
    const owner = { apiVersion: 'x.example.com/v1', kind: 'Shop', name: 'one', uid: 'o', controller: true };
    const raw = deployment({}, { ...trackedBy('Deployment', 'web'), ownerReferences: [owner] });
    const argo =
      'Deployment web is managed by Argo CD (application shop), which might recreate it or revert the change. Make the same change in your Git repository.';
    const reverted = 'Shop one owns Deployment web, so its controller can revert the change.';
    const scaled = scaleWorkloadProcedure.steps(situationOf(target, raw), {
      target,
      uid: 'uid of web',
      replicas: 3,
      autoscalers: { kind: 'value', value: [] },
    })[0];
    for (const step of [restart(raw), scaled ?? assert.fail()]) {
      const texts = sentences(step);
      assert.ok(texts.includes(argo), texts.join('\n'));
      assert.ok(texts.includes(reverted), texts.join('\n'));
    }
    assert.ok(!sentences(restart(deployment({}))).some((text) => /Argo CD|revert/.test(text)));
  });
});

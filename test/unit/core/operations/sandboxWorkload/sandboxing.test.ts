/** Tests what is written into a pod to run it in a sandbox, what is rejected, and which questions are asked first. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  isSandboxedSo,
  applyMergePatch,
  getPodPath,
  describePodEffects,
  createSandboxPatch,
} from '#core/operations/sandboxWorkload/sandboxPatch.ts';
import {
  imageKey,
  machineTypeKey,
  memoryKey,
  offeredClasses,
  sandboxAnnotations,
  takesImage,
  vcpusKey,
  type SandboxTarget,
  type SandboxWish,
} from '#core/operations/sandboxWorkload/sandboxFields.ts';
import { workloads } from '#core/kinds/workloads.ts';
import { operatorNamespace, webhookExcludedNamespaces } from '#core/product/namespaces.ts';
import { findRelease, newestRelease, type Release } from '#core/product/releases.ts';
import { renderCleanManifest } from '#client/operations/manifests/manifestText.ts';
import { nextSandboxQuestion, wishFrom, type SandboxContext } from '#client/operations/workloads/sandboxQuestions.ts';

const release = (id: string): Release => findRelease(id) ?? assert.fail(`no release ${id}`);
const remote = (more: Partial<SandboxWish> = {}): SandboxWish => ({
  runtimeClass: 'kata-remote',
  size: { kind: 'asIs' },
  ...more,
});
const annotations = (wish: SandboxWish, place: Partial<SandboxTarget> = {}) =>
  sandboxAnnotations(wish, { release: newestRelease, ...place });
const of = (wish: SandboxWish, place: Partial<SandboxTarget> = {}) => {
  const answer = annotations(wish, place);
  return answer.ok ? answer.value : assert.fail(answer.error);
};
const refusal = (wish: SandboxWish, place: Partial<SandboxTarget> = {}): string => {
  const answer = annotations(wish, place);
  return answer.ok ? assert.fail('it was not refused') : answer.error;
};

describe('peer pod annotations', () => {
  test('replace CPU and memory with an instance type', () =>
    assert.deepEqual(of(remote({ size: { kind: 'type', instanceType: 't3.large' } })), {
      [machineTypeKey]: 't3.large',
      [vcpusKey]: null,
      [memoryKey]: null,
    }));
  test('replace an instance type with CPU and memory', () =>
    assert.deepEqual(of(remote({ size: { kind: 'automatic', vcpus: 2, memoryMiB: 4096 } })), {
      [machineTypeKey]: null,
      [vcpusKey]: '2',
      [memoryKey]: '4096',
    }));
  test('are removed for the default size and unchanged for the current size', () => {
    assert.deepEqual(of(remote({ size: { kind: 'default' } })), {
      [machineTypeKey]: null,
      [vcpusKey]: null,
      [memoryKey]: null,
    });
    assert.deepEqual(of(remote()), {});
  });
  test('set an image only if the OSC release accepts it', () => {
    assert.deepEqual(of(remote({ image: 'ami-0123456789abcdef0' })), { [imageKey]: 'ami-0123456789abcdef0' });
    assert.match(
      refusal(remote({ image: 'ami-0123456789abcdef0' }), { release: release('1.8') }),
      /In OSC 1\.8, kata-remote rejects the annotation that selects an image/,
    );
    assert.match(refusal(remote({ image: 'a b' })), /Invalid image ID/);
    assert.deepEqual(
      [takesImage(release('1.8')), takesImage(release('1.9')), takesImage(release('1.12'))],
      [false, 'unknown', true],
    );
  });
  test("reject instance types that peer-pods-cm doesn't allow", () => {
    const size = { kind: 'type', instanceType: 't3.large' } as const;
    assert.match(
      refusal(remote({ size }), { instanceTypes: { types: ['t3.small'] } }),
      /doesn't allow the instance type t3\.large\. Allowed types: t3\.small/,
    );
    assert.match(
      refusal(remote({ size }), { instanceTypes: { types: [], default: 't3.medium' } }),
      /only the default type t3\.medium/,
    );
    assert.ok(annotations(remote({ size }), { instanceTypes: { types: [], default: 't3.large' } }).ok);
    assert.ok(annotations(remote({ size }), { instanceTypes: { types: [] } }).ok, 'nobody knows the default');
    assert.match(refusal(remote({ size: { kind: 'type', instanceType: 'a\nb' } })), /Invalid instance type/);
  });
  test('reject invalid CPU counts, and automatic sizes without an instance type list', () => {
    for (const vcpus of [0.5, 0, -1, NaN])
      assert.match(
        refusal(remote({ size: { kind: 'automatic', vcpus, memoryMiB: 1024 } })),
        /an integer of at least 1/,
      );
    assert.match(
      refusal(remote({ size: { kind: 'automatic', vcpus: 1, memoryMiB: 1024 } }), { instanceTypes: { types: [] } }),
      /doesn't list instance types/,
    );
  });
  test('are removed when the runtime class changes from kata-remote', () => {
    assert.deepEqual(Object.values(of({ runtimeClass: 'kata', size: { kind: 'asIs' } }, { before: 'kata-remote' })), [
      null,
      null,
      null,
      null,
    ]);
    assert.deepEqual(of({ runtimeClass: 'kata', size: { kind: 'asIs' } }, { before: 'runc' }), {});
    assert.match(refusal({ runtimeClass: 'kata', size: { kind: 'default' } }), /apply only to kata-remote/);
  });
});

describe('namespace restrictions', () => {
  test('reject all workloads in the operator namespace', () => {
    for (const runtimeClass of ['kata', 'kata-remote', 'kata-cc'])
      assert.match(
        refusal({ runtimeClass, size: { kind: 'asIs' } }, { namespace: operatorNamespace }),
        /is the operator namespace/,
      );
  });
  test('reject peer pods in namespaces that the webhook skips', () => {
    for (const namespace of webhookExcludedNamespaces) assert.match(refusal(remote(), { namespace }), /namespace/);
    assert.ok(annotations({ runtimeClass: 'kata', size: { kind: 'asIs' } }, { namespace: 'openshift-monitoring' }).ok);
    assert.ok(annotations(remote(), { namespace: 'openshift-mine' }).ok);
  });
});

test("offered runtime classes are the cluster's Kata classes or those of the OSC release", () => {
  const names = (id: string, ofCluster?: readonly string[]) =>
    offeredClasses(release(id), ofCluster).map(({ name }) => name);
  assert.deepEqual(names('1.12'), ['kata', 'kata-remote', 'kata-cc']);
  assert.deepEqual(names('1.8'), ['kata', 'kata-remote']);
  assert.deepEqual(names('1.12', ['runc', 'kata', 'gvisor']), ['kata']);
});

describe('workload patch', () => {
  for (const { kind, group, podPath = [] } of workloads) {
    test(`changes the pod of a ${kind}`, () => {
      const path = getPodPath(kind, group);
      assert.deepEqual(path, podPath);
      const changes = { [vcpusKey]: '2', [machineTypeKey]: null };
      const patch = createSandboxPatch(podPath, 'kata-remote', changes);
      const pod = {
        metadata: { labels: { a: 'b' }, annotations: { [machineTypeKey]: 'x', keep: 'y' } },
        spec: { containers: [] },
      };
      const raw = podPath.reduceRight<Record<string, unknown>>((inner, step) => ({ [step]: inner, replicas: 2 }), pod);
      assert.equal(isSandboxedSo(raw, podPath, 'kata-remote', changes), false);
      const after = applyMergePatch(raw, patch);
      assert.equal(isSandboxedSo(after, podPath, 'kata-remote', changes), true);
      assert.match(JSON.stringify(after), /"keep":"y"/);
      assert.doesNotMatch(JSON.stringify(after), /"machine_type|null/);
      assert.equal(JSON.stringify(after).includes('"replicas":2'), podPath.length > 0);
    });
  }
  test('is unavailable for unknown workload kinds', () =>
    assert.equal(getPodPath('Deployment', 'extensions'), undefined));
  test('explains the consequences for existing pods', () => {
    const words = (kind: string, spec: object) => {
      const answer = describePodEffects(kind, { spec });
      return answer.ok ? answer.value.join(' ') : `refused: ${answer.error}`;
    };
    assert.match(words('Pod', {}), /^refused.*Delete the pod and recreate it/);
    assert.match(words('Job', {}), /^refused/);
    assert.match(words('Deployment', { replicas: 3 }), /^The 3 pods are replaced a few at a time/);
    assert.match(words('Deployment', { strategy: { type: 'Recreate' } }), /^The pod is deleted before it's recreated/);
    assert.match(words('Deployment', { paused: true }), /paused/);
    assert.match(words('Deployment', { replicas: 0 }), /has no pods/);
    assert.match(words('StatefulSet', { updateStrategy: { type: 'OnDelete' } }), /until they're deleted/);
    assert.match(words('ReplicaSet', {}), /Existing pods don't change/);
    assert.match(words('CronJob', {}), /next run/);
  });
  test('offers a manifest to recreate a bare pod', () => {
    const raw = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a', namespace: 'b', uid: 'u', resourceVersion: '7', managedFields: [{}] },
      spec: { runtimeClassName: 'kata', nodeName: 'worker-0', overhead: { cpu: '1' }, containers: [{ name: 'a' }] },
      status: { phase: 'Running' },
    };
    assert.equal(
      renderCleanManifest(raw, 'Pod', []),
      '# Manifest to recreate Pod a. Delete the existing object first: oc delete pod a -n b\napiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  namespace: b\nspec:\n  runtimeClassName: kata\n  containers:\n    - name: a\n',
    );
  });
});

describe('sandbox questions', () => {
  const context: SandboxContext = { label: 'Deployment web', release: newestRelease, annotations: {} };
  /** Answers each question by its name. Returns the names of the questions and the result. */
  const asked = (answers: Readonly<Record<string, string>>, more: Partial<SandboxContext> = {}) => {
    const given = new Map<string, string>();
    for (
      let next = nextSandboxQuestion({ ...context, ...more }, given);
      next !== undefined;
      next = nextSandboxQuestion({ ...context, ...more }, given)
    ) {
      given.set(next.name, answers[next.name] ?? assert.fail(`${next.name} was asked`));
    }
    return { names: [...given.keys()], wish: wishFrom(given) };
  };
  test('ask only for the class if it is kata', () =>
    assert.deepEqual(asked({ class: 'kata' }), {
      names: ['class'],
      wish: { runtimeClass: 'kata', size: { kind: 'asIs' } },
    }));
  test('ask for the size and the image if the class is kata-remote', () => {
    assert.deepEqual(
      asked({ class: 'kata-remote', size: 'type', type: '', otherType: ' t3.large ', image: 'own', imageId: 'ami-1' }),
      {
        names: ['class', 'size', 'type', 'otherType', 'image', 'imageId'],
        wish: { runtimeClass: 'kata-remote', size: { kind: 'type', instanceType: 't3.large' }, image: 'ami-1' },
      },
    );
    assert.deepEqual(
      asked({ class: 'kata-remote', size: 'automatic', vcpus: '2', memory: '4096', image: 'asIs' }).wish.size,
      {
        kind: 'automatic',
        vcpus: 2,
        memoryMiB: 4096,
      },
    );
  });
  test('omit the image if the OSC release rejects it', () =>
    assert.deepEqual(asked({ class: 'kata-remote', size: 'default' }, { release: release('1.8') }).names, [
      'class',
      'size',
    ]));
  test("omit classes that the namespace can't use", () => {
    const first = nextSandboxQuestion({ ...context, namespace: 'openshift-monitoring' }, new Map());
    assert.deepEqual(first !== undefined && 'items' in first ? first.items.map(({ value }) => value) : [], [
      'kata',
      'kata-cc',
    ]);
  });
  test('offer only allowed instance types', () => {
    const question = (more: Partial<SandboxContext>) => {
      // prettier-ignore
      const next = nextSandboxQuestion({ ...context, ...more }, new Map([['class', 'kata-remote'], ['size', 'type']]));
      return next !== undefined && 'items' in next ? next.items.map(({ value }) => value) : [];
    };
    assert.deepEqual(question({ instanceTypes: { types: ['a', 'b'] } }), ['a', 'b']);
    assert.deepEqual(question({ instanceTypes: { types: [], default: 'c' } }), ['c']);
    assert.deepEqual(question({ suggestedTypes: ['d'] }), ['d', '']);
  });
  test('report invalid input while typing', () => {
    const says = (name: string, text: string, answers: readonly (readonly [string, string])[]) => {
      const next = nextSandboxQuestion(context, new Map(answers));
      return next !== undefined && 'prompt' in next && next.name === name
        ? next.says?.(text)?.wrong
        : assert.fail(name);
    };
    const automatic = [['class', 'kata-remote'], ['size', 'automatic']] as const; // prettier-ignore
    assert.deepEqual([says('vcpus', '0.5', automatic), says('vcpus', '4', automatic)], [true, undefined]);
  });
});

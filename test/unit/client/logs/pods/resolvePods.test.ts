/** Tests how the pods of a workload are found. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Connection } from '#client/kubernetes/connection.ts';
import { resolvePods } from '#client/logs/podLogs/resolvePods.ts';
import { parseTarget } from '#core/logs/pods/podLogTarget.ts';
import { fail, succeed } from '#core/common/result.ts';

/** Creates a connection to a cluster that has only these objects, by path. */
function connectionTo(objects: Readonly<Record<string, unknown>>): Pick<Connection, 'ask'> {
  return {
    ask: (path) =>
      Promise.resolve(
        Object.hasOwn(objects, path)
          ? succeed(objects[path])
          : fail({ kind: 'notFound', message: 'not found', detail: '' }),
      ),
  };
}

async function podsOf(objects: Readonly<Record<string, unknown>>): Promise<unknown> {
  const target = parseTarget('sandbox/agent', 'team-a');
  assert.ok(target);
  const found = await resolvePods(connectionTo(objects), target, new AbortController().signal);
  return found.ok ? found.value : found.error;
}

describe('pod of a Sandbox', () => {
  const path = (version: string) => `/apis/agents.x-k8s.io/${version}/namespaces/team-a/sandboxes/agent`;
  const sandbox = (annotations?: Readonly<Record<string, string>>) => ({ metadata: { name: 'agent', annotations } });

  test('has the name of the Sandbox if no annotation contains another name', async () => {
    assert.deepEqual(await podsOf({ [path('v1beta1')]: sandbox() }), {
      query: { namespace: 'team-a', name: 'agent' },
      endsWithPods: true,
    });
  });

  test('has the name in the annotation if the pod came from a warm pool', async () => {
    const warm = sandbox({ 'agents.x-k8s.io/pod-name': 'warm-7' });
    assert.deepEqual(await podsOf({ [path('v1alpha1')]: warm }), {
      query: { namespace: 'team-a', name: 'warm-7' },
      endsWithPods: true,
    });
  });

  test('is not found without the Sandbox, or if the annotation is no name', async () => {
    const missing = "Sandbox agent doesn't exist in namespace team-a.";
    assert.equal(await podsOf({}), missing);
    const hostile = sandbox({ 'agents.x-k8s.io/pod-name': '../../secrets/x' });
    assert.equal(await podsOf({ [path('v1beta1')]: hostile }), missing);
  });
});

/** Tests the tree and the status bar while sandboxes fail: they never look healthy, and they show how to continue. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyHistory } from '#core/cluster/history.ts';
import { failedSandboxesOf } from '#core/status/nodes/failedSandboxes.ts';
import { healthOf } from '#core/status/health/clusterHealth.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import type { NodeView, TreeNode } from '#client/tree/model/nodeView.ts';
import type { WorkloadsState } from '#client/clusters/state/workloads.ts';
import { createStatusItem } from '#client/clusters/notices/statusItem.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { viewWithTooltip } from '#test/support/cluster/treeInput.ts';

const info = { name: 'demo', server: 'https://api.demo.example.com:6443', user: 'kube:admin', current: true };
const cluster = stage({ name: 'sandboxes-fail' });
const now = cluster.clock.now();

function rows(state?: SyncState, workloads: WorkloadsState = { kind: 'unasked' }): readonly NodeView[] {
  const snapshot = playedSnapshot(cluster.client, now, state === undefined ? {} : { failedSandboxes: state });
  const all = (node: TreeNode): readonly NodeView[] => [
    viewWithTooltip(node),
    ...(node.children?.() ?? []).flatMap(all),
  ];
  return all(
    clusterNode(
      { context: 'demo', snapshot, now, history: emptyHistory, workloads, shown: new Map(), console: false },
      info,
      false,
    ),
  );
}
const rowOf = (label: RegExp, state?: SyncState): NodeView =>
  rows(state).find((row) => label.test(row.label)) ?? assert.fail(`no row ${String(label)}`);

describe('while a sandbox fails', () => {
  test('the rows of the cluster, the KataConfig, and the node need attention', () => {
    for (const [label, described] of [
      // The name of the cluster leaves no space for a state.
      [/^demo$/, /^$/],
      [/^Kata$/, /^Warning · 2 of 2$/],
      [/^Installed$/, /^2 nodes$/],
      [/^worker-1$/, /^Failing$/],
    ] as const) {
      const { icon, description, accessibility, tooltip } = rowOf(label);
      assert.equal(icon, 'warning');
      assert.match(description ?? '', described);
      assert.match(accessibility, /Needs attention$/);
      if (label.test('Installed'))
        assert.match((tooltip ?? '').replaceAll('\\', ''), /\n\nNeeds attention: worker-1\.\n\n\*\*KataConfig status:/);
      else assert.match(tooltip ?? '', /1 pod without a sandbox/);
    }
    assert.equal(rowOf(/^worker-0$/).icon, 'pass');
  });

  test('a row lists the pods, each with its cause, and its logs can be shown', () => {
    const { description, tooltip } = rowOf(/^Failed$/);
    assert.equal(description, '1 pod');
    assert.match(
      (tooltip ?? '').replaceAll('\\', ''),
      /Could not access KVM kernel module \(FailedCreatePodSandBox, \d+ times/,
    );
    // The name of the pod leaves no space for a state.
    const pod = rowOf(/^No sandbox: payments-/);
    assert.equal(pod.description, 'worker-1');
    assert.match(pod.accessibility, /^No sandbox: payments-[^,]*, worker-1, Needs attention$/);
    assert.ok(pod.contextValue?.split(' ').includes('osc-pod'));
  });

  test('a pod is also listed among the workloads, with a separate ID', () => {
    const pods = failedSandboxesOf(playedSnapshot(cluster.client, now)).pods;
    const all = rows(undefined, { kind: 'loaded', pods, asOf: now });
    const [pod] = pods;
    assert.ok(pod);
    const labels = ['Running', 'Pending', 'Failed'].map((phase) => {
      const view = rows(undefined, {
        kind: 'loaded',
        pods: [{ ...pod, uid: phase, name: 'other', phase }],
        asOf: now,
      }).find(({ label }) => label.endsWith('other'));
      return `${view?.label ?? ''} | ${view?.description ?? ''}`;
    });
    assert.deepEqual(labels, [
      'other | Running · kata · worker-1',
      'Pending: other | kata · worker-1',
      'Failed: other | kata · worker-1',
    ]);
    assert.equal(all.filter(({ label }) => label.startsWith('No sandbox: payments-')).length, 2);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  });

  test('the status bar shows a warning', () => {
    const snapshot = playedSnapshot(cluster.client, now);
    const item = createStatusItem([{ context: 'demo', health: healthOf(snapshot) }], now);
    assert.equal(item?.text, '$(warning) Kata 2/2, 1 pod without a sandbox on worker-1');
    assert.match(item.accessibility, /1 pod without a sandbox on worker-1, Needs attention$/);
  });

  test('a cluster with a warning comes before one without', () => {
    const snapshot = playedSnapshot(cluster.client, now);
    const well = playedSnapshot(cluster.client, now, { failedSandboxes: { kind: 'absent' } });
    const status = (context: string, of: typeof snapshot) => ({ context, health: healthOf(of) });
    assert.match(
      createStatusItem([status('a', well), status('b', snapshot)], now)?.text ?? '',
      /^\$\(warning\) b: Kata 2\/2, 1 pod/,
    );
  });
});

test('failed sandboxes that the user has no permission to list are shown as no permission, never as none', () => {
  const trouble = { message: 'events is forbidden: User "dev" cannot list resource "events"', status: 403 };
  const { description, icon, tooltip } = rowOf(/^Failed$/, { kind: 'forbidden', verb: 'list', trouble });
  assert.deepEqual([description, icon], ['No permission', 'lock']);
  assert.match(tooltip ?? '', /oc auth can-i list events --all-namespaces/);
  assert.ok(!rows({ kind: 'idle' }).some(({ label }) => label === 'Failed' && label.includes('0')));
});

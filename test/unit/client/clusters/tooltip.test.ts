/** Tests the metrics in tree tooltips: only collected data, as text. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clusterNodeNode } from '#client/tree/rows/contents/kubernetesNode.ts';
import { lastHour, type SandboxCountHistory } from '#client/clusters/state/sandboxCountHistory.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { step } from '#test/support/metrics/fakePrometheus.ts';
import type { Transition } from '#core/cluster/history.ts';
import { omitUndefined } from '#core/common/json.ts';
import { emptyTreeInput, tooltipText } from '#test/support/cluster/treeInput.ts';

const now = Date.UTC(2026, 7, 1, 12);
const hour = 3_600_000;
const seen = (running?: SandboxCountHistory): ClusterTreeInput => ({
  ...emptyTreeInput,
  now,
  ...omitUndefined({ running }),
});
const tooltip = (name: string, running?: SandboxCountHistory) => tooltipText(clusterNodeNode(seen(running), name));

test('node tooltip contains the last change, its time, and its source, and escapes text of the cluster', () => {
  const at = now - 12 * 60_000;
  const change = (more: Partial<Transition>): ClusterTreeInput => ({
    ...emptyTreeInput,
    now,
    history: {
      began: 0,
      forgotten: 0,
      transitions: [{ at, about: 'node', name: 'worker-0', what: { kind: 'drain', is: 'asked' }, ...more }],
    },
  });
  const text = (more: Partial<Transition>, name = 'worker-0') => tooltipText(clusterNodeNode(change(more), name));
  assert.match(text({}), /\*\*Last change:\*\* Draining, \d\d:\d\d \(12 min\)/);
  assert.match(text({ derived: 'event' }), /Draining \\?\(derived from an event\\?\), /);
  assert.doesNotMatch(text({}, 'worker-1'), /Last change/);
  const hostile = text({ what: { kind: 'daemon', state: '[x](https://example.com)', reason: '' } });
  assert.doesNotMatch(hostile, /\]\(https/);
  const gathered = tooltipText(clusterNodeNode({ ...change({}), gathered: true }, 'worker-0'));
  assert.doesNotMatch(gathered, /Last change/);
});

describe('running sandboxes in the node tooltip', () => {
  const samples = Array.from({ length: 480 }, (_, index) => ({
    at: now - 2 * hour + index * step,
    value: index < 240 ? 9 : index < 360 ? 1 : 4,
  }));
  const running = lastHour({ from: now - 2 * hour, to: now, step, byNode: new Map([['worker-0', samples]]) });
  test('are shown for the last hour as a sparkline and as text, without commands', () => {
    assert.match(
      tooltip('worker-0', running),
      /\*\*Running sandboxes:\*\* [▁▂▃▄▅▆▇█]{24} 4 at the end, 1 to 4 in this time/,
    );
    assert.doesNotMatch(tooltip('worker-0', running), /command:/);
  });
  test('are omitted for a node without data', () => {
    assert.doesNotMatch(tooltip('worker-1', running), /Sandboxes running/);
    assert.doesNotMatch(tooltip('worker-0'), /Sandboxes running/);
  });
});

/** Counts the running sandboxes on each node from the data of the sandbox chart. */
import { resolveNodeName, type Directory } from '#core/metrics/sandboxDirectory.ts';
import type { SandboxCountHistory } from '#client/clusters/state/sandboxCountHistory.ts';
import type { PanelResult } from '../view/metricsState.ts';

/**
 * Returns the counts by node name, or by address if the name is unknown. After a restart of kata-monitor, a node has
 * several series. Each series counts all sandboxes of the node. If series overlap, the largest value applies, never the
 * sum.
 */
export function runningIn({ from, to, step, sampled }: PanelResult, { addresses }: Directory): SandboxCountHistory {
  const byNode = new Map<string, Map<number, number>>();
  for (const { labels, samples } of [...sampled.values()].flatMap((one) => one.series)) {
    const node = labels['node'] ?? resolveNodeName(labels['instance'] ?? '', addresses);
    const values = byNode.get(node) ?? new Map<number, number>();
    for (const { at, value } of samples)
      if (Number.isFinite(value)) values.set(at, Math.max(value, values.get(at) ?? value));
    byNode.set(node, values);
  }
  const inOrder = (values: ReadonlyMap<number, number>) =>
    [...values].map(([at, value]) => ({ at, value })).toSorted((one, other) => one.at - other.at);
  return { from, to, step, byNode: new Map([...byNode].map(([node, values]) => [node, inOrder(values)])) };
}

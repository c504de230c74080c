/** How many sandboxes ran on each node, out of what was read for the chart of them. */
import { resolveNodeName, type Directory } from '#core/metrics/sandboxDirectory.ts';
import type { SandboxCountHistory } from '#client/clusters/state/sandboxCountHistory.ts';
import type { PanelAnswer } from '../view/metricsState.ts';

/**
 * By the names of nodes; one that is known by an address alone stands under that. A node whose kata-monitor was started
 * anew has a series of each: they follow each other, and where both have a moment, each has counted the whole node, so
 * that the larger number counts, never both.
 */
export function runningIn({ from, to, step, sampled }: PanelAnswer, { addresses }: Directory): SandboxCountHistory {
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

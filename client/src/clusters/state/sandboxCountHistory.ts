/**
 * The number of sandboxes on each node, as the Metrics view last read it. Tooltips show this number but never cause the
 * metrics to be read.
 */
import type { Sample } from '#core/metrics/samples.ts';

export interface SandboxCountHistory {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Time between two samples, in milliseconds. */
  readonly step: number;
  readonly byNode: ReadonlyMap<string, readonly Sample[]>;
}

/** Maximum time range that a line of text covers, in milliseconds. */
const longest = 3_600_000;

/** Returns the last hour of the data, or all of it if it covers less. */
export function lastHour(read: SandboxCountHistory): SandboxCountHistory {
  const from = Math.max(read.from, read.to - longest);
  const byNode = new Map([...read.byNode].map(([node, samples]) => [node, samples.filter(({ at }) => at >= from)]));
  return { from, to: read.to, step: read.step, byNode };
}

/** How many sandboxes ran on each node, as the view of metrics last read it: shown in tooltips, never read for them. */
import type { Sample } from '#core/metrics/samples.ts';

export interface SandboxCountHistory {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** How far apart the samples are, in milliseconds. */
  readonly step: number;
  readonly byNode: ReadonlyMap<string, readonly Sample[]>;
}

/** The longest stretch that a line of text shows. */
const longest = 3_600_000;

/** The last hour of what was read, or less where less was. */
export function lastHour(read: SandboxCountHistory): SandboxCountHistory {
  const from = Math.max(read.from, read.to - longest);
  const byNode = new Map([...read.byNode].map(([node, samples]) => [node, samples.filter(({ at }) => at >= from)]));
  return { from, to: read.to, step: read.step, byNode };
}

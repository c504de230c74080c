/** The shape of what we know of a series that Prometheus collects. */

import type { Message } from '#core/text/message.ts';

type SeriesType = 'gauge' | 'counter' | 'histogram' | 'summary';

export interface SeriesLabel {
  readonly name: string;
  /** What it tells, in few words. */
  readonly help: Message;
  /** What it can be, as far as that is known. */
  readonly values?: readonly string[];
  /** Whoever exports it writes these values out one by one: there can be no other. */
  readonly fixed?: true;
}

export interface SeriesInfo {
  /** As Prometheus knows it; of a histogram without `_bucket`, `_sum` and `_count`. */
  readonly name: string;
  readonly type: SeriesType;
  /** `bytes`, `seconds`, `milliseconds`, `percent`; undefined where it counts things. */
  readonly unit?: string;
  /** Besides those that the collector adds to all (`commonLabels`). */
  readonly labels: readonly SeriesLabel[];
  /** What it tells, in a sentence. */
  readonly help: Message;
  /** Who has it: the operator, kata-monitor of each node, the guest by way of the agent, ... */
  readonly origin: 'operator' | 'monitor' | 'shim' | 'hypervisor' | 'agent' | 'guest' | 'recorded' | 'alert';
  /** A gauge by its type, but it only grows: `rate()` makes sense of it. */
  readonly grows?: true;
  /** Likewise, of these values of its label `item` alone. */
  readonly growingItems?: readonly string[];
  /** Where it is missing, or what is not sure of it. */
  readonly note?: Message;
}

/** Writes a gauge: most series are. */
export function gauge(
  origin: SeriesInfo['origin'],
  name: string,
  help: Message,
  more: Partial<SeriesInfo> = {},
): SeriesInfo {
  return { name, type: 'gauge', labels: [], help, origin, ...more };
}

/** Describes a series that Prometheus collects. */

import type { Message } from '#core/text/message.ts';

type SeriesType = 'gauge' | 'counter' | 'histogram' | 'summary';

export interface SeriesLabel {
  readonly name: string;
  /** Short description. */
  readonly help: Message;
  /** Known values. */
  readonly values?: readonly string[];
  /** True if the exporter names these values individually, so that there are no others. */
  readonly fixed?: true;
}

export interface SeriesInfo {
  /** Name in Prometheus. For a histogram, the name without `_bucket`, `_sum`, and `_count`. */
  readonly name: string;
  readonly type: SeriesType;
  /** Unit such as `bytes`, `seconds`, `milliseconds`, or `percent`. Undefined for counts. */
  readonly unit?: string;
  /** Labels in addition to those that the collector adds to all series (`commonLabels`). */
  readonly labels: readonly SeriesLabel[];
  /** Description as a sentence. */
  readonly help: Message;
  /** Component that the series describes, or how it is created. Series of the guest come from the agent. */
  readonly origin: 'operator' | 'monitor' | 'shim' | 'hypervisor' | 'agent' | 'guest' | 'recorded' | 'alert';
  /** True if a gauge only increases, so that `rate()` is meaningful. */
  readonly grows?: true;
  /** Values of the `item` label for which the gauge only increases. */
  readonly growingItems?: readonly string[];
  /** Limitations, such as runtimes that don't export the series. */
  readonly note?: Message;
}

/** Creates a gauge, which is the most frequent type. */
export function gauge(
  origin: SeriesInfo['origin'],
  name: string,
  help: Message,
  more: Partial<SeriesInfo> = {},
): SeriesInfo {
  return { name, type: 'gauge', labels: [], help, origin, ...more };
}

/** What a Prometheus answers, as values: read and bounded, whatever came. */

/** One moment of a series. `value` may be NaN or infinite: Prometheus says so of what cannot be worked out. */
export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly value: number;
}

/**
 * One series over a stretch of time. Where a sample is missing between two, nothing was collected: a gap, not a line.
 */
export interface SampledSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly samples: readonly Sample[];
}

export interface Sampled {
  readonly series: readonly SampledSeries[];
  /** What the server says besides: that a part of the stores did not answer, for one. Shown with the chart. */
  readonly warnings: readonly string[];
  /** What was left out on the way, in words of ours. */
  readonly notes?: readonly string[];
  /** There were more series than are read. */
  readonly cut?: boolean;
}

export interface RaisedAlerts {
  readonly alerts: readonly RaisedAlert[];
  /** As those of `Sampled`: with any, there may be more alerts. */
  readonly warnings: readonly string[];
}

export interface RaisedAlert {
  readonly name: string;
  readonly state: 'pending' | 'firing';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly since?: number;
}

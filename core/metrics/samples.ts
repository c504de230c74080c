/** Describes parsed and size-limited results from Prometheus. */

/** A data point of a series. `value` can be NaN or infinite if Prometheus can't calculate it. */
export interface Sample {
  /** Time in milliseconds since 1970. */
  readonly at: number;
  readonly value: number;
}

/** A series over a time range. A missing sample means that nothing was collected, so charts must show a gap. */
export interface SampledSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly samples: readonly Sample[];
}

export interface Sampled {
  readonly series: readonly SampledSeries[];
  /** Warnings from the server, for example that some stores didn't respond. Shown with the chart. */
  readonly warnings: readonly string[];
  /** Descriptions of omitted data. */
  readonly notes?: readonly string[];
  /** True if series were omitted because there were too many. */
  readonly cut?: boolean;
}

export interface RaisedAlerts {
  readonly alerts: readonly RaisedAlert[];
  /** Warnings from the server, as in `Sampled`. If there are any, the list of alerts might be incomplete. */
  readonly warnings: readonly string[];
}

export interface RaisedAlert {
  readonly name: string;
  readonly state: 'pending' | 'firing';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Start time in milliseconds since 1970. */
  readonly since?: number;
}

/** State of the metrics of a cluster, from which the page is created. */
import type { Directory } from '#core/metrics/sandboxDirectory.ts';
import type { MetricsFilters } from '#core/metrics/filters.ts';
import type { PanelFacts } from '#core/metrics/panels/panel.ts';
import type { RaisedAlerts, Sampled } from '#core/metrics/samples.ts';
import type { MetricsProblem } from '#client/kubernetes/prometheus/prometheus.ts';

/** The results of all queries of one panel. */
export interface PanelResult {
  /** Milliseconds since 1970, like all times in this file. */
  readonly asOf: number;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** Results by query ID. */
  readonly sampled: ReadonlyMap<string, Sampled>;
}

export interface PanelState {
  readonly version: number;
  readonly loading: boolean;
  /** The last result for the current selection. If `problem` is set, the result is older than the problem. */
  readonly answer?: PanelResult;
  readonly problem?: MetricsProblem;
}

export interface AlertsState {
  readonly loading: boolean;
  readonly read?: RaisedAlerts;
  readonly problem?: MetricsProblem;
}

interface AskState {
  readonly text: string;
  readonly history: readonly string[];
  readonly panel?: PanelState;
}

export interface MetricsState {
  readonly range: string;
  readonly auto: string;
  readonly filters: MetricsFilters;
  /** Selected display options by panel ID. Panels without an entry use their first option. */
  readonly readings: ReadonlyMap<string, string>;
  readonly directory: Directory;
  /** A problem that prevents all queries. */
  readonly problem?: MetricsProblem;
  readonly loading: boolean;
  /** Time when the displayed data was read. Undefined if none was read yet. */
  readonly asOf?: number;
  readonly panels: ReadonlyMap<string, PanelState>;
  readonly alerts: AlertsState;
  readonly ask: AskState;
}

/** Data that the page shows in addition to the metrics, and settings for the current update of the page. */
export interface MetricsFrame {
  readonly title: string;
  /** Host of the Prometheus server. */
  readonly host: string | undefined;
  readonly facts: PanelFacts;
  readonly hasConsole: boolean;
  /** Increases each time the query box must receive the keyboard focus. */
  readonly focusQuery: number;
  /**
   * Formats a time.
   * @param at milliseconds since 1970
   */
  readonly time: (at: number) => string;
}

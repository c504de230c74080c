/** What is known of the metrics of a cluster at a moment: what the page is made from. */
import type { Directory } from '#core/metrics/sandboxDirectory.ts';
import type { MetricsFilters } from '#core/metrics/filters.ts';
import type { PanelFacts } from '#core/metrics/panels/panel.ts';
import type { RaisedAlerts, Sampled } from '#core/metrics/samples.ts';
import type { MetricsProblem } from '#client/kubernetes/prometheus/prometheus.ts';

/** The answer to the queries of one panel. */
export interface PanelAnswer {
  /** Milliseconds since 1970, as all times here. */
  readonly asOf: number;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** By the id of the query. */
  readonly sampled: ReadonlyMap<string, Sampled>;
}

export interface PanelState {
  readonly version: number;
  readonly loading: boolean;
  /** The last one for what is chosen; older than `problem`, when there is one. */
  readonly answer?: PanelAnswer;
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
  /** Which reading of a panel is chosen, by the ids of both; the first where none is. */
  readonly readings: ReadonlyMap<string, string>;
  readonly directory: Directory;
  /** Of the whole way: no answer to anything. */
  readonly problem?: MetricsProblem;
  readonly loading: boolean;
  /** When what is shown was read; undefined: nothing was, yet. */
  readonly asOf?: number;
  readonly panels: ReadonlyMap<string, PanelState>;
  readonly alerts: AlertsState;
  readonly ask: AskState;
}

/** What there is besides: of the cluster, and of the moment. */
export interface MetricsFrame {
  readonly title: string;
  /** The host that is asked. */
  readonly host: string | undefined;
  readonly facts: PanelFacts;
  readonly hasConsole: boolean;
  /** Counts up each time the keyboard shall go to the box for questions. */
  readonly focusQuery: number;
  /** In words. @param at milliseconds since 1970 */
  readonly time: (at: number) => string;
}

/**
 * Defines the data that the metrics page shows and the messages that it sends. Pure, because the extension and the page
 * both use it.
 */
import type { HealthTile } from '#core/metrics/healthTiles.ts';
import type { MetricsRemark, Reference } from '#core/metrics/panels/panel.ts';
import type { MetricUnit } from '#core/metrics/panels/units.ts';
import type { PromqlAssist } from '#server/protocol/promqlAssist.ts';
import { getIndexField, getMessageType, getStringField } from '#client/webview/message.ts';

/** The complete contents of the page, as formatted text. */
export interface MetricsView {
  readonly type: 'metrics';
  readonly title: string;
  /** Source of the metrics. */
  readonly where: string;
  /** Time of the last update, such as `Last updated 10:41`, or the text `Not read yet`. */
  readonly asOf: string;
  readonly loading: boolean;
  readonly ranges: readonly Choice[];
  readonly nodes: readonly Choice[];
  readonly namespaces: readonly Choice[];
  readonly sandboxes: readonly Choice[];
  readonly autos: readonly Choice[];
  /** A problem that prevents all queries. */
  readonly problem?: ProblemView;
  readonly tiles: readonly TileView[];
  readonly panels: readonly PanelView[];
  readonly alerts: AlertsView;
  readonly ask: QueryBoxView;
}

export interface Choice {
  readonly id: string;
  readonly title: string;
  readonly chosen: boolean;
}

export interface ProblemView {
  readonly text: string;
  /** Button for the recommended next step. */
  readonly button?: { readonly does: 'allowToken' | 'refresh' | 'settings'; readonly title: string };
}

/** A value at the start of the page with its trend. */
export interface TileView extends Pick<HealthTile, 'id' | 'state' | 'value' | 'lines' | 'threshold'> {
  readonly title: string;
  /** The trend. Undefined if Prometheus has no samples. */
  readonly chart?: TileChart;
}

/** A line without axes. Times are in seconds since 1970. */
export interface TileChart {
  readonly from: number;
  readonly to: number;
  readonly at: readonly number[];
  /** One value for each time in `at`. Null if no data was collected. */
  readonly values: readonly (number | null)[];
  /** Value at the upper edge. The lower edge is 0. */
  readonly most: number;
  /** Value of the horizontal line. */
  readonly threshold?: number;
}

export interface PanelView {
  readonly id: string;
  readonly title: string;
  readonly answers: string;
  /** Display options, if there is more than one. */
  readonly readings?: readonly Choice[];
  /** Increases when the drawing changes. Unchanged panels aren't drawn again. */
  readonly version: number;
  readonly state: 'loading' | 'chart' | 'empty' | 'problem';
  /** Reason for missing data. */
  readonly text?: string;
  readonly problem?: ProblemView;
  readonly remarks: readonly MetricsRemark[];
  /** Server warnings, omitted data, and filters that don't apply to the panel. */
  readonly notes: readonly string[];
  readonly chart?: ChartView;
  /** True if the cluster has a console that can show the queries. */
  readonly console: boolean;
}

export interface ChartView {
  readonly unit: MetricUnit;
  /** Range of the whole chart, even where no data was collected. In seconds since 1970, like all times in this file. */
  readonly from: number;
  readonly to: number;
  readonly at: readonly number[];
  /** The series to draw. */
  readonly series: readonly SeriesView[];
  /** Number of series that aren't drawn. */
  readonly more: number;
  readonly references: readonly Reference[];
}

export interface SeriesView {
  readonly name: string;
  /** One value for each time in `at`. Null if no data was collected or the value isn't a number. */
  readonly values: readonly (number | null)[];
  /** Newest, lowest, and highest values, formatted for display. */
  readonly newest: string;
  readonly lowest: string;
  readonly highest: string;
}

export interface AlertsView {
  readonly state: 'loading' | 'shown' | 'problem';
  /** Reason why the alerts are unknown, statement that there are none, or messages about the data. */
  readonly text?: string;
  readonly alerts: readonly {
    readonly name: string;
    readonly state: string;
    readonly text: string;
    readonly todo?: string;
    /** True if the console of the cluster can show the alert. */
    readonly console: boolean;
  }[];
}

export interface QueryBoxView {
  /** The last query. Initially empty. */
  readonly text: string;
  /** The query box receives the keyboard focus when this number increases. */
  readonly focus: number;
  /** Previous queries, newest first. */
  readonly history: readonly string[];
  readonly answer?: PanelView;
}

/** Completions for the text that the user is typing. Not stored. */
export interface CompletionView {
  readonly type: 'assist';
  readonly number: number;
  readonly assist: PromqlAssist;
}

/** The messages that the page can send. */
export type MetricsMessage =
  | { readonly type: 'range' | 'node' | 'namespace' | 'sandbox' | 'auto'; readonly id: string }
  | { readonly type: 'reading'; readonly panel: string; readonly id: string }
  | { readonly type: 'refresh' | 'allowToken' | 'settings' }
  | { readonly type: 'copy' | 'console'; readonly panel: string }
  | { readonly type: 'alertInConsole'; readonly name: string }
  | { readonly type: 'ask' | 'document'; readonly text: string }
  | { readonly type: 'assist'; readonly text: string; readonly offset: number; readonly number: number };

/** Maximum query length, which is also the limit of the query box. */
const longestQuery = 10_000;

/** Parses a message of the page. Returns undefined if it is invalid. */
export function readMetricsMessage(message: unknown): MetricsMessage | undefined {
  const type = getMessageType(message);
  switch (type) {
    case 'range':
    case 'node':
    case 'namespace':
    case 'sandbox':
    case 'auto': {
      const id = getStringField(message, 'id');
      return id === undefined ? undefined : { type, id };
    }
    case 'reading': {
      const [panel, id] = [getStringField(message, 'panel'), getStringField(message, 'id')];
      return panel === undefined || id === undefined ? undefined : { type, panel, id };
    }
    case 'refresh':
    case 'allowToken':
    case 'settings':
      return { type };
    case 'copy':
    case 'console': {
      const panel = getStringField(message, 'panel');
      return panel === undefined ? undefined : { type, panel };
    }
    case 'alertInConsole': {
      const name = getStringField(message, 'name');
      return name === undefined ? undefined : { type, name };
    }
    case 'ask':
    case 'document': {
      const text = queryField(message);
      return text === undefined ? undefined : { type, text };
    }
    case 'assist': {
      const [text, offset, number] = [
        queryField(message),
        getIndexField(message, 'offset'),
        getIndexField(message, 'number'),
      ];
      return text === undefined || offset === undefined || number === undefined || offset > text.length
        ? undefined
        : { type, text, offset, number };
    }
    default:
      return undefined;
  }
}

function queryField(message: unknown): string | undefined {
  const text = getStringField(message, 'text');
  return text === undefined || text.length > longestQuery ? undefined : text;
}

/**
 * The metrics of a cluster as the page shows them, and what the page may ask for. Both sides read this file: it is
 * pure.
 */
import type { MetricsRemark, Reference } from '#core/metrics/panels/panel.ts';
import type { MetricUnit } from '#core/metrics/panels/units.ts';
import type { PromqlAssist } from '#server/protocol/promqlAssist.ts';
import { getIndexField, getMessageType, getStringField } from '#client/webview/message.ts';

/** What the page shows: all of it, in the words that it shows. */
export interface MetricsView {
  readonly type: 'metrics';
  readonly title: string;
  /** Whom it is asked of. */
  readonly where: string;
  /** `as of 10:41`; always there. */
  readonly asOf: string;
  readonly loading: boolean;
  readonly ranges: readonly Choice[];
  readonly nodes: readonly Choice[];
  readonly namespaces: readonly Choice[];
  readonly sandboxes: readonly Choice[];
  readonly autos: readonly Choice[];
  /** Why nothing at all can be read. */
  readonly problem?: ProblemView;
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
  /** The one next step that is a click. */
  readonly button?: { readonly does: 'allowToken' | 'refresh' | 'settings'; readonly title: string };
}

export interface PanelView {
  readonly id: string;
  readonly title: string;
  readonly answers: string;
  /** Ways to look at it, where there are several. */
  readonly readings?: readonly Choice[];
  /** Counts up with what is drawn: what did not change is not drawn anew. */
  readonly version: number;
  readonly state: 'loading' | 'chart' | 'empty' | 'problem';
  /** Why there is nothing, or what is shown besides what could not be read. */
  readonly text?: string;
  readonly problem?: ProblemView;
  readonly remarks: readonly MetricsRemark[];
  /** Warnings of the server, what was left out, which filter it does not follow. */
  readonly notes: readonly string[];
  readonly chart?: ChartView;
  /** The cluster has a console to open it in. */
  readonly console: boolean;
}

export interface ChartView {
  readonly unit: MetricUnit;
  /** Of the whole chart, also where nothing was collected; seconds since 1970, as all times here. */
  readonly from: number;
  readonly to: number;
  readonly at: readonly number[];
  /** Those that are drawn. */
  readonly series: readonly SeriesView[];
  /** How many more there are. */
  readonly more: number;
  readonly references: readonly Reference[];
}

export interface SeriesView {
  readonly name: string;
  /** One for each of `at`; null: nothing was collected, or it is no number. */
  readonly values: readonly (number | null)[];
  /** In words. */
  readonly newest: string;
  readonly lowest: string;
  readonly highest: string;
}

export interface AlertsView {
  readonly state: 'loading' | 'shown' | 'problem';
  /** `No alert is raised.`, or why it is not known. */
  readonly text?: string;
  readonly alerts: readonly {
    readonly name: string;
    readonly state: string;
    readonly text: string;
    readonly todo?: string;
  }[];
}

export interface QueryBoxView {
  /** What was asked last; `` at first. */
  readonly text: string;
  /** The keyboard shall be in the box when this is more than before. */
  readonly focus: number;
  /** Newest first. */
  readonly history: readonly string[];
  readonly answer?: PanelView;
}

/** The answer to what the page wants to know while somebody types: not kept. */
export interface CompletionView {
  readonly type: 'assist';
  readonly number: number;
  readonly assist: PromqlAssist;
}

/** What the page may ask for. */
export type MetricsMessage =
  | { readonly type: 'range' | 'node' | 'namespace' | 'sandbox' | 'auto'; readonly id: string }
  | { readonly type: 'reading'; readonly panel: string; readonly id: string }
  | { readonly type: 'refresh' | 'allowToken' | 'settings' }
  | { readonly type: 'copy' | 'console'; readonly panel: string }
  | { readonly type: 'ask' | 'document'; readonly text: string }
  | { readonly type: 'assist'; readonly text: string; readonly offset: number; readonly number: number };

/** As long as the box takes. */
const longestQuery = 10_000;

/** A message of the page; undefined when it is none. */
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

/** Defines the messages that the metrics view sends about a PromQL text. See protocol.ts. */

/**
 * Client to server: returns completions, problems, and a hover for a PromQL text of the metrics view, which isn't in a
 * file. All offsets are UTF-16 code units. Never fails, and returns nothing for a text that is too long (100 kB).
 */
export const promqlAssistRequest = 'osc/promqlAssist';
export interface PromqlAssistParams {
  readonly text: string;
  readonly offset: number;
}
export interface PromqlAssist {
  /** All completions at the offset, best first. The client filters them by the typed text. */
  readonly completions: readonly PromqlCompletion[];
  readonly problems: readonly PromqlDiagnostic[];
  /** Explanation of the element at the offset. */
  readonly hover?: PromqlHover;
}
export interface PromqlCompletion {
  readonly label: string;
  readonly kind: 'series' | 'label' | 'value' | 'function' | 'aggregation' | 'keyword' | 'duration';
  /** Replaces the text from `start` to `end`. */
  readonly insertText: string;
  readonly start: number;
  readonly end: number;
  /** Short description, such as the type and unit of a series, or the series of a label. */
  readonly detail: string;
  /** One or two sentences of plain text. */
  readonly help?: string;
}
export interface PromqlDiagnostic {
  /** Rule ID such as `osc/promql-unknown-metric`. */
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Replacement, which is the most similar name. */
  readonly replacement?: string;
}
export interface PromqlHover {
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}

/** The messages that the metrics view sends about a PromQL text; see protocol.ts. */

/**
 * Client to server: what is known at a place of a PromQL text that is in no file, that of the metrics view. All offsets
 * count UTF-16 units of the text. Never fails: of a text that is too long (100 kB) nothing is said.
 */
export const promqlAssistRequest = 'osc/promqlAssist';
export interface PromqlAssistParams {
  readonly text: string;
  readonly offset: number;
}
export interface PromqlAssist {
  /** All that may stand at the offset, best first; what was begun there is for the client to compare with. */
  readonly completions: readonly PromqlCompletion[];
  readonly problems: readonly PromqlDiagnostic[];
  /** What stands at the offset, explained. */
  readonly hover?: PromqlHover;
}
export interface PromqlCompletion {
  readonly label: string;
  readonly kind: 'series' | 'label' | 'value' | 'function' | 'aggregation' | 'keyword' | 'duration';
  /** What takes the place of the text from `start` to `end`. */
  readonly insertText: string;
  readonly start: number;
  readonly end: number;
  /** Few words: the type of a series and its unit, whose label it is. */
  readonly detail: string;
  /** One sentence or two, plain text. */
  readonly help?: string;
}
export interface PromqlDiagnostic {
  /** `osc/promql-unknown-metric` */
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** What may take its place: the nearest name. */
  readonly replacement?: string;
}
export interface PromqlHover {
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}

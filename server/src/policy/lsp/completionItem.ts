/** Describes a completion item independently of the protocol. */
import type { Span } from '#server/engine/text/span.ts';
import type { PolicyEdit } from './policyContext.ts';

export type ItemKind =
  | 'request'
  | 'field'
  | 'function'
  | 'variable'
  | 'keyword'
  | 'module'
  | 'value'
  | 'file'
  | 'snippet';

export interface Item {
  readonly label: string;
  readonly kind: ItemKind;
  /** Type or signature next to the label. */
  readonly detail?: string;
  /** Short note, dimmed after the label. */
  readonly note?: string;
  /** Documentation in Markdown. */
  readonly documentation?: string;
  /** Text to compare with the typed text, if it isn't the label. */
  readonly filter?: string;
  /** Sort order. Items with the same order are sorted by label. */
  readonly order: number;
  /** Snippet to insert, in which `$` and `}` of text are escaped. */
  readonly snippet: string;
  /** Range to replace. */
  readonly span: Span;
  /** Additional edits. */
  readonly also?: readonly PolicyEdit[];
  /** True if the client opens the completion list again after it inserts the item. */
  readonly goesOn?: boolean;
}

/** Escapes a text so that the snippet inserts it unchanged. */
export const escapePolicySnippet = (text: string): string => text.replace(/[\\$}]/g, '\\$&');

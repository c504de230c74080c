/** One thing that completion offers, before it is put into the terms of the protocol. */
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
  /** A type or signature, beside the label. */
  readonly detail?: string;
  /** Why it is marked: dimmed behind the label. */
  readonly note?: string;
  /** Markdown. */
  readonly documentation?: string;
  /** What is compared with what was typed, where that is not the label. */
  readonly filter?: string;
  /** In which order it comes; the same order goes by label. */
  readonly order: number;
  /** What is written, as a snippet: `$` and `}` of text are escaped. */
  readonly snippet: string;
  /** What is replaced. */
  readonly span: Span;
  /** Other edits that it needs. */
  readonly also?: readonly PolicyEdit[];
  /** Open the list again behind it. */
  readonly goesOn?: boolean;
}

/** A text as a snippet that writes just that. */
export const escapePolicySnippet = (text: string): string => text.replace(/[\\$}]/g, '\\$&');

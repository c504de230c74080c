/** What is told of a status that somebody pasted, in either vocabulary. */
import * as l10n from '@vscode/l10n';
import type { TextRange } from '../text/parsedText.ts';
import type { Message } from '#core/text/message.ts';

/** From the worst. `unknown`: it cannot be said. */
export const toldSeverities = ['error', 'warning', 'unknown', 'info', 'ok'] as const;
export type StatusSeverity = (typeof toldSeverities)[number];

/** In a line of text, before a colon. */
export const severityWords: Readonly<Record<StatusSeverity, Message>> = {
  error: () => l10n.t({ message: 'error', args: [], comment: ['A severity, before a colon.'] }),
  warning: () => l10n.t({ message: 'warning', args: [], comment: ['A severity, before a colon.'] }),
  unknown: () => l10n.t({ message: 'unknown', args: [], comment: ['A severity, before a colon: it cannot be said.'] }),
  info: () => l10n.t({ message: 'info', args: [], comment: ['A severity, before a colon.'] }),
  ok: () => l10n.t({ message: 'ok', args: [], comment: ['A severity, before a colon: all is as it should be.'] }),
};

/**
 * Which kind of not knowing: a phase or a condition that is in no row, two known words that no row has together, a
 * reason of a KataConfig, an event, or all of it.
 */
type UnknownStatusPart = 'phase' | 'condition' | 'pair' | 'reason' | 'event' | 'text';

export interface ExplainedStatus extends TextRange {
  /**
   * `edge`: Volcengine's edge hosting; `kata`: OpenShift sandboxed containers. Neither is ever mapped onto the other.
   */
  readonly vocabulary: 'edge' | 'kata' | 'none';
  /** What it is: `Status of a node pool`, `Message of a KataConfig`. */
  readonly what: string;
  /** The object that has it, where the text names it. */
  readonly name?: string;
  /** As it stands there, in one line. */
  readonly text: string;
  readonly severity: StatusSeverity;
  readonly headline: string;
  readonly meaning: string;
  /** It goes over by itself; false: it stays until something is done. Left out: that is not known. */
  readonly passing?: boolean;
  /** What comes next by itself. */
  readonly next?: string;
  /** What there is to do. */
  readonly todo?: string;
  /** Which kinds of not knowing. Empty: all of it is known. */
  readonly notKnown: readonly UnknownStatusPart[];
  readonly notes: readonly string[];
  /** What it comes from, the root last. */
  readonly cause?: readonly string[];
  readonly docs?: { readonly title: string; readonly url: string };
}

/** Defines the explanation of a pasted status, which can belong to Kata or to edge hosting. */
import * as l10n from '@vscode/l10n';
import type { TextRange } from '../text/parsedText.ts';
import type { Message } from '#core/text/message.ts';

/** Severities, worst first. `unknown` means that the severity can't be determined. */
export const statusSeverities = ['error', 'warning', 'unknown', 'info', 'ok'] as const;
export type StatusSeverity = (typeof statusSeverities)[number];

/** Labels of the severities for a line of text. A colon follows the label. */
export const severityTexts: Readonly<Record<StatusSeverity, Message>> = {
  error: () => l10n.t({ message: 'error', args: [], comment: ['The severity of an explanation, before a colon.'] }),
  warning: () => l10n.t({ message: 'warning', args: [], comment: ['The severity of an explanation, before a colon.'] }),
  unknown: () =>
    l10n.t({
      message: 'unknown',
      args: [],
      comment: ["The severity of an explanation, before a colon: it can't be determined."],
    }),
  info: () => l10n.t({ message: 'info', args: [], comment: ['The severity of an explanation, before a colon.'] }),
  ok: () =>
    l10n.t({ message: 'ok', args: [], comment: ['The severity of an explanation, before a colon: no problem.'] }),
};

/**
 * The part of a status that is unknown: a phase or condition that isn't in the table, a pair of known values that isn't
 * in the table, a KataConfig reason, an event, or the whole text.
 */
type UnknownStatusPart = 'phase' | 'condition' | 'pair' | 'reason' | 'event' | 'text';

export interface ExplainedStatus extends TextRange {
  /**
   * `edge`: Volcengine's edge hosting; `kata`: OpenShift sandboxed containers. The states of one vocabulary are never
   * mapped to those of the other.
   */
  readonly vocabulary: 'edge' | 'kata' | 'none';
  /** Type of the status, such as `Status of a node pool` or `Message of a KataConfig`. */
  readonly what: string;
  /** Name of the object, if the text contains it. */
  readonly name?: string;
  /** Text of the status, on one line. */
  readonly text: string;
  readonly severity: StatusSeverity;
  readonly headline: string;
  readonly meaning: string;
  /** True if the state ends automatically. If false, an action is required. Undefined if unknown. */
  readonly passing?: boolean;
  /** Next state that occurs automatically. */
  readonly next?: string;
  /** Recommended action. */
  readonly todo?: string;
  /** Unknown parts of the status. Empty if everything is known. */
  readonly notKnown: readonly UnknownStatusPart[];
  readonly notes: readonly string[];
  /** Causes, root cause last. */
  readonly cause?: readonly string[];
  readonly docs?: { readonly title: string; readonly url: string };
}

/** Defines messages with a known cause, anywhere in a line. To add one, add it to a list in this folder. */
import type { DocSection } from '../../product/docSection.ts';
import type { Health } from '../../status/explanation.ts';

/** A message with its cause and the next step. */
export interface KnownMessage {
  /** Matches the message in a line. Only the first 2,000 characters of the line are searched. */
  readonly pattern: RegExp;
  /** Default: `attention`. */
  readonly health?: Health;
  /** Returns the title and the meaning, which can contain values from the match. */
  readonly title: (match: RegExpExecArray) => string;
  readonly meaning: (match: RegExpExecArray) => string;
  /** The next step, with a command in backticks. */
  readonly todo: (match: RegExpExecArray) => string;
  readonly docs: DocSection;
  /** True if the message applies only if the line contains no other known message. */
  readonly isGeneral?: boolean;
}

/** Defines messages with a known cause that can be anywhere in a line. To add one, list it in a file of this folder. */
import type { DocSection } from '../../product/docSection.ts';
import type { Health } from '../../status/explanation.ts';

/** A message with its cause and the next step. */
export interface KnownMessage {
  /** Matches the message in one line, of which at most 2,000 characters are searched. */
  readonly pattern: RegExp;
  /** Default: `attention`. */
  readonly health?: Health;
  /** Title and meaning. The match can contain values that the text repeats. */
  readonly title: (match: RegExpExecArray) => string;
  readonly meaning: (match: RegExpExecArray) => string;
  /** The next step, with a command in backticks. */
  readonly todo: (match: RegExpExecArray) => string;
  readonly docs: DocSection;
  /** True if the message applies only if the line contains no other known message. */
  readonly isGeneral?: boolean;
}

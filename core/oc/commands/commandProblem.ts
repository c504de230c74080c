/** Defines the problems that checks find in commands. */
import type { DocSection } from '../../product/docSection.ts';
import type { Release } from '../../product/releases.ts';
import type { Severity } from '../../common/severity.ts';
import type { TextRange } from '../../text/parsedText.ts';
import type { ClientPipeline } from './clientCommand.ts';

/** IDs of the problems. The rules of `lint` have the same IDs. */
type CommandProblemId =
  | 'command-quotes'
  | 'command-jq-line-break'
  | 'command-object-name'
  | 'command-peerpodconfig'
  | 'placeholder-left-in';

/** Text that replaces a range. */
export interface CommandEdit extends TextRange {
  readonly text: string;
}

/** A fix for a problem. */
export interface CommandFix {
  readonly title: string;
  readonly edits: readonly CommandEdit[];
  /** True if there is no other reasonable fix. */
  readonly sure: boolean;
}

/** A problem in a command. */
export interface CommandProblem extends TextRange {
  readonly id: CommandProblemId;
  readonly severity: Severity;
  /** Short description of the problem. */
  readonly headline: string;
  readonly message: string;
  readonly fixes: readonly CommandFix[];
  /** The complete corrected command, if the fixes don't contain it. */
  readonly corrected?: string;
  /** What to do after the corrected command, with a command in backticks. */
  readonly next?: string;
  /** The documentation that contains the command or its replacement. */
  readonly docs?: DocSection;
}

/** The input of a check. */
export interface CommandContext extends ClientPipeline {
  readonly text: string;
  readonly release: Release;
  /** True in documentation, such as Markdown, where readers replace placeholders and correct commands themselves. */
  readonly isDocumentation: boolean;
}

/** Finds problems of one kind in a pipeline. */
export type CommandCheck = (context: CommandContext) => readonly CommandProblem[];

/** The parts of shell scripts that checks use. All offsets refer to the complete text. */
import type { TextRange } from '../../text/parsedText.ts';

/** A word of a command. */
export interface ShellWord extends TextRange {
  /** Value without quotation marks. Undefined if it's unknown because the word contains an expansion, such as `$NS`. */
  readonly value: string | undefined;
  /** Range between the quotation marks, if the complete word is one quoted string without expansions and escapes. */
  readonly quoted?: TextRange;
}

/** A command with its arguments, without redirections. */
export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  /** Placeholders outside quotation marks, such as `<node>`, which the shell reads as redirections. */
  readonly placeholders: readonly TextRange[];
}

/** Commands that are connected by `|`. A command without `|` is a pipeline too. */
export interface Pipeline extends TextRange {
  readonly commands: readonly SimpleCommand[];
  /** Offset of a quotation mark that is never closed. */
  readonly openQuote?: number;
  /** Offsets of typographic quotation marks outside quoted strings. */
  readonly typographicQuotes: readonly number[];
}

/** The commands of a script, including commands in substitutions. */
export interface ShellScript {
  readonly pipelines: readonly Pipeline[];
  /** Names of functions and aliases that the script defines. */
  readonly definedNames: ReadonlySet<string>;
  /** Offset after the last character that was read. */
  readonly end: number;
  /** True if the script has more commands than the limit allows, so that the rest wasn't read. */
  readonly isCut: boolean;
}

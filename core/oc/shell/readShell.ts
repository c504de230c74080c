/**
 * Reads the commands of a shell script without executing it. Supports the grammar of bash as far as it determines where
 * a command and its words end: quotation marks, substitutions, here-documents, and compound commands. Unknown syntax
 * never causes an error. Each character is read at most twice, so the time is linear.
 */
import type { TextRange } from '../../text/parsedText.ts';
import type { Pipeline, ShellScript, SimpleCommand } from './shellCommand.ts';
import { ShellCursor } from './shellCursor.ts';
import { WordReader } from './readWord.ts';

/** Options for reading a part of a text. */
export interface ReadShellOptions extends TextRange {
  /** True to stop after the first complete command line. */
  readonly isOneLine?: boolean;
  /** Number of spaces that a document adds at the start of each line, for example in a list item. */
  readonly indent?: number;
}

/** Maximum nesting of substitutions and subshells. The rest of a script with more levels isn't read. */
const deepest = 40;
/** Maximum number of pipelines in a text. */
export const mostPipelines = 50_000;

/** Reads the commands in a part of a text. */
export function readShell(text: string, { start, end, isOneLine = false, indent = 0 }: ReadShellOptions): ShellScript {
  const reader = new ShellReader(new ShellCursor(text, start, end, indent));
  reader.readCommands(undefined, isOneLine);
  const { pipelines, definedNames, at, isCut } = reader;
  return { pipelines, definedNames, end: at, isCut };
}

/** A pipeline that is being read. */
interface Draft {
  start: number;
  readonly commands: SimpleCommand[];
  words: SimpleCommand['words'][number][];
  placeholders: TextRange[];
  /** True after `|`, so that the pipeline continues on the next line. */
  isContinued: boolean;
}

class ShellReader {
  readonly pipelines: Pipeline[] = [];
  readonly definedNames = new Set<string>();
  isCut = false;
  readonly #cursor: ShellCursor;
  readonly #words: WordReader;
  #depth = 0;

  constructor(cursor: ShellCursor) {
    this.#cursor = cursor;
    this.#words = new WordReader(cursor, (closer) => {
      this.readCommands(closer, false);
    });
  }

  get at(): number {
    return this.#cursor.at;
  }

  /**
   * Reads commands until the closing character or the end of the text.
   * @param isOneLine true to stop after the first complete command line
   */
  readCommands(closer: ')' | undefined, isOneLine: boolean): void {
    const cursor = this.#cursor;
    if (this.#depth >= deepest) {
      cursor.giveUp();
      return;
    }
    this.#depth += 1;
    let draft = createDraft(cursor.at);
    while (!cursor.isDone) {
      cursor.skipBlanks();
      const character = cursor.character;
      if (character === '') break;
      if (character === closer) {
        cursor.at += 1;
        break;
      }
      if (draft.words.length === 0 && draft.commands.length === 0) draft.start = cursor.at;
      if (character === '\n') {
        cursor.skipLineEnd();
        if (draft.isContinued) continue;
        const isComplete = draft.words.length > 0 || draft.commands.length > 0;
        draft = this.#finish(draft);
        if (isOneLine && isComplete) break;
      } else if (!this.#readOperator(draft, character)) this.#readWord(draft);
      else if (draft.words.length === 0 && !draft.isContinued) draft = this.#finish(draft);
    }
    this.#finish(draft);
    this.#depth -= 1;
  }

  /** Reads one operator. Returns false if a word follows instead. */
  #readOperator(draft: Draft, character: string): boolean {
    const cursor = this.#cursor;
    switch (character) {
      case '#':
        cursor.skipComment();
        return true;
      case '|':
        endCommand(draft);
        draft.isContinued = cursor.next !== '|';
        cursor.at += cursor.next === '|' || cursor.next === '&' ? 2 : 1;
        return true;
      case ';':
      case ')':
        endCommand(draft);
        cursor.at += 1;
        return true;
      case '&':
        if (cursor.next === '>') {
          cursor.at += 1;
          this.#readRedirection(draft);
          return true;
        }
        endCommand(draft);
        cursor.at += cursor.next === '&' ? 2 : 1;
        return true;
      case '(':
        this.#readParenthesis(draft);
        return true;
      case '<':
      case '>':
        return this.#readAngleBracket(draft);
      default:
        return false;
    }
  }

  /** Reads a redirection. Returns false for placeholders and process substitutions, which are words. */
  #readAngleBracket(draft: Draft): boolean {
    const cursor = this.#cursor;
    if (cursor.next === '(' || cursor.placeholderEnd() !== undefined) return false;
    this.#readRedirection(draft);
    return true;
  }

  #readRedirection(draft: Draft): void {
    const cursor = this.#cursor;
    const last = draft.words.at(-1);
    // The number of a file descriptor isn't an argument.
    if (last !== undefined && last.end === cursor.at && /^\d+$/.test(last.value ?? '')) draft.words.pop();
    const operator = cursor.readRedirectionOperator();
    cursor.skipBlanks();
    if (cursor.character === '\n' || cursor.character === '') return;
    const { word } = this.#words.read();
    if (operator === '<<' || operator === '<<-') cursor.addHereDocument(word, operator === '<<-');
  }

  #readParenthesis(draft: Draft): void {
    const cursor = this.#cursor;
    const last = draft.words.at(-1);
    if (cursor.next === '(' && last === undefined) {
      cursor.skipArithmetic();
      return;
    }
    cursor.at += 1;
    if (last !== undefined && cursor.skipTo(')')) {
      this.definedNames.add(last.value ?? '');
      draft.words = [];
      return;
    }
    this.readCommands(')', false);
  }

  #readWord(draft: Draft): void {
    const before = this.#cursor.at;
    const { word, placeholders } = this.#words.read();
    // The character starts neither a word nor an operator.
    if (this.#cursor.at === before) this.#cursor.at += 1;
    draft.isContinued = false;
    draft.words.push(word);
    for (const placeholder of placeholders) draft.placeholders.push(placeholder);
    const first = draft.words[0]?.value;
    if (first === 'case' && this.#depth > 1) this.#cursor.isUncertain = true;
    if (draft.words.length === 2 && (first === 'function' || first === 'alias'))
      this.definedNames.add(/^[\w.-]*/.exec(word.value ?? '')?.[0] ?? '');
  }

  /** Adds a pipeline to the result, and returns the draft for the next one. */
  #finish(draft: Draft): Draft {
    endCommand(draft);
    const cursor = this.#cursor;
    const { start, commands } = draft;
    if (commands.length > 0) {
      const openQuote = cursor.takeOpenQuote();
      this.pipelines.push({
        start,
        end: cursor.at,
        commands,
        typographicQuotes: cursor.takeTypographicQuotes(start),
        ...(openQuote === undefined ? {} : { openQuote }),
      });
    }
    if (this.pipelines.length >= mostPipelines && !cursor.isDone) {
      this.isCut = true;
      cursor.giveUp();
    }
    return createDraft(cursor.at);
  }
}

function createDraft(start: number): Draft {
  return { start, commands: [], words: [], placeholders: [], isContinued: false };
}

function endCommand(draft: Draft): void {
  if (draft.words.length > 0) draft.commands.push({ words: draft.words, placeholders: draft.placeholders });
  draft.words = [];
  draft.placeholders = [];
  draft.isContinued = false;
}

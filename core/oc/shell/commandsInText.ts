/** Finds the shell commands in scripts, in fenced blocks of Markdown, and in pasted text. */
import type { TextRange } from '../../text/parsedText.ts';
import { mostPipelines, readShell } from './readShell.ts';
import type { Pipeline, ShellScript } from './shellCommand.ts';

/** Languages of files that can contain shell commands. */
export type CommandLanguage = 'shell' | 'markdown';

/** Maximum number of characters that are read. */
const maxCommandTextLength = 5_000_000;

const command = String.raw`(?=(?:watch[ \t]+["']?|sudo[ \t]+)?(?:oc|kubectl)[ \t]+\S|crio[ \t]+config\b)`;
/** Matches the start of a command at the start of a line: an optional prompt, and the name of a command. */
const commandLine = new RegExp(String.raw`^[ \t]*(?:[$#>%][ \t]+)?${command}`);
/** Like `commandLine`, for text in which `#` starts a comment and isn't a prompt. */
const uncommentedLine = new RegExp(String.raw`^[ \t]*(?:[$>%][ \t]+)?${command}`);
/** Matches a command without a prompt. */
const bareCommand = new RegExp(String.raw`^[ \t]*${command}`);
/** Matches the start of a command after a prompt. `#` is a prompt only before a command, as in `# crio config`. */
const promptedCommand = new RegExp(String.raw`^[ \t]*(?:\$[ \t]+|#[ \t]+${command})`);
/** Matches a line that begins with the prompt `$`. */
const promptLine = /^[ \t]*\$[ \t]+\S/;
const fence = /^([ \t>]{0,40})(`{3,}|~{3,})[ \t]*([\w+-]*)/;
const shellLanguages = new Set('sh bash shell zsh ksh console terminal shellscript shell-session'.split(' '));
/**
 * Languages of fenced blocks that might not contain shell code. In these blocks, only lines that look like a command
 * are read.
 */
const unknownLanguages = new Set(['', 'text', 'txt', 'none', 'plaintext']);

/** The commands in a text. */
export interface CommandsInText {
  readonly pipelines: readonly Pipeline[];
  /** Names of functions and aliases that the text defines. */
  readonly definedNames: ReadonlySet<string>;
  /** True if the text exceeds a limit, so that the rest wasn't read. */
  readonly isCut: boolean;
}

/** Returns the commands of a script or in the fenced blocks of a Markdown text. */
export function commandsIn(text: string, language: CommandLanguage): CommandsInText {
  const end = Math.min(text.length, maxCommandTextLength);
  const isCut = end < text.length;
  if (language === 'markdown')
    return joined(
      fencesIn(text, end).flatMap((block) => commandsInFence(text, block)),
      isCut,
    );
  const script = readShell(text, { start: 0, end });
  return { ...script, isCut: isCut || script.isCut };
}

/** Returns the commands in lines of a pasted text that begin with `oc`, `kubectl`, or `crio config`. */
export function commandsInLines(text: string): CommandsInText {
  const end = Math.min(text.length, maxCommandTextLength);
  return joined(commandsFromLines(text, { start: 0, end }, commandLine, 0), end < text.length);
}

interface Fence extends TextRange {
  readonly indent: number;
  readonly language: string;
}

function fencesIn(text: string, end: number): readonly Fence[] {
  const found: Fence[] = [];
  let open: (Fence & { readonly mark: string }) | undefined;
  for (const line of linesOf(text, 0, end)) {
    const match = fence.exec(line.text);
    if (match === null) continue;
    const [, before = '', mark = '', language = ''] = match;
    if (open === undefined)
      open = { start: line.end + 1, end, indent: before.length, language: language.toLowerCase(), mark };
    else if (mark.startsWith(open.mark) && language === '' && line.text.trim().replaceAll(mark[0] ?? '', '') === '') {
      found.push({ ...open, end: line.start });
      open = undefined;
    }
  }
  // Markdown closes the last block at the end of the text.
  if (open !== undefined && open.start < end) found.push(open);
  return found;
}

function commandsInFence(text: string, { start, end, indent, language }: Fence): readonly ShellScript[] {
  const isShell = shellLanguages.has(language);
  if (!isShell && !unknownLanguages.has(language)) return [];
  const range = { start, end };
  const lines = [...linesOf(text, start, end)];
  // In a block with prompts, the other lines are output. Among commands without a prompt, `#` starts a comment.
  const isRoot = () =>
    lines.some((line) => promptedCommand.test(line.text)) && !lines.some((line) => bareCommand.test(line.text));
  if (lines.some((line) => promptLine.test(line.text)) || isRoot())
    return commandsFromLines(text, range, promptedCommand, indent);
  return isShell ? [readShell(text, { ...range, indent })] : commandsFromLines(text, range, uncommentedLine, indent);
}

/** Reads a command at each line that matches. A command can continue on the next lines. */
function commandsFromLines(text: string, { start, end }: TextRange, first: RegExp, indent: number): ShellScript[] {
  const commands: { readonly start: number; end: number }[] = [];
  let open: { readonly start: number; end: number } | undefined;
  for (const line of linesOf(text, start, end)) {
    const match = first.exec(line.text);
    // A command doesn't extend past an empty line or the next prompt.
    if (open !== undefined && (match !== null || line.text.trim() === '')) {
      open.end = line.start;
      open = undefined;
    }
    if (match === null) continue;
    open = { start: line.start + match[0].length, end };
    commands.push(open);
  }
  return commands.map((range) => readShell(text, { ...range, isOneLine: true, indent }));
}

interface Line extends TextRange {
  readonly text: string;
}

function* linesOf(text: string, start: number, end: number): Generator<Line> {
  for (let at = start; at < end;) {
    const lineBreak = text.indexOf('\n', at);
    const lineEnd = lineBreak < 0 || lineBreak > end ? end : lineBreak;
    // Only the start of a line matters.
    yield { start: at, end: lineEnd, text: text.slice(at, Math.min(lineEnd, at + 400)) };
    at = lineEnd + 1;
  }
}

function joined(scripts: readonly ShellScript[], isCut: boolean): CommandsInText {
  const pipelines = scripts.flatMap((script) => script.pipelines);
  return {
    pipelines: pipelines.slice(0, mostPipelines),
    definedNames: new Set(scripts.flatMap(({ definedNames }) => [...definedNames])),
    isCut: isCut || pipelines.length > mostPipelines || scripts.some((script) => script.isCut),
  };
}

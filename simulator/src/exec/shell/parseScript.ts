/** Parses the scripts that the simulated shell runs: commands with quotes, lists, and output to standard error. */
import { fail, succeed, type Result } from '#core/common/result.ts';

/** A command of a list. */
export interface ShellCommand {
  /** The command and its arguments. `$?` in a word is replaced when the command runs. */
  readonly words: readonly ShellWord[];
  /** True if the output goes to standard error, because of `>&2`. */
  readonly toStderr: boolean;
  /** When the command runs, depending on the command before it. */
  readonly condition: 'always' | 'ifSucceeded' | 'ifFailed';
}

/** The parts of a word. `status` stands for the exit code of the command before. */
export type ShellWord = readonly (string | { readonly kind: 'status' })[];

const token =
  /(?<space>[ \t]+)|(?<operator>&&|\|\||[;\n])|(?<redirect>1?>&2(?=[\s;&|]|$))|'(?<single>[^']*)'|"(?<double>(?:\\.|[^"\\`$]|\$\?)*)"|(?<status>\$\?)|\\(?<escaped>.)|(?<plain>[^\s;&|<>'"\\`$()#]+)/suy;

/** Returns the commands of a script, or the position of syntax that the simulated shell doesn't know. */
export function parseScript(script: string): Result<readonly ShellCommand[], number> {
  const commands: ShellCommand[] = [];
  let [words, word]: [ShellWord[], ShellWord | undefined] = [[], undefined];
  let toStderr = false;
  let condition: ShellCommand['condition'] = 'always';
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (next: ShellCommand['condition']): void => {
    endWord();
    if (words.length > 0) commands.push({ words, toStderr, condition });
    [words, toStderr, condition] = [[], false, next];
  };
  for (let at = 0; at < script.length; at = token.lastIndex) {
    token.lastIndex = at;
    const groups = token.exec(script)?.groups;
    if (groups === undefined) return fail(at);
    const { space, operator, redirect, single, double, status, escaped, plain } = groups;
    if (space !== undefined) endWord();
    else if (operator !== undefined)
      endCommand(operator === '&&' ? 'ifSucceeded' : operator === '||' ? 'ifFailed' : 'always');
    else if (redirect !== undefined) {
      endWord();
      toStderr = true;
    } else if (status !== undefined) word = [...(word ?? []), { kind: 'status' }];
    else if (double !== undefined) word = [...(word ?? []), ...inDoubleQuotes(double)];
    else word = [...(word ?? []), single ?? escaped ?? plain ?? ''];
  }
  endCommand('always');
  return succeed(commands);
}

function inDoubleQuotes(text: string): ShellWord {
  return text
    .split(/(\$\?)/)
    .map((part) => (part === '$?' ? { kind: 'status' as const } : part.replaceAll(/\\(["\\$`])/g, '$1')));
}

/** Returns the text of a word. */
export function expandWord(word: ShellWord, status: number): string {
  return word.map((part) => (typeof part === 'string' ? part : String(status))).join('');
}

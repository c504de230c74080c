/**
 * Describes the credential plugin of a kubeconfig entry: the command that the user sees, and the key that identifies
 * it.
 */
import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { isCredentialKey } from '#core/redaction/credentialNames.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { sanitizeLiteral, sanitizeLine } from '#core/text/sanitize.ts';
import type { ExecEntry } from '../kubeconfig/entries.ts';
import type { Located } from './findExecutable.ts';

/** An environment variable that the kubeconfig sets. */
interface Variable {
  readonly name: string;
  /** Undefined if the name indicates a credential. The user doesn't see the values of credentials. */
  readonly value?: string;
}

/** A command as the user sees it before the command runs. Contains no credentials. */
export interface ExecCommandPreview {
  /** The executable, resolved with the PATH of its environment, and its arguments. Runs without a shell. */
  readonly argv: readonly [string, ...string[]];
  /** The executable with all symbolic links resolved. */
  readonly realPath: string;
  /** All variables that the kubeconfig sets. Each of them can change which code runs or which cluster it accesses. */
  readonly variables: readonly Variable[];
  readonly folder: string;
  /** A hash of the whole command, including hidden values. Equal commands have equal keys. */
  readonly key: string;
}

/**
 * The context that requires credentials, as shown to the user: its name, and its server URL without user names and
 * passwords.
 */
export interface CredentialRequester {
  readonly context: string;
  readonly server: string;
}

/**
 * Maximum number of displayed characters of one argument, of the command, and of all variables. The user can't approve
 * a command that is too long to read.
 */
const longestArgument = 1000;
const longestCommand = 3000;
const longestVariables = 20_000;
/** Lines per page of the prompt, and characters per line. With title and buttons, a page fits on a small screen. */
const linesOfPage = 16;
const widthOfLine = 70;

/**
 * Matches variables that refer to a file, command, or host, even if their names also mention a credential. The first
 * alternative is a variable with the path of a file, and that file can specify a command to run.
 */
const pointing =
  /^GOOGLE_APPLICATION_CREDENTIALS$|(?:command|cmd|cmdline|helper|askpass|program|process|exec|executable|script|shell|binary|bin|cli|tool|agent|hook|module|library|lib|loader|backend|plugin|provider|manager|source|override|config|conf|options|opts|args|store|cache|issuer|server|addr|address|sock|socket|host|proxy|dir|folder|home)$/i;
/** Matches variables whose values are URLs, which can contain a password. */
const addressed = /(?:proxy|url|uri|endpoint)$/i;

/** Returns the command to show and run. If it fails, the error is a message for the user. */
export function commandOf(exec: ExecEntry, program: Located): Result<ExecCommandPreview, string> {
  const { args, env, folder } = exec;
  const command: ExecCommandPreview = {
    argv: [program.path, ...args],
    realPath: program.realPath,
    variables: [...variablesOf(env)].map(([name, value]) =>
      isHidden(name) ? { name } : { name, value: addressed.test(name) ? withoutPassword(value) : value },
    ),
    folder,
    key: createHash('sha256')
      .update(JSON.stringify([program.path, program.realPath, keyOf(exec)]))
      .digest('hex'),
  };
  const values = command.variables.reduce((length, { name, value = '' }) => length + name.length + value.length, 0);
  const tooLong =
    // Checked before the escaping, which takes time.
    [...command.argv, command.realPath, folder].some((text) => text.length > longestArgument) ||
    values > longestVariables ||
    aboutCommand(command).join('\n').length > longestCommand ||
    variableLines(command).join('').length > longestVariables;
  if (!tooLong) return succeed(command);
  const name = path.basename(exec.command);
  return fail(
    l10n.t`Can't run credential plugin "${name}": its arguments or variables in the kubeconfig are too long to display.`,
  );
}

/**
 * Returns the question to show before a credential plugin runs, on one line. Quotes names from the kubeconfig so that
 * they can't end the sentence.
 */
export function headlineOf({ context, server }: CredentialRequester): string {
  // Invisible characters are already escaped. Their backslash isn't escaped again.
  const quoted = sanitizeLiteral(
    `"${sanitizeLine(context, 100).replaceAll(/\\(?!u)|"/g, (character) => `\\${character}`)}"`,
  );
  return l10n.t`The kubeconfig uses a credential plugin to log in to ${quoted} at ${sanitizeLiteral(sanitizeLine(server, 200))}. Run the plugin?`;
}

/** Formats the command as a user would type it, with invisible and bidirectional characters as escapes. */
export function commandLine({ argv }: Pick<ExecCommandPreview, 'argv'>): string {
  return argv.map(shown).join(' ');
}

/** Lists the folder, the target of a symbolic link, and every variable of the command, one per line. */
export function listExecutionDetails(command: ExecCommandPreview): readonly string[] {
  return [...placeLines(command), ...variableLines(command)];
}

/** Lists the folder and the target of a symbolic link. */
function placeLines({ argv, realPath, folder }: ExecCommandPreview): readonly string[] {
  const link = realPath === argv[0] ? [] : [l10n.t`The executable is a symbolic link to ${shown(realPath)}`];
  return [...link, l10n.t`The plugin runs in ${sanitizeLiteral(folder)}, without a shell.`];
}

function aboutCommand(command: ExecCommandPreview): readonly string[] {
  return [
    commandLine(command),
    '',
    ...placeLines(command),
    l10n.t`The plugin runs with your permissions and might open a browser. If its command line, executable, or variables change, you're asked again. Your answer applies to every cluster that uses the plugin.`,
  ];
}

/**
 * Splits the prompt into pages that each fit on a screen, because a VS Code dialog grows with its text and doesn't
 * scroll. The user must see all pages before the command runs.
 */
export function questionsOf(command: ExecCommandPreview): readonly string[] {
  const variables = variableLines(command);
  const first = [...aboutCommand(command), ...(variables.length === 0 ? [] : ['', setWords(variables.length)])];
  const pages: string[][] = [];
  let page = first;
  let left = linesOfPage - heightOf(first);
  for (const line of variables.flatMap(pieces)) {
    const height = heightOf([line]);
    if (height > left && left < linesOfPage) {
      pages.push(page);
      [page, left] = [[], linesOfPage];
    }
    page.push(line);
    left -= height;
  }
  return [...pages, page].map((lines) => lines.join('\n'));
}

/** Returns a key that is equal for equal executions. Contains values of variables, so it must never be shown. */
export function keyOf({ command, args, env, folder }: ExecEntry): string {
  return JSON.stringify([command, args, env.map(({ name, value }) => [name, value]), folder]);
}

/** Returns the effective variables. If a name occurs more than once, the last value applies. */
export function variablesOf(env: ExecEntry['env']): ReadonlyMap<string, string> {
  return new Map(env.map(({ name, value }) => [name, value]));
}

/** Formats one line per variable. Quotes values like a shell, so that no two different variables look alike. */
function variableLines({ variables }: Pick<ExecCommandPreview, 'variables'>): readonly string[] {
  return variables.map(
    ({ name, value }) =>
      `${sanitizeLiteral(name)}=${value === undefined ? l10n.t`*** (credential hidden)` : shown(value)}`,
  );
}

function setWords(count: number): string {
  return count === 1
    ? l10n.t`The kubeconfig sets 1 environment variable for the plugin:`
    : l10n.t`The kubeconfig sets ${count} environment variables for the plugin:`;
}

/** Splits a line that is longer than a page. */
function pieces(line: string): readonly string[] {
  const length = linesOfPage * widthOfLine;
  return Array.from({ length: Math.ceil(line.length / length) }, (_, index) =>
    line.slice(index * length, (index + 1) * length),
  );
}

function heightOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / widthOfLine)), 0);
}

/** Returns whether the value is a credential. Paths and commands stay visible because they determine what runs. */
function isHidden(name: string): boolean {
  return isCredentialKey(name) && !pointing.test(name);
}

/** Hides only the password of a URL: `http://user:***@proxy`. */
function withoutPassword(value: string): string {
  return value.replace(/^([a-z][a-z0-9+.-]{0,20}:\/\/[^\s/@:?#]{0,200}):[^\s/@?#]{1,300}@/i, '$1:***@');
}

/** Quotes an argument like a shell, so that the user sees where it ends. */
function shown(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : sanitizeLiteral(JSON.stringify(argument));
}

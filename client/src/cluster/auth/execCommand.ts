/** The program that an entry of the kubeconfig wants to be run, as it is shown and told apart. */
import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { isCredentialKey } from '../../../../core/redaction/names.ts';
import { failed, ok, type Result } from '../../../../core/result.ts';
import { plainly } from '../../../../core/spelledOut.ts';
import { oneLine } from '../../../../core/live/words.ts';
import type { ExecEntry } from '../kubeconfig/entries.ts';
import type { Located } from './locate.ts';

/** A variable that the kubeconfig sets. */
export interface Variable {
  readonly name: string;
  /** Undefined: a credential by its name, which nobody is shown. */
  readonly value?: string;
}

/** Shown to the user before it is run. Holds no credential. */
export interface Command {
  /** The program, where the PATH of its environment has it, and its arguments; no shell is between. */
  readonly argv: readonly [string, ...string[]];
  /** The file behind all links. */
  readonly realPath: string;
  /** All that the kubeconfig sets: any of them may decide what code is run, or against which cluster. */
  readonly variables: readonly Variable[];
  readonly folder: string;
  /** A hash of all there is to it, hidden values too: equal for what is the same to run. */
  readonly key: string;
}

/** For which cluster credentials are wanted, as it is shown: the name of the context, and the server without user names and passwords. */
export interface Wanting {
  readonly context: string;
  readonly server: string;
}

/** Characters of one argument, of the command with what belongs to it, and of all variables, as they are shown: what nobody can read, nobody can allow. */
const longestArgument = 1000;
const longestCommand = 3000;
const longestVariables = 20_000;
/** Lines of one question, of so many characters: with its title and its buttons, that fits on a small screen. */
const linesOfPage = 16;
const widthOfLine = 70;

/** Variables with these ends name a file, a program or a host, whatever else is in their names. The first one is the path of a file, and that file may name a program. */
const pointing =
  /^GOOGLE_APPLICATION_CREDENTIALS$|(?:command|cmd|cmdline|helper|askpass|program|process|exec|executable|script|shell|binary|bin|cli|tool|agent|hook|module|library|lib|loader|backend|plugin|provider|manager|source|override|config|conf|options|opts|args|store|cache|issuer|server|addr|address|sock|socket|host|proxy|dir|folder|home)$/i;
/** Variables whose values are addresses, which may have a password. */
const addressed = /(?:proxy|url|uri|endpoint)$/i;

/** @returns what is asked; the error is a sentence */
export function commandOf(exec: ExecEntry, program: Located): Result<Command, string> {
  const { args, env, folder } = exec;
  const command: Command = {
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
    // Before they are spelled out: that costs time.
    [...command.argv, command.realPath, folder].some((text) => text.length > longestArgument) ||
    values > longestVariables ||
    aboutCommand(command).join('\n').length > longestCommand ||
    variableLines(command).join('').length > longestVariables;
  if (!tooLong) return ok(command);
  const name = path.basename(exec.command);
  return failed(l10n.t`The login program "${name}" has arguments or variables in the kubeconfig that are too long to be shown to you, and so it is not run.`);
}

/** What is asked, in a line: names of the kubeconfig are quoted, and cannot end the sentence. */
export function headlineOf({ context, server }: Wanting): string {
  // What is not seen is spelled out already: its backslash stays single.
  const quoted = plainly(`"${oneLine(context, 100).replaceAll(/\\(?!u)|"/g, (character) => `\\${character}`)}"`);
  return l10n.t`To log in to ${quoted} at ${plainly(oneLine(server, 200))}, the kubeconfig names a program. Run it?`;
}

/** The command as it would be typed. Whatever is not seen, or turns the direction of writing, is spelled out. */
export function commandLine({ argv }: Pick<Command, 'argv'>): string {
  return argv.map(shown).join(' ');
}

/** What decides besides the command line, a line each: where it runs, the file behind a link, and every variable. */
export function surroundingLines(command: Command): readonly string[] {
  return [...placeLines(command), ...variableLines(command)];
}

/** Where it runs, and the file behind a link. */
function placeLines({ argv, realPath, folder }: Command): readonly string[] {
  const link = realPath === argv[0] ? [] : [l10n.t`The program is a link to ${shown(realPath)}`];
  return [...link, l10n.t`It is run in ${plainly(folder)}, without a shell.`];
}

function aboutCommand(command: Command): readonly string[] {
  return [
    commandLine(command),
    '',
    ...placeLines(command),
    l10n.t`It runs as you, and may open a browser. You are asked again only when something of it changes, whichever cluster wants it.`,
  ];
}

/**
 * What the user is asked, in parts that each fit on a screen: a window of VS Code grows with its text and does not scroll. Only who has seen all of them
 * has seen what is run.
 */
export function questionsOf(command: Command): readonly string[] {
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

/** Equal for what is the same to run. Holds values of variables: never shown. */
export function keyOf({ command, args, env, folder }: ExecEntry): string {
  return JSON.stringify([command, args, env.map(({ name, value }) => [name, value]), folder]);
}

/** The variables that count: of a name that is set twice, the later one. */
export function variablesOf(env: ExecEntry['env']): ReadonlyMap<string, string> {
  return new Map(env.map(({ name, value }) => [name, value]));
}

/** Equals signs end a name, and values are as a shell would need them: no two variables look alike. */
function variableLines({ variables }: Pick<Command, 'variables'>): readonly string[] {
  return variables.map(({ name, value }) => `${plainly(name)}=${value === undefined ? l10n.t`*** (a credential, not shown)` : shown(value)}`);
}

function setWords(count: number): string {
  return count === 1 ? l10n.t`The kubeconfig sets 1 variable for it:` : l10n.t`The kubeconfig sets ${count} variables for it:`;
}

/** A value that is longer than a page goes on on the next one. */
function pieces(line: string): readonly string[] {
  const length = linesOfPage * widthOfLine;
  return Array.from({ length: Math.ceil(line.length / length) }, (_, index) => line.slice(index * length, (index + 1) * length));
}

function heightOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / widthOfLine)), 0);
}

/** Of a credential the name tells, and nothing is gained by seeing it; a path or a program decides what is run. */
function isHidden(name: string): boolean {
  return isCredentialKey(name) && !pointing.test(name);
}

/** `http://user:***@proxy`: what else there is to an address stays. */
function withoutPassword(value: string): string {
  return value.replace(/^([a-z][a-z0-9+.-]{0,20}:\/\/[^\s/@:?#]{0,200}):[^\s/@?#]{1,300}@/i, '$1:***@');
}

/** As a shell would need it: so that one sees where an argument ends. */
function shown(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : plainly(JSON.stringify(argument));
}

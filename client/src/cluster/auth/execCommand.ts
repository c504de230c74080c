/** The program that an entry of the kubeconfig wants to be run, as it is shown and told apart. */
import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { failed, ok, type Result } from '../../../../core/result.ts';
import { plainly } from '../../../../core/spelledOut.ts';
import { oneLine } from '../../../../core/live/words.ts';
import type { ExecEntry } from '../kubeconfig/entries.ts';

/** Shown to the user before it is run. */
export interface Command {
  /** The program, where it really is, and its arguments; no shell is between. */
  readonly argv: readonly [string, ...string[]];
  /** Their values may be secrets. */
  readonly envNames: readonly string[];
  /** The variables that decide what code is run, or against which cluster: these are shown whole. */
  readonly steering: readonly { readonly name: string; readonly value: string }[];
  readonly folder: string;
  /** A hash of all there is to it, values of variables too: equal for what is the same to run. */
  readonly key: string;
}

/** For which cluster credentials are wanted, as it is shown: the name of the context, and the server without user names and passwords. */
export interface Wanting {
  readonly context: string;
  readonly server: string;
}

/** Characters of one argument or value as it is shown, and of all of the question: what nobody can read, nobody can allow. */
const longestArgument = 1000;
const longestQuestion = 3000;

/** As shells, loaders and interpreters read them. */
const steers = /^(?:PATH|PATHEXT|LD_.*|DYLD_.*|NODE_OPTIONS|PYTHON.*|KUBECONFIG)$/i;

/** @param program the absolute path that will run @returns what is asked; the error is a sentence */
export function commandOf(exec: ExecEntry, program: string): Result<Command, string> {
  const { args, env, folder } = exec;
  const command: Command = {
    argv: [program, ...args],
    envNames: env.map(({ name }) => name),
    steering: env.filter(({ name }) => steers.test(name)),
    folder,
    key: createHash('sha256')
      .update(JSON.stringify([program, keyOf(exec)]))
      .digest('hex'),
  };
  const texts = [...command.argv, ...command.steering.map(({ value }) => value), folder];
  // Before they are spelled out: that costs time.
  const tooLong = texts.some((text) => text.length > longestArgument) || questionOf(command).length > longestQuestion;
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

/** What the user is asked. Whatever is not seen, or turns the direction of writing, is spelled out. */
export function questionOf({ argv, envNames, steering, folder }: Command): string {
  const others = envNames.filter((name) => !steering.some((one) => one.name === name));
  return [
    argv.map(shown).join(' '),
    '',
    l10n.t`It is run in ${plainly(folder)}, without a shell.`,
    ...steering.map(({ name, value }) => l10n.t`The kubeconfig sets for it: ${name}=${shown(value)}`),
    ...(others.length === 0 ? [] : [l10n.t`The kubeconfig sets for it: ${others.map(plainly).join(', ')}.`]),
    l10n.t`It runs as you, and may open a browser. It is not asked again for this line, whichever cluster wants it.`,
  ].join('\n');
}

/** Equal for what is the same to run. Holds values of variables: never shown. */
export function keyOf({ command, args, env, folder }: ExecEntry): string {
  return JSON.stringify([command, args, env.map(({ name, value }) => [name, value]), folder]);
}

/** As a shell would need it: so that one sees where an argument ends. */
function shown(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : plainly(JSON.stringify(argument));
}

/**
 * Runs a documented cloud command on this computer after the user has reviewed it. Uses no shell and limits time and
 * output. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import process from 'node:process';
import { omitUndefined } from '#core/common/json.ts';
import { Redaction } from '#core/redaction/index.ts';
import { fail, type Result } from '#core/common/result.ts';
import { findExecutable } from '#client/kubernetes/auth/findExecutable.ts';
import { runProgram, type RunFailure } from '#client/kubernetes/auth/runProgram.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { findWorkingFolder } from '#client/processes/homeFolder.ts';

/** Maximum run time of a cloud command, in milliseconds. */
const patience = 60_000;

/** Reason why a command failed. */
export interface CloudFailure {
  /** A sentence that names the command, and its exit code if it has one. */
  readonly message: string;
  /** What the command wrote to its standard error, without credentials. */
  readonly errors?: string;
  /** True if the command doesn't exist on this computer. */
  readonly isMissing?: true;
}

/** Runs a command and returns its standard output. */
export async function runCloudCommand(
  argv: readonly [string, ...string[]],
  clock: Clock,
  env: Readonly<Record<string, string | undefined>> = process.env,
  folder: string = findWorkingFolder(),
): Promise<Result<string, CloudFailure>> {
  const [name, ...args] = argv;
  // Searches outside the workspace folder, where an executable of the same name might be malicious.
  const program = await findExecutable(name, env, folder);
  if (program === undefined)
    return fail({ message: l10n.t`Can't find the command ${name} on this computer.`, isMissing: true });
  const answer = await runProgram({ argv: [program.path, ...args], env, folder, keepsErrors: true }, clock, patience);
  if (answer.ok) return answer;
  const errors = withoutCredentials(answer.error.errors ?? '', env).trim();
  return fail({
    message: failureWords(name, answer.error),
    ...omitUndefined({ errors: errors === '' ? undefined : errors }),
  });
}

/**
 * Returns text as a terminal displays it. Windows commands end lines with CRLF, and progress bars return to the start
 * of their line.
 */
function asShown(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/^[^\n]*\r(?=[^\n])/gm, '')
    .replaceAll('\r', '');
}

/**
 * Returns the output as a terminal displays it, without credentials. Removes text that looks like a credential, and the
 * values of environment variables whose names indicate a credential.
 * @param env environment of the command
 */
export function withoutCredentials(
  text: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const redaction = new Redaction();
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && holdsCredential.test(name)) redaction.learnValue(value);
  return redaction.removeLearned(redaction.learn(asShown(text)).text).text;
}

/** Matches names of variables that contain a credential, as opposed to the path of a file. */
const holdsCredential = /(?:SECRET|TOKEN|PASSWORD|ACCESS_KEY(?:_ID)?)$/i;

function failureWords(name: string, failure: RunFailure): string {
  switch (failure.kind) {
    case 'ended':
      return failure.code === undefined
        ? l10n.t`${name} was terminated by a signal.`
        : l10n.t`${name} exited with code ${failure.code}.`;
    case 'timeout':
      return l10n.t`${name} didn't respond within ${patience / 1000} seconds.`;
    case 'too-much':
      return l10n.t`${name} printed too much output.`;
    default:
      return l10n.t`Can't start ${name}.`;
  }
}

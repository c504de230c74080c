/** Runs a documented command of a cloud on this machine, as the user who sees it first: no shell, bounded in time and output. Without VS Code. */
import * as l10n from '@vscode/l10n';
import os from 'node:os';
import process from 'node:process';
import { failed, ok, type Result } from '../../../core/result.ts';
import { locate } from '../cluster/auth/locate.ts';
import { runProgram, type RunFailure } from '../cluster/auth/runProgram.ts';
import type { Clock } from '../cluster/time.ts';
import { sentenceGap } from '../../../core/wording.ts';

/** Milliseconds that a cloud is given to answer. */
const patience = 60_000;

/** @returns what it printed; the error is a sentence. What it wrote to its errors is not kept: it may hold credentials */
export async function runCloudCommand(
  argv: readonly [string, ...string[]],
  clock: Clock,
  env: Readonly<Record<string, string | undefined>> = process.env,
  folder: string = os.homedir(),
): Promise<Result<string, string>> {
  const [name, ...args] = argv;
  // Not in the folder of the workspace: a program of this name there is not the one that is meant.
  const program = await locate(name, env, folder);
  if (program === undefined) return failed(l10n.t`${name} was not found on this machine.`);
  const answer = await runProgram({ argv: [program.path, ...args], env, folder }, clock, patience);
  return answer.ok ? ok(answer.value) : failed(`${failureWords(name, answer.error)}${sentenceGap()}${l10n.t`Run the command in a terminal to see why.`}`);
}

function failureWords(name: string, failure: RunFailure): string {
  switch (failure.kind) {
    case 'ended':
      return failure.code === undefined
        ? l10n.t`${name} ended with code unknown: are you logged in to the cloud?`
        : l10n.t`${name} ended with code ${failure.code}: are you logged in to the cloud?`;
    case 'timeout':
      return l10n.t`${name} did not answer within ${patience / 1000} seconds.`;
    case 'too-much':
      return l10n.t`${name} printed too much to be an answer.`;
    default:
      return l10n.t`${name} could not be started.`;
  }
}

/** Prints the result of `osc-tools must-gather collect`, and determines the exit code. */
import process from 'node:process';
import { formatSanitizedJson, sanitizeTerminalLine } from '#core/text/sanitize.ts';
import type { LeftoverObject } from '#core/mustGather/leftoverObjects.ts';
import type { GatherOutcome } from '#core/mustGather/collectOutcome.ts';
import { exitClean, exitFound, exitInterrupted, exitTerminated, exitUsage } from '../usage.ts';

export const collectFormats = ['text', 'json'] as const;
export type CollectFormat = (typeof collectFormats)[number];

interface CollectCommandResult {
  readonly by: 'oc' | 'api';
  readonly folder: string;
  readonly outcome: GatherOutcome;
  /** What couldn't be read, one line each. */
  readonly problems: readonly string[];
  /** Objects that remain on the cluster. Undefined if unknown. */
  readonly leftovers?: readonly LeftoverObject[] | undefined;
}

/**
 * Prints the outcome to standard error, and the folder to standard output.
 * @returns the exit code
 */
export function printCollectResult(
  { by, folder, outcome, problems, leftovers }: CollectCommandResult,
  format: CollectFormat,
  stoppedBy: NodeJS.Signals | undefined,
): number {
  const { end, words } = outcome;
  process.stderr.write(`${sanitizeTerminalLine(words)}\n`);
  process.stdout.write(
    format === 'json'
      ? `${formatSanitizedJson({ by, folder, end, message: words, problems, leftovers: leftovers ?? null })}\n`
      : `${sanitizeTerminalLine(folder)}\n`,
  );
  const stopped = exitCodeOfSignal(stoppedBy);
  if (end === 'failed') return exitUsage;
  // Node journals aren't available through the API, so the best result of such a collection is `partial`.
  const isComplete = end === (by === 'oc' ? 'complete' : 'partial') && problems.length === 0;
  return stopped ?? (isComplete && leftovers?.length === 0 ? exitClean : exitFound);
}

/** Returns the exit code of a command that the user stopped. */
export function exitCodeOfSignal(signal: NodeJS.Signals | undefined): number | undefined {
  if (signal === undefined) return undefined;
  return signal === 'SIGINT' ? exitInterrupted : exitTerminated;
}

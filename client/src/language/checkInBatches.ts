/** Requests checks of all files of the workspace in batches, so that the user sees the progress and can cancel. */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import { getSentenceSeparator, selectPlural } from '#core/text/grammar.ts';
import { checkFilesRequest, filesToCheckRequest, type CheckedFilesResult } from '#server/protocol/protocol.ts';
import type { SendServerRequest } from './server/serverRequests.ts';

/** Result of a check, with the number of checked and of listed files. */
export interface Outcome extends CheckedFilesResult {
  readonly looked: number;
  readonly listed: number;
}

/** The part of a `CancellationToken` that this module uses. */
export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): unknown;
}

/** A progress update. */
export interface ProgressStep {
  readonly message: string;
  /** Progress since the last update, in percent. */
  readonly increment: number;
}

/** Number of files per batch. Small enough for frequent progress updates. */
export const batchSize = 10;

/**
 * Checks all files.
 * @returns undefined if the user canceled before the files were listed
 */
export async function checkInBatches(
  ask: SendServerRequest,
  report: (step: ProgressStep) => void,
  token: Cancellation,
): Promise<Outcome | undefined> {
  // The server lists the files after it has indexed the workspace.
  const listed = await Promise.race([ask(filesToCheckRequest, {}), cancellationOf(token)]);
  if (listed === undefined) return undefined;
  const { uris } = listed;
  let outcome: Outcome = { files: 0, errors: 0, warnings: 0, infos: 0, rulesOff: [], looked: 0, listed: uris.length };
  while (outcome.looked < uris.length && !token.isCancellationRequested) {
    const { looked } = outcome;
    const batch = uris.slice(looked, looked + batchSize);
    report({ message: l10n.t`${looked} of ${uris.length}`, increment: (100 * batch.length) / uris.length });
    outcome = sum(outcome, await ask(checkFilesRequest, { uris: batch }), batch.length);
  }
  return outcome;
}

function sum(before: Outcome, batch: CheckedFilesResult, looked: number): Outcome {
  const { files, errors, warnings, infos, rulesOff } = batch;
  return {
    files: before.files + files,
    errors: before.errors + errors,
    warnings: before.warnings + warnings,
    infos: before.infos + infos,
    rulesOff: [...new Set([...before.rulesOff, ...rulesOff])],
    looked: before.looked + looked,
    listed: before.listed,
  };
}

function cancellationOf(token: Cancellation): Promise<undefined> {
  return new Promise((resolve) => void token.onCancellationRequested(() => resolve(undefined)));
}

/**
 * Summarizes an outcome with the same messages as `osc-tools lint`. Mentions rules that the settings turn off, because
 * the settings can come from the author of the workspace.
 */
export function summaryOf(outcome: Outcome): string {
  const { looked, listed, rulesOff } = outcome;
  if (listed === 0) return l10n.t`No files to check in this workspace.`;
  return [
    ...(looked === listed ? [] : [l10n.t`Canceled after ${looked} of ${listed} files.`]),
    countsOf(outcome),
    ...(rulesOff.length === 0
      ? []
      : [
          selectPlural(
            rulesOff.length,
            l10n.t`1 rule is turned off in the settings.`,
            l10n.t`${rulesOff.length} rules are turned off in the settings.`,
          ),
        ]),
  ].join(getSentenceSeparator());
}

function countsOf({ files, errors, warnings, infos }: CheckedFilesResult): string {
  const checked = formatCount(files, 'file');
  if (errors + warnings + infos === 0) return l10n.t`${checked} checked, no problems found.`;
  return l10n.t`${checked} checked: ${formatCount(errors, 'error')}, ${formatCount(warnings, 'warning')}, ${infos} informational.`;
}

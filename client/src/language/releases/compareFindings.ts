/**
 * Requests the findings of all workspace files for two OSC releases in batches, so that the user sees the progress and
 * can cancel. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import type { ComparedFinding, FindingDifferences } from '#core/releaseDifferences/findingDifferences.ts';
import { compareFilesRequest, filesToCheckRequest, type ComparedReleases } from '#server/protocol/protocol.ts';
import { batchSize, type Cancellation, type ProgressStep } from '../checkInBatches.ts';
import type { SendServerRequest } from '../server/serverRequests.ts';

/** Maximum number of findings in each of the two lists. */
export const maxFindings = 1000;

/**
 * Compares the findings of all files.
 * @param nameOf returns the name of a file in the report
 * @returns undefined if the user canceled
 */
export async function compareFindings(
  ask: SendServerRequest,
  releases: ComparedReleases,
  nameOf: (uri: string) => string,
  report: (step: ProgressStep) => void,
  token: Cancellation,
): Promise<FindingDifferences | undefined> {
  const canceled = new Promise<undefined>((resolve) => void token.onCancellationRequested(() => resolve(undefined)));
  // The server lists the files after it has indexed the workspace.
  const listed = await Promise.race([ask(filesToCheckRequest, {}), canceled]);
  if (listed === undefined) return undefined;
  const { uris } = listed;
  const [appeared, disappeared] = [new BoundedList(nameOf), new BoundedList(nameOf)];
  let files = 0;
  for (let start = 0; start < uris.length; start += batchSize) {
    const batch = uris.slice(start, start + batchSize);
    report({ message: l10n.t`${start} of ${uris.length}`, increment: (100 * batch.length) / uris.length });
    const compared = await Promise.race([ask(compareFilesRequest, { ...releases, uris: batch }), canceled]);
    if (compared === undefined || token.isCancellationRequested) return undefined;
    files += compared.files;
    appeared.add(compared.appeared);
    disappeared.add(compared.disappeared);
  }
  return {
    files,
    appeared: appeared.items,
    disappeared: disappeared.items,
    omitted: { appeared: appeared.omitted, disappeared: disappeared.omitted },
  };
}

/** Keeps the first findings and counts the others. */
class BoundedList {
  readonly items: ComparedFinding[] = [];
  omitted = 0;
  readonly #nameOf: (uri: string) => string;

  constructor(nameOf: (uri: string) => string) {
    this.#nameOf = nameOf;
  }

  add(findings: readonly ComparedFinding[]): void {
    const kept = findings.slice(0, maxFindings - this.items.length);
    this.omitted += findings.length - kept.length;
    for (const finding of kept) this.items.push({ ...finding, file: this.#nameOf(finding.file) });
  }
}

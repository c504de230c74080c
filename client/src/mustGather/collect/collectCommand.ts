/**
 * Collects a must-gather through the API for `osc-tools must-gather collect`. Loaded on demand. Doesn't use VS Code.
 * The connection rejects all changes.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { omitUndefined } from '#core/common/json.ts';
import type { Result } from '#core/common/result.ts';
import type { GatherOutcome } from '#core/mustGather/collectOutcome.ts';
import { createFolderName } from '#core/mustGather/collectArguments.ts';
import { describeSize, type SizeProgress } from '#core/mustGather/collectionSize.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { readSnapshot } from '#client/kubernetes/read/readSnapshot.ts';
import { useCluster, type CheckOrder } from '#client/operations/preflight/checkCluster.ts';
import { collectAndRecord } from './api/collectAndRecord.ts';

export { listContexts } from '#client/operations/preflight/checkCluster.ts';

export interface CollectCommandOptions {
  /** New folder for the must-gather. By default, a folder with the name of the context and the time. */
  readonly folder?: string;
  /** Maximum size in bytes. If undefined, there is none. */
  readonly maxBytes?: number;
  readonly stop: AbortSignal;
  /** Called with the current step and the size so far. */
  readonly onProgress: (text: string) => void;
}

interface CollectReport {
  readonly folder: string;
  readonly outcome: GatherOutcome;
  /** Objects that couldn't be read, one line each. */
  readonly problems: readonly string[];
}

/**
 * Collects a must-gather. The error is one readable line without secrets.
 * @throws if the folder can't be created, or a file can't be written
 */
export async function collectForCommand(
  order: CheckOrder,
  { folder: given, maxBytes, stop, onProgress }: CollectCommandOptions,
): Promise<Result<CollectReport, string>> {
  return useCluster({ ...order, signal: stop }, async ({ connection, now, signal, head, withoutLimit }) => {
    const { snapshot, problems } = await readSnapshot(connection, now, signal);
    const folder = path.resolve(order.folder, given ?? createFolderName(head.cluster, now()));
    await mkdir(path.dirname(folder), { recursive: true });
    await createNewFolder(folder);
    let [step, size] = ['', ''];
    const tell = (): void => onProgress([step, size].filter((text) => text !== '').join(' · '));
    const collected = await withoutLimit(() =>
      collectAndRecord({
        connection,
        snapshot,
        context: head.cluster,
        server: head.server,
        folder,
        clock: realClock,
        signal: stop,
        say(text) {
          step = text;
          tell();
        },
        onSize(progress: SizeProgress) {
          size = describeSize(progress);
          tell();
        },
        ...omitUndefined({ maxBytes }),
      }),
    );
    return { problems, answer: () => ({ folder, outcome: collected.outcome, problems: collected.problems }) };
  });
}

/** @throws if the folder exists, so that a collection never mixes with other files */
async function createNewFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
    throw new Error(`the folder ${folder} already exists. To use another folder, add --output.`, { cause: error });
  }
}

/**
 * Collects a must-gather through the API for `osc-tools must-gather collect`. Loaded on demand. Doesn't use VS Code.
 * The connection rejects all changes.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { GatherOutcome } from '#core/mustGather/collectOutcome.ts';
import { createFolderName } from '#core/mustGather/collectArguments.ts';
import type { CollectRemark } from '#core/mustGather/collectPreflight.ts';
import { describeSize, estimateSize, sizeRemarks, type SizeProgress } from '#core/mustGather/collectionSize.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { readSnapshot } from '#client/kubernetes/read/readSnapshot.ts';
import { useCluster, type CheckOrder } from '#client/operations/preflight/checkCluster.ts';
import { collectAndRecord } from './api/collectAndRecord.ts';
import type { Collections } from './run/collectedMustGathers.ts';
import { nodeCountOf } from './run/collectPreflight.ts';
import { openCommandStorage } from './run/commandStorage.ts';
import { freeOf } from './run/freeSpace.ts';

export { listContexts } from '#client/operations/preflight/checkCluster.ts';

export interface CollectCommandOptions {
  /** New folder for the must-gather. By default, a folder with the name of the context and the time. */
  readonly folder?: string;
  /** Maximum size in bytes. If undefined, there is none. */
  readonly maxBytes?: number;
  readonly stop: AbortSignal;
  /** Called once with the estimated size, before the collection starts. */
  readonly onEstimate: (remarks: readonly CollectRemark[]) => void;
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
 * Collects a must-gather. The error is one readable line without secrets. If the user stops the command before the
 * collection starts, no folder is created.
 * @throws if the folder can't be created, or a file can't be written
 */
export async function collectForCommand(
  order: CheckOrder,
  { folder: given, maxBytes, stop, onEstimate, onProgress }: CollectCommandOptions,
): Promise<Result<CollectReport, string>> {
  const read = await useCluster<CollectReport | undefined>(
    { ...order, signal: stop },
    async ({ connection, now, signal, head, withoutLimit }) => {
      const { snapshot, problems } = await readSnapshot(connection, now, signal);
      if (stop.aborted) return { problems, answer: () => undefined };
      const folder = path.resolve(order.folder, given ?? createFolderName(head.cluster, now()));
      await mkdir(path.dirname(folder), { recursive: true });
      await createNewFolder(folder);
      const { collections } = openCommandStorage(order.env);
      onEstimate(await estimate(collections, { folder, server: head.server, nodeCount: nodeCountOf(snapshot) }));
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
      // Without the record, the estimate of the next collection is only less accurate.
      await collections.add(folder).catch(() => undefined);
      return { problems, answer: () => ({ folder, outcome: collected.outcome, problems: collected.problems }) };
    },
  );
  if (!read.ok) return read;
  return read.value === undefined ? fail('canceled') : succeed(read.value);
}

interface EstimateOptions {
  /** Folder of the must-gather. */
  readonly folder: string;
  readonly server: string;
  readonly nodeCount: number | undefined;
}

/** Estimates the size from earlier collections through the API on this computer. */
async function estimate(
  collections: Pick<Collections, 'all'>,
  { folder, server, nodeCount }: EstimateOptions,
): Promise<readonly CollectRemark[]> {
  const sizes = (await collections.all()).flatMap(({ size }) => size ?? []);
  return sizeRemarks(estimateSize(sizes, { server, by: 'api', nodeCount }), { freeBytes: await freeOf(folder) });
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

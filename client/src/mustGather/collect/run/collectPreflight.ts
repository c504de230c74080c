/**
 * Reads the data for the checks before a must-gather. Changes nothing: access reviews aren't stored. Doesn't use VS
 * Code.
 */
import { getEffectiveLogLevel } from '#core/status/kataConfig/verboseLogLevel.ts';
import { estimateSize, sizeRemarks, type RecordedSize } from '#core/mustGather/collectionSize.ts';
import { listItems, indexSnapshot, isKnown } from '#core/status/snapshotIndex.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { GatherChoices } from '#core/mustGather/collectChoices.ts';
import { gatherRights, type PermissionResult, type CollectPreflight } from '#core/mustGather/collectPreflight.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import type { OcProgram } from '#client/oc/oc.ts';
import { lookAtDestination } from './destination.ts';

export interface CollectPreflightOptions {
  readonly connection: Pick<Connection, 'ask' | 'send'>;
  readonly snapshot: Snapshot;
  readonly choices: GatherChoices;
  readonly oc: OcProgram;
  readonly folder: string;
  /** Folders of the workspace. */
  readonly workspace: readonly string[];
  readonly server: string;
  /** Sizes of earlier collections, newest first. */
  readonly sizes: readonly RecordedSize[];
  readonly signal: AbortSignal;
}

export async function readBefore({
  connection,
  snapshot,
  choices,
  oc,
  folder,
  workspace,
  server,
  sizes,
  signal,
}: CollectPreflightOptions): Promise<CollectPreflight> {
  const reader = createClusterReader(connection, signal);
  const ask = async (right: PermissionResult['right']): Promise<PermissionResult> => {
    const answer = await reader.mayI(right);
    return { right, allowed: answer.kind === 'value' ? answer.value : undefined };
  };
  const [rights, destination] = await Promise.all([
    Promise.all(gatherRights(choices).map(ask)),
    lookAtDestination(folder, workspace),
  ]);
  const nodeCount = nodeCountOf(snapshot);
  const { what, since } = choices;
  const estimate = estimateSize(sizes, { server, by: 'oc', what, since, nodeCount });
  const size = sizeRemarks(estimate, { freeBytes: destination.freeBytes, nodeCount });
  return { oc, rights, size, ...destination, openShift: openShiftOf(snapshot), logLevel: logLevelOf(snapshot) };
}

/** Returns the number of nodes. Returns undefined if they can't be read. */
export function nodeCountOf(snapshot: Snapshot): number | undefined {
  return isKnown(snapshot, 'nodes') ? snapshot.nodes.items.size : undefined;
}

export function openShiftOf(snapshot: Snapshot): string | undefined {
  const [version] = listItems(snapshot, 'clusterVersions');
  return version?.version ?? version?.desired;
}

/** Returns the log level of CRI-O on the Kata nodes. Returns undefined if it is unknown. */
export function logLevelOf(snapshot: Snapshot): string | undefined {
  const { kataConfig } = indexSnapshot(snapshot);
  return kataConfig === undefined ? undefined : getEffectiveLogLevel(kataConfig);
}

/**
 * Reads the data for the checks before a must-gather. Changes nothing: access reviews aren't stored. Doesn't use VS
 * Code.
 */
import { getEffectiveLogLevel } from '#core/status/kataConfig/verboseLogLevel.ts';
import { listItems, indexSnapshot } from '#core/status/snapshotIndex.ts';
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
  readonly signal: AbortSignal;
}

export async function readBefore({
  connection,
  snapshot,
  choices,
  oc,
  folder,
  workspace,
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
  return { oc, rights, ...destination, openShift: openShiftOf(snapshot), logLevel: logLevelOf(snapshot) };
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

/** Collects a must-gather through the API, and writes its record. Doesn't use VS Code. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { omitUndefined } from '#core/common/json.ts';
import { recordName, recordText } from '#core/mustGather/collectionRecord.ts';
import { isKataRuntimeClass } from '#core/status/nodes/failedSandboxes.ts';
import { getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { nodeCountOf, openShiftOf } from '../run/collectPreflight.ts';
import { collectByApi, type ApiCollectOptions, type ApiCollectResult } from './apiCollector.ts';

export interface RecordedCollectOptions extends Omit<ApiCollectOptions, 'isKataClass'> {
  readonly snapshot: Snapshot;
  readonly context: string;
  readonly server: string;
}

/**
 * Collects the data and writes `osc-collection.json`.
 * @throws if a file can't be written
 */
export async function collectAndRecord({
  snapshot,
  context,
  server,
  ...options
}: RecordedCollectOptions): Promise<ApiCollectResult> {
  const { clock, folder } = options;
  const began = clock.now();
  const collected = await collectByApi({ ...options, isKataClass: (name) => isKataRuntimeClass(snapshot, name) });
  const record = recordText({
    version: 1,
    by: 'api',
    command: [],
    versions: omitUndefined({ openShift: openShiftOf(snapshot), operator: getOperatorVersion(snapshot) }),
    cluster: { context, server },
    size: collected.size,
    ...omitUndefined({ nodeCount: nodeCountOf(snapshot) }),
    began: new Date(began).toISOString(),
    ended: new Date(clock.now()).toISOString(),
    ...collected.outcome,
    problems: collected.problems,
  });
  await writeFile(path.join(folder, recordName), record, { mode: 0o600 });
  return collected;
}

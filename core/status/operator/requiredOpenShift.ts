/**
 * Determines the OpenShift version that an OSC release requires. Source of the table: core/product/openShiftSupport.ts.
 */
import { documentedSubscription } from '#core/product/namespaces.ts';
import { requiredVersion, findOpenShiftSupport } from '#core/product/openShiftSupport.ts';
import { findRelease } from '#core/product/releases.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { listItems } from '../snapshotIndex.ts';

/**
 * Returns the OpenShift version to update to before one of these CSVs is installed. Returns undefined if the cluster's
 * version is supported or unknown.
 */
export function requiredOpenShift(snapshot: Snapshot, csvs: readonly string[]): string | undefined {
  const current = listItems(snapshot, 'clusterVersions').find(({ name }) => name === 'version')?.version;
  const csv = csvs.find((name) => name.startsWith(documentedSubscription.startingCsvPrefix));
  const release = csv === undefined ? undefined : findRelease(csv.slice(csv.indexOf('.') + 1));
  const support = release === undefined ? undefined : findOpenShiftSupport(release.id);
  return current === undefined || support === undefined ? undefined : requiredVersion(current, support);
}

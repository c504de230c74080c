/**
 * Ensures that the operator is removed after the KataConfig, because only the operator can uninstall Kata from the
 * nodes. Sources: OSC 1.12 §5.3; notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { listItems, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { documentedSubscription as documented } from '#core/product/namespaces.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import { isListKnown, describeUnreadableKind, type StepStatus } from './stepStatus.ts';

/** Returns why the operator must not be removed yet. Returns undefined if the KataConfig is deleted. */
export function getRemovalBlocker({ snapshot }: ObservedCluster): StepStatus | undefined {
  if (!isListKnown(snapshot, 'kataConfigs')) return describeUnreadableKind(snapshot, 'kataConfigs');
  if (indexSnapshot(snapshot).kataConfig === undefined) return undefined;
  return {
    state: 'later',
    headline: l10n.t`Waiting for KataConfig deletion`,
    meaning: l10n.t`Only the operator can uninstall Kata from the nodes. If you remove the operator first, the KataConfig can't be deleted.`,
  };
}

/** Returns the names of resources in the namespace that belong to other operators. */
export function othersThere({ snapshot }: ObservedCluster): readonly string[] {
  return [
    ...listItems(snapshot, 'subscriptions')
      .filter((one) => one.package !== documented.package)
      .map(({ name }) => `Subscription ${name}`),
    ...listItems(snapshot, 'clusterServiceVersions')
      .filter(({ name }) => !isOperatorCsv(name))
      .map(({ name }) => `ClusterServiceVersion ${name}`),
  ];
}

/** Returns whether a CSV belongs to the operator, based on its name. */
export function isOperatorCsv(csv: string): boolean {
  return csv.startsWith(documented.startingCsvPrefix);
}

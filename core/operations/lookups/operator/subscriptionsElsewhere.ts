/**
 * Subscriptions to the operator package outside the operator namespace. A second installation conflicts with the first.
 * Source: notes/cluster.md 5.3.
 */
import * as l10n from '@vscode/l10n';
import { subscriptions, type Subscription } from '#core/cluster/watchedKinds/subscription.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import { getString } from '#core/common/json.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

export interface SubscriptionsElsewhere {
  /** Subscriptions in namespaces other than the operator namespace. */
  readonly found: readonly Subscription[];
}

const most = 100;
const isOurs = (raw: unknown): boolean => getString(raw, 'spec', 'name') === documentedSubscription.package;

export const subscriptionsElsewhereFact = defineLookup<SubscriptionsElsewhere>({
  neededFor: () => l10n.t`whether the operator is installed in another namespace`,
  read: async (reader) =>
    mapReadResult(
      await reader.list(getCollectionPath(subscriptions), most, isOurs),
      ({ items }) => ({
        found: items
          .filter(isOurs)
          .flatMap((raw) => subscriptions.read(raw) ?? [])
          .filter(({ namespace }) => namespace !== operatorNamespace),
      }),
      { found: [] },
    ),
});

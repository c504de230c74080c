/** Subscriptions to the operator's package outside of its namespace: a second install gets in the way of the first. Source: notes/cluster.md 5.3. */
import * as l10n from '@vscode/l10n';
import { subscriptions, type Subscription } from '#core/cluster/resources/subscription.ts';
import { collectionPath } from '#core/cluster/objects/objectReference.ts';
import { operatorNamespace, subscription } from '#core/product/namespaces.ts';
import { stringAt } from '#core/common/json.ts';
import { defineFact, mapAnswer } from '../lookup.ts';

export interface SubscriptionsElsewhere {
  /** Each has a namespace, and it is not the operator's own. */
  readonly found: readonly Subscription[];
}

const most = 100;
const isOurs = (raw: unknown): boolean => stringAt(raw, 'spec', 'name') === subscription.package;

export const subscriptionsElsewhereFact = defineFact<SubscriptionsElsewhere>({
  neededFor: l10n.t`whether the operator is installed in another namespace`,
  read: async (reader) =>
    mapAnswer(
      await reader.list(collectionPath(subscriptions), most, isOurs),
      ({ items }) => ({
        found: items
          .filter(isOurs)
          .flatMap((raw) => subscriptions.read(raw) ?? [])
          .filter(({ namespace }) => namespace !== operatorNamespace),
      }),
      { found: [] },
    ),
});

/** Subscriptions: how the operator is asked for. Source: operator-framework/api pkg/operators/v1alpha1/subscription_types.go; notes/cluster.md 5.1. */
import * as l10n from '@vscode/l10n';
import { given } from '#core/common/json.ts';
import { defineLiveKind } from '../objects/watchedKind.ts';
import { nameAt, readConditions, wordAt, type Condition, type LiveObject } from '../objects/clusterObject.ts';

export interface Subscription extends LiveObject {
  readonly package: string;
  readonly channel: string;
  /** The catalogue and its namespace. */
  readonly source: string;
  readonly sourceNamespace: string;
  /** `Automatic` or `Manual`. */
  readonly approval: string;
  readonly startingCsv?: string;
  /** What it has led to: the release that runs, and the one that is to. */
  readonly installedCsv?: string;
  readonly currentCsv?: string;
  /** `AtLatestKnown`, `UpgradePending`, ... */
  readonly state?: string;
  /** The name of the InstallPlan that was made last. */
  readonly installPlan?: string;
  readonly conditions: readonly Condition[];
}

export const subscriptions = defineLiveKind<Subscription>({
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'subscriptions',
  kind: 'Subscription',
  scope: 'operator',
  neededFor: l10n.t`how the operator was installed`,
  read(raw, object) {
    const spec = (field: string): string => wordAt(raw, 'spec', field) ?? '';
    return {
      ...object,
      package: spec('name'),
      channel: spec('channel'),
      source: spec('source'),
      sourceNamespace: spec('sourceNamespace'),
      approval: spec('installPlanApproval') || 'Automatic',
      ...given({
        startingCsv: nameAt(raw, 'spec', 'startingCSV'),
        installedCsv: nameAt(raw, 'status', 'installedCSV'),
        currentCsv: nameAt(raw, 'status', 'currentCSV'),
        state: wordAt(raw, 'status', 'state'),
        installPlan: nameAt(raw, 'status', 'installPlanRef', 'name'),
      }),
      conditions: readConditions(raw),
    };
  },
});

/**
 * Subscriptions: how the operator was requested from OLM. Source: operator-framework/api
 * pkg/operators/v1alpha1/subscription_types.go; notes/cluster.md 5.1.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import {
  getName,
  readConditions,
  getWord,
  type StatusCondition,
  type ClusterObject,
} from '../objects/clusterObject.ts';

export interface Subscription extends ClusterObject {
  readonly package: string;
  readonly channel: string;
  /** Catalog source and its namespace. */
  readonly source: string;
  readonly sourceNamespace: string;
  /** `Automatic` or `Manual`. */
  readonly approval: string;
  readonly startingCsv?: string;
  /** CSV that is installed, and CSV that OLM is installing. */
  readonly installedCsv?: string;
  readonly currentCsv?: string;
  /** State such as `AtLatestKnown` or `UpgradePending`. */
  readonly state?: string;
  /** Name of the most recent InstallPlan. */
  readonly installPlan?: string;
  readonly conditions: readonly StatusCondition[];
}

export const subscriptions = defineWatchedKind<Subscription>({
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'subscriptions',
  kind: 'Subscription',
  scope: 'operator',
  neededFor: () => l10n.t`how the operator was installed`,
  read(raw, object) {
    const spec = (field: string): string => getWord(raw, 'spec', field) ?? '';
    return {
      ...object,
      package: spec('name'),
      channel: spec('channel'),
      source: spec('source'),
      sourceNamespace: spec('sourceNamespace'),
      approval: spec('installPlanApproval') || 'Automatic',
      ...omitUndefined({
        startingCsv: getName(raw, 'spec', 'startingCSV'),
        installedCsv: getName(raw, 'status', 'installedCSV'),
        currentCsv: getName(raw, 'status', 'currentCSV'),
        state: getWord(raw, 'status', 'state'),
        installPlan: getName(raw, 'status', 'installPlanRef', 'name'),
      }),
      conditions: readConditions(raw),
    };
  },
});

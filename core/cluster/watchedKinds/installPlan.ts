/**
 * InstallPlans: what OLM will install. Source: operator-framework/api pkg/operators/v1alpha1/installplan_types.go;
 * notes/cluster.md 5.1.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import {
  getNames,
  readConditions,
  getWord,
  type StatusCondition,
  type ClusterObject,
} from '../objects/clusterObject.ts';

export interface InstallPlan extends ClusterObject {
  /** `Planning`, `RequiresApproval`, `Installing`, `Complete`, `Failed`. Empty before the first phase. */
  readonly phase: string;
  /** `Automatic` or `Manual`. */
  readonly approval: string;
  readonly approved: boolean;
  /** Names of the CSVs to install, such as `sandboxed-containers-operator.v1.12.0`. */
  readonly csvs: readonly string[];
  readonly conditions: readonly StatusCondition[];
}

export const installPlans = defineWatchedKind<InstallPlan>({
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'installplans',
  kind: 'InstallPlan',
  scope: 'operator',
  neededFor: () => l10n.t`whether an install plan is waiting for approval`,
  read(raw, object) {
    return {
      ...object,
      phase: getWord(raw, 'status', 'phase') ?? '',
      approval: getWord(raw, 'spec', 'approval') ?? '',
      approved: getBoolean(raw, 'spec', 'approved') ?? false,
      csvs: getNames(raw, 'spec', 'clusterServiceVersionNames'),
      conditions: readConditions(raw),
    };
  },
});

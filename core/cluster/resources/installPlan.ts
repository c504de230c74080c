/** InstallPlans: what OLM is about to install. Source: operator-framework/api pkg/operators/v1alpha1/installplan_types.go; notes/cluster.md 5.1. */
import * as l10n from '@vscode/l10n';
import { flagAt } from '#core/common/json.ts';
import { defineLiveKind } from '../objects/watchedKind.ts';
import { namesAt, readConditions, wordAt, type Condition, type LiveObject } from '../objects/clusterObject.ts';

export interface InstallPlan extends LiveObject {
  /** `Planning`, `RequiresApproval`, `Installing`, `Complete`, `Failed`; empty before the first. */
  readonly phase: string;
  /** `Automatic` or `Manual`. */
  readonly approval: string;
  readonly approved: boolean;
  /** What it installs: `sandboxed-containers-operator.v1.12.0`. */
  readonly csvs: readonly string[];
  readonly conditions: readonly Condition[];
}

export const installPlans = defineLiveKind<InstallPlan>({
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'installplans',
  kind: 'InstallPlan',
  scope: 'operator',
  neededFor: l10n.t`whether an install is waiting for approval`,
  read(raw, object) {
    return {
      ...object,
      phase: wordAt(raw, 'status', 'phase') ?? '',
      approval: wordAt(raw, 'spec', 'approval') ?? '',
      approved: flagAt(raw, 'spec', 'approved') ?? false,
      csvs: namesAt(raw, 'spec', 'clusterServiceVersionNames'),
      conditions: readConditions(raw),
    };
  },
});

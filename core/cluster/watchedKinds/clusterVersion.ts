/** OpenShift version of the cluster. Source: openshift/api config/v1 ClusterVersion. */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getList, getString } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import { findStatusCondition, readConditions, getWord, type ClusterObject } from '../objects/clusterObject.ts';

export interface ClusterVersion extends ClusterObject {
  /** Current version: the last completed update. */
  readonly version?: string;
  /** Target version. */
  readonly desired?: string;
  readonly channel?: string;
  /** Unique ID of the cluster. */
  readonly clusterId?: string;
  /** True if an OpenShift update is in progress. It also reboots nodes. */
  readonly updating: boolean;
}

export const clusterVersions = defineWatchedKind<ClusterVersion>({
  group: 'config.openshift.io',
  version: 'v1',
  plural: 'clusterversions',
  kind: 'ClusterVersion',
  scope: 'cluster',
  neededFor: () => l10n.t`the OpenShift version`,
  read(raw, object) {
    const completed = getList(raw, 'status', 'history').find((one) => getString(one, 'state') === 'Completed');
    return {
      ...object,
      ...omitUndefined({
        version: getWord(completed, 'version'),
        desired: getWord(raw, 'status', 'desired', 'version'),
        channel: getWord(raw, 'spec', 'channel'),
        clusterId: getWord(raw, 'spec', 'clusterID'),
      }),
      updating: findStatusCondition(readConditions(raw), 'Progressing')?.status === 'True',
    };
  },
});

/** The version of OpenShift. Source: openshift/api config/v1 ClusterVersion. */
import * as l10n from '@vscode/l10n';
import { given, listAt, stringAt } from '#core/common/json.ts';
import { defineLiveKind } from '../objects/watchedKind.ts';
import { conditionOf, readConditions, wordAt, type LiveObject } from '../objects/clusterObject.ts';

export interface ClusterVersion extends LiveObject {
  /** What runs: the last update that was completed. */
  readonly version?: string;
  /** What it is to be. */
  readonly desired?: string;
  readonly channel?: string;
  /** Of the cluster: another cluster has another. */
  readonly clusterId?: string;
  /** An update of the cluster is under way: it reboots nodes, too. */
  readonly updating: boolean;
}

export const clusterVersions = defineLiveKind<ClusterVersion>({
  group: 'config.openshift.io',
  version: 'v1',
  plural: 'clusterversions',
  kind: 'ClusterVersion',
  scope: 'cluster',
  neededFor: l10n.t`the version of OpenShift`,
  read(raw, object) {
    const completed = listAt(raw, 'status', 'history').find((one) => stringAt(one, 'state') === 'Completed');
    return {
      ...object,
      ...given({
        version: wordAt(completed, 'version'),
        desired: wordAt(raw, 'status', 'desired', 'version'),
        channel: wordAt(raw, 'spec', 'channel'),
        clusterId: wordAt(raw, 'spec', 'clusterID'),
      }),
      updating: conditionOf(readConditions(raw), 'Progressing')?.status === 'True',
    };
  },
});

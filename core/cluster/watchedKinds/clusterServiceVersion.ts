/**
 * ClusterServiceVersions: installed operator versions. Source: operator-framework/api
 * pkg/operators/v1alpha1/clusterserviceversion_types.go; notes/cluster.md 5.1, 5.3.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getList, getString } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import { getWord, truncateMessage, truncateWord, type ClusterObject } from '../objects/clusterObject.ts';
import { parseTimestamp } from '#core/common/time.ts';

export interface ClusterServiceVersion extends ClusterObject {
  readonly displayName: string;
  /** Version such as `1.12.0`. */
  readonly version: string;
  /** Minimum Kubernetes version, such as `1.28.0`. */
  readonly minKubeVersion?: string;
  /**
   * `Pending`, `InstallReady`, `Installing`, `Succeeded`, `Failed`, `Replacing`, `Deleting`. Empty before the first
   * phase.
   */
  readonly phase: string;
  readonly reason: string;
  readonly message: string;
  /** Start of the phase, in milliseconds since 1970. */
  readonly since?: number;
  /** Unmet requirements, such as `CustomResourceDefinition kataconfigs...: CRD is not present`. */
  readonly unmet: readonly string[];
}

/**
 * Label of copied CSVs. If an operator watches all namespaces, OLM copies its CSV to every namespace. In the operator
 * namespace, these copies belong to other operators. They can be numerous and large, so they're excluded.
 */
const copiedFrom = 'olm.copiedFrom';

export const clusterServiceVersions = defineWatchedKind<ClusterServiceVersion>({
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'clusterserviceversions',
  kind: 'ClusterServiceVersion',
  scope: 'operator',
  labelSelector: `!${copiedFrom}`,
  neededFor: () => l10n.t`the running operator version`,
  read(raw, object) {
    if (getString(raw, 'metadata', 'labels', copiedFrom) !== undefined) return undefined;
    const status = (field: string): string => truncateMessage(getString(raw, 'status', field) ?? '');
    return {
      ...object,
      displayName: truncateWord(getString(raw, 'spec', 'displayName') ?? ''),
      version: truncateWord(getString(raw, 'spec', 'version') ?? ''),
      phase: status('phase'),
      reason: status('reason'),
      message: status('message'),
      ...omitUndefined({
        minKubeVersion: getWord(raw, 'spec', 'minKubeVersion'),
        since: parseTimestamp(getString(raw, 'status', 'lastTransitionTime')),
      }),
      unmet: getList(raw, 'status', 'requirementStatus').flatMap((one) => {
        const found = getString(one, 'status') ?? '';
        if (found === '' || found === 'Present' || found === 'Created' || found === 'PresentSatisfied') return [];
        return [
          truncateMessage(
            `${getString(one, 'kind') ?? ''} ${getString(one, 'name') ?? ''}: ${getString(one, 'message') ?? found}`.trim(),
          ),
        ];
      }),
    };
  },
});

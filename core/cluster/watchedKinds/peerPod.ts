/**
 * PeerPods: one for each pod VM. Source: confidential-containers/cloud-api-adaptor
 * src/peerpod-ctrl/api/v1alpha1/peerpod_types.go.
 */
import * as l10n from '@vscode/l10n';
import { getList, getString } from '#core/common/json.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import { truncateMessage, getName, getWord, type ClusterObject } from '../objects/clusterObject.ts';

export interface PeerPod extends ClusterObject {
  readonly provider: string;
  /** ID of the pod VM at the cloud provider. */
  readonly instance: string;
  /** Name of the pod. Empty if unknown. */
  readonly pod: string;
}

export const peerPods = defineWatchedKind<PeerPod>({
  group: 'confidentialcontainers.org',
  version: 'v1alpha1',
  plural: 'peerpods',
  kind: 'PeerPod',
  scope: 'all',
  neededFor: () => l10n.t`the pod VMs`,
  read(raw, object) {
    const owner = getList(raw, 'metadata', 'ownerReferences').find((one) => getString(one, 'kind') === 'Pod');
    return {
      ...object,
      provider: getWord(raw, 'spec', 'cloudProvider') ?? '',
      instance: truncateMessage(getString(raw, 'spec', 'instanceID') ?? ''),
      pod: getName(owner, 'name') ?? '',
    };
  },
});

/** PeerPods: one for each virtual machine of a peer pod. Source: confidential-containers/cloud-api-adaptor src/peerpod-ctrl/api/v1alpha1/peerpod_types.go. */
import * as l10n from '@vscode/l10n';
import { listAt, stringAt } from '#core/common/json.ts';
import { defineLiveKind } from '../objects/watchedKind.ts';
import { messageText, nameAt, wordAt, type LiveObject } from '../objects/clusterObject.ts';

export interface PeerPod extends LiveObject {
  readonly provider: string;
  /** What the cloud calls its virtual machine. */
  readonly instance: string;
  /** The name of its pod; empty: nobody says. */
  readonly pod: string;
}

export const peerPods = defineLiveKind<PeerPod>({
  group: 'confidentialcontainers.org',
  version: 'v1alpha1',
  plural: 'peerpods',
  kind: 'PeerPod',
  scope: 'all',
  neededFor: l10n.t`the virtual machines of peer pods`,
  read(raw, object) {
    const owner = listAt(raw, 'metadata', 'ownerReferences').find((one) => stringAt(one, 'kind') === 'Pod');
    return {
      ...object,
      provider: wordAt(raw, 'spec', 'cloudProvider') ?? '',
      instance: messageText(stringAt(raw, 'spec', 'instanceID') ?? ''),
      pod: nameAt(owner, 'name') ?? '',
    };
  },
});

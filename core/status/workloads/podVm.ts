/** Describes the VM of a peer pod, as its PeerPod names it. */
import * as l10n from '@vscode/l10n';
import type { PeerPod } from '#core/cluster/watchedKinds/peerPod.ts';

/** Returns text such as `i-0abc on aws (PeerPod web-1-abc)`. */
export function describePodVm({ instance, provider, name }: Pick<PeerPod, 'instance' | 'provider' | 'name'>): string {
  const id = instance || l10n.t`no instance ID yet`;
  if (provider === '') return `${id} (PeerPod ${name})`;
  return l10n.t({
    message: '{0} on {1} (PeerPod {2})',
    args: [id, provider, name],
    comment: ['{0} is the ID of a VM, {1} is the cloud provider, such as aws, and {2} is the name of a PeerPod.'],
  });
}

/** Determines the newest warning of an owner of Kata pods or of a pod, and describes it. */
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { failedSandboxReason } from '#core/cluster/objects/failedSandbox.ts';
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import { findDenial } from '#core/status/denials/explainDenial.ts';
import { sandboxFailure } from '#core/status/nodes/failedSandboxes.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { isIncomplete, newestWarningOf, type OwnedPods } from './ownedPods.ts';

/** Newest warning by the UID of the object. */
export type WarningsByObject = ReadonlyMap<string, ClusterEvent>;

/** Returns the newest warning about an owner or its pods. Old warnings of a complete owner have no meaning. */
export function ownerWarning(owned: OwnedPods, warnings: WarningsByObject): ClusterEvent | undefined {
  if (!isIncomplete(owned)) return undefined;
  return newestWarningOf(owned, warnings) ?? owned.pods.flatMap((pod) => containerWarning(pod) ?? [])[0];
}

/** Returns the newest warning about a pod that hasn't started, or the state of a container that can't run. */
export function podWarning(pod: KataPod, warnings: WarningsByObject): ClusterEvent | undefined {
  const event = pod.phase === 'Pending' ? warnings.get(pod.uid) : undefined;
  return event ?? containerWarning(pod);
}

/**
 * Returns the state of a container that can't run as a warning. Events expire, and listing them requires a permission,
 * but the state remains in the pod.
 */
function containerWarning({ waitingContainer, deleting, uid, name, namespace }: KataPod): ClusterEvent | undefined {
  return waitingContainer === undefined || deleting !== undefined
    ? undefined
    : { ...waitingContainer, count: 1, type: 'Warning', kind: 'Pod', uid, name, namespace };
}

/** Returns the reason of a warning and its message or, for a denial or a failed sandbox, the innermost cause. */
export function warningText({ reason, message }: Pick<ClusterEvent, 'reason' | 'message'>): string {
  const text = reason === failedSandboxReason ? sandboxFailure(message).cause : (findDenial(message)?.text ?? message);
  return [sanitizeLine(reason, 60), ...(text === '' ? [] : [sanitizeLine(text)])].join(': ');
}

/** Determines the newest warning of an owner of Kata pods or of a pod, and describes it. */
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { failedSandboxReason } from '#core/cluster/objects/failedSandbox.ts';
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import { sandboxFailure } from '#core/status/nodes/failedSandboxes.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { isIncomplete, newestWarningOf, type OwnedPods } from './ownedPods.ts';

/** Newest warning by the UID of the object. */
export type WarningsByObject = ReadonlyMap<string, ClusterEvent>;

/** Returns the newest warning about an owner or its pods. Old warnings of a complete owner have no meaning. */
export function ownerWarning(owned: OwnedPods, warnings: WarningsByObject): ClusterEvent | undefined {
  return isIncomplete(owned) ? newestWarningOf(owned, warnings) : undefined;
}

/** Returns the newest warning about a pod that hasn't started. */
export function podWarning(
  { phase, uid }: Pick<KataPod, 'phase' | 'uid'>,
  warnings: WarningsByObject,
): ClusterEvent | undefined {
  return phase === 'Pending' ? warnings.get(uid) : undefined;
}

/** Returns the reason of a warning and its message or, for a sandbox that can't be created, the innermost cause. */
export function warningText({ reason, message }: Pick<ClusterEvent, 'reason' | 'message'>): string {
  const text = reason === failedSandboxReason ? sandboxFailure(message).cause : message;
  return `${sanitizeLine(reason, 60)}: ${sanitizeLine(text)}`;
}

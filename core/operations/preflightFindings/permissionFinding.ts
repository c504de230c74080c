/** Checks permissions for a purpose. The finding lists the missing ones. */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import type { CheckFinding } from './check.ts';
import {
  describeAlternatives,
  requiredPermissions,
  formatPermission,
  type RightPurpose,
} from '../lookups/permissions.ts';
import { getLookupValue, type ObservedCluster } from '../observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from './unreadableData.ts';

/**
 * Returns the finding about the permissions for these purposes.
 * @param verdict verdict if a permission is missing
 * @param meaning consequence of a missing permission, in one sentence
 */
export function createPermissionFinding(
  situation: ObservedCluster,
  purposes: readonly RightPurpose[],
  verdict: 'warn' | 'fail',
  meaning: string,
): CheckFinding {
  const access = getLookupValue(situation, 'access');
  if (access === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['access']));
  const needed = requiredPermissions.filter((right) => right.purposes.some((one) => purposes.includes(one)));
  const missing = needed.filter(({ id }) => access.allowed.get(id) === false);
  const unsaid = needed.filter(({ id }) => !access.allowed.has(id));
  if (missing.length > 0) {
    const [first] = missing;
    return {
      verdict,
      headline:
        missing.length === 1 && first !== undefined
          ? l10n.t({
              message: 'No permission to {0}',
              args: [formatPermission(first)],
              comment: ['{0} is an RBAC permission in English, such as "list pods".'],
            })
          : l10n.t`${missing.length} of ${formatCount(needed.length, 'right')} missing`,
      evidence: missing.map((right) =>
        l10n.t({
          message: "You don't have permission to {0}.",
          args: [formatPermission(right)],
          comment: ['{0} is an RBAC permission in English, such as "list pods".'],
        }),
      ),
      meaning,
      todo: l10n.t`Ask a cluster administrator to grant the permissions or perform the task.`,
    };
  }
  if (unsaid.length > 0)
    return createUnknownFinding(
      [
        ...unsaid
          .filter(({ hasAlternative }) => hasAlternative !== true)
          .map((right) => l10n.t`The cluster didn't report whether you have permission to ${formatPermission(right)}.`),
        ...describeAlternatives(unsaid),
      ],
      unsaid.every(({ hasAlternative }) => hasAlternative === true) ? l10n.t`Might not be sufficient` : undefined,
    );
  return {
    verdict: 'pass',
    headline: l10n.t`All ${needed.length} granted`,
    evidence: needed.map((right) =>
      l10n.t({
        message: 'You have permission to {0}.',
        args: [formatPermission(right)],
        comment: ['{0} is an RBAC permission in English, such as "list pods".'],
      }),
    ),
  };
}

/**
 * Determines the user's permissions on the cluster. Source: Kubernetes authorization.k8s.io/v1 SelfSubjectAccessReview.
 * core/operations/lookups/permissions.ts lists the permissions.
 */
import * as l10n from '@vscode/l10n';
import { reviewPermissions } from '#core/operations/permissions/reviewPermissions.ts';
import { defineLookup, type ReadResult } from '../lookup.ts';

export interface GrantedPermissions {
  /** True for each granted permission, by `NamedRight.id`. Omits permissions that the cluster didn't report. */
  readonly allowed: ReadonlyMap<string, boolean>;
}

export const accessFact = defineLookup<GrantedPermissions>({
  neededFor: () => l10n.t`your permissions on this cluster`,
  async read(reader): Promise<ReadResult<GrantedPermissions>> {
    const { states, problem } = await reviewPermissions(reader);
    const allowed = new Map(
      [...states].flatMap(([id, state]) => (state === 'unknown' ? [] : [[id, state === 'granted'] as const])),
    );
    return allowed.size === 0 && problem !== undefined
      ? { kind: 'problem', problem }
      : { kind: 'value', value: { allowed } };
  },
});

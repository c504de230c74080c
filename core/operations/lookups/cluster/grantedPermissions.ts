/**
 * Determines the user's permissions on the cluster. Source: Kubernetes authorization.k8s.io/v1 SelfSubjectAccessReview.
 * core/operations/lookups/permissions.ts lists the permissions.
 */
import * as l10n from '@vscode/l10n';
import { defineLookup, type ReadResult } from '../lookup.ts';
import { requiredPermissions } from '../permissions.ts';

export interface GrantedPermissions {
  /** True for each granted permission, by `NamedRight.id`. Omits permissions that the cluster didn't report. */
  readonly allowed: ReadonlyMap<string, boolean>;
}

export const accessFact = defineLookup<GrantedPermissions>({
  neededFor: () => l10n.t`your permissions on this cluster`,
  async read(reader): Promise<ReadResult<GrantedPermissions>> {
    const answers = await Promise.all(
      requiredPermissions.map(async (right) => ({ id: right.id, answer: await reader.mayI(right) })),
    );
    const allowed = new Map(
      answers.flatMap(({ id, answer }) => (answer.kind === 'value' ? [[id, answer.value] as const] : [])),
    );
    const problem = answers.map(({ answer }) => answer).find((answer) => answer.kind === 'problem');
    return allowed.size === 0 && problem !== undefined ? problem : { kind: 'value', value: { allowed } };
  },
});

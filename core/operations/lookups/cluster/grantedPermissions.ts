/**
 * What the user may do there. Source: Kubernetes authorization.k8s.io/v1 SelfSubjectAccessReview; the rights are those
 * of core/operations/lookups/permissions.ts.
 */
import * as l10n from '@vscode/l10n';
import { defineLookup, type ReadResult } from '../lookup.ts';
import { requiredPermissions } from '../permissions.ts';

export interface GrantedPermissions {
  /** By `NamedRight.id`: whether it is allowed. What the cluster did not say is not in it. */
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

/**
 * Determines which permissions the user has, with access reviews. Source: Kubernetes authorization.k8s.io/v1
 * SelfSubjectAccessReview.
 */
import type { ClusterReader, LookupProblem, ReadResult } from '../lookups/lookup.ts';
import { requiredPermissions, type NamedRight } from '../lookups/permissions.ts';
import type { ObjectNames } from './objectNames.ts';

/**
 * State of a permission. `inNamespace`: granted only in the reviewed namespace, although it's useful in all; `unknown`:
 * the cluster didn't report it, or the user might have other permissions that are also sufficient.
 */
export type PermissionState = 'granted' | 'inNamespace' | 'missing' | 'unknown';

/** Permissions of the user at one time. */
export interface PermissionReview {
  /** State by `NamedRight.id`. Contains every permission that was reviewed. */
  readonly states: ReadonlyMap<string, PermissionState>;
  /** States for single objects, by `NamedRight.id` and object name, of permissions that are missing in `states`. */
  readonly objects?: ReadonlyMap<string, ReadonlyMap<string, PermissionState>>;
  /** Namespace in which permissions were reviewed that aren't granted in all namespaces. */
  readonly namespace?: string;
  /** The first reason why a permission is unknown. */
  readonly problem?: LookupProblem;
}

/** The part of a review that determines which commands can succeed. */
export type ReviewedStates = Pick<PermissionReview, 'states' | 'objects'>;

/**
 * Reviews permissions concurrently. Never rejects.
 * @param namespace namespace of the user, to review permissions that are also useful in a single namespace
 * @param permissions by default, all that the extension uses
 * @param names objects for which missing permissions are reviewed again
 */
export async function reviewPermissions(
  reader: Pick<ClusterReader, 'mayI'>,
  namespace?: string,
  permissions: readonly NamedRight[] = requiredPermissions,
  names: ObjectNames = new Map(),
): Promise<PermissionReview> {
  const reviewed = await Promise.all(
    permissions.map(async (permission) => {
      const general = await review(reader, permission, namespace);
      const own = general.state === 'missing' ? (names.get(permission.id) ?? []) : [];
      const objects = await Promise.all(
        own.map(async (name) => [name, (await review(reader, { ...permission, name }, undefined)).state] as const),
      );
      return { id: permission.id, objects, ...general };
    }),
  );
  const problem = reviewed.find((one) => one.problem !== undefined)?.problem;
  return {
    states: new Map(reviewed.map(({ id, state }) => [id, state])),
    objects: new Map(
      reviewed.flatMap(({ id, objects }) => (objects.length === 0 ? [] : [[id, new Map(objects)] as const])),
    ),
    ...(namespace === undefined ? {} : { namespace }),
    ...(problem === undefined ? {} : { problem }),
  };
}

interface ReviewedPermission {
  readonly state: PermissionState;
  readonly problem?: LookupProblem;
}

async function review(
  reader: Pick<ClusterReader, 'mayI'>,
  { group, resource, verb, subresource, name, olderGroup, isUsefulInNamespace, hasAlternative, ...where }: NamedRight,
  own: string | undefined,
): Promise<ReviewedPermission> {
  const asked = {
    group,
    resource,
    verb,
    ...(subresource === undefined ? {} : { subresource }),
    ...(name === undefined ? {} : { name }),
    ...(where.namespace === undefined ? {} : { namespace: where.namespace }),
  };
  const first = stateOf(await reader.mayI(asked), 'granted');
  if (first.state !== 'missing') return first;
  if (hasAlternative === true) return { state: 'unknown' };
  if (olderGroup !== undefined) return stateOf(await reader.mayI({ ...asked, group: olderGroup }), 'granted');
  if (isUsefulInNamespace === true && own !== undefined)
    return stateOf(await reader.mayI({ ...asked, namespace: own }), 'inNamespace');
  return first;
}

function stateOf(answer: ReadResult<boolean>, granted: 'granted' | 'inNamespace'): ReviewedPermission {
  switch (answer.kind) {
    case 'value':
      return { state: answer.value ? granted : 'missing' };
    case 'absent':
      // Every API server has access reviews unless an administrator disabled the API group.
      return { state: 'unknown' };
    default:
      return { state: 'unknown', problem: answer.problem };
  }
}

/**
 * Reviews the permissions of the user once for the CLI. Loaded on demand. Doesn't use VS Code. The connection rejects
 * all changes. Messages of this module are always in English.
 */
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { kataConfigs } from '#core/cluster/watchedKinds/kataConfig.ts';
import { getString, omitUndefined } from '#core/common/json.ts';
import { succeed, type Result } from '#core/common/result.ts';
import type { ClusterReader } from '#core/operations/lookups/lookup.ts';
import { requiredPermissions, type RightPurpose } from '#core/operations/lookups/permissions.ts';
import { objectNamesWith } from '#core/operations/permissions/objectNames.ts';
import type { PermissionReport } from '#core/operations/permissions/permissionReport.ts';
import { renderRoles } from '#core/operations/permissions/missingPermissionRoles.ts';
import { listMissing, listUnknown, reviewTasks } from '#core/operations/permissions/permissionTasks.ts';
import { reviewPermissions, type PermissionReview } from '#core/operations/permissions/reviewPermissions.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { readUserName } from '#client/kubernetes/read/readUserName.ts';
import { renderManifestYaml } from '../manifests/manifestYaml.ts';
import { useCluster, type CheckOrder } from '../preflight/checkCluster.ts';

export { permissionJson, permissionText } from '#core/operations/permissions/permissionReport.ts';
export { rightsResult } from '#core/assistants/results/rights.ts';
export { listContexts } from '../preflight/checkCluster.ts';

export interface PermissionOrder extends Omit<CheckOrder, 'target'> {
  /** Tasks to review. By default, all. */
  readonly tasks?: readonly RightPurpose[];
  /** Namespace in which to review permissions that aren't granted in all namespaces. By default, of the context. */
  readonly namespace?: string;
}

/**
 * Reviews the permissions. Rejects only if there is a bug. The error in the result is one readable line without
 * secrets.
 */
export async function checkPermissions(order: PermissionOrder): Promise<Result<PermissionReport, string>> {
  const read = await useCluster(order, async ({ connection, signal }) => {
    const reviewed = await reviewConnection(connection, signal, order.namespace ?? connection.identity.namespace);
    return { problems: [], answer: (head) => ({ head, ...reviewed }) };
  });
  if (!read.ok) return read;
  const { head, review, userName } = read.value;
  const tasks = reviewTasks(review, order.tasks);
  const isUnknown = tasks.every(({ needed, unknown }) => unknown.length === needed.length);
  if (isUnknown)
    return {
      ok: false,
      error: `can't review the permissions on ${order.context}: ${review.problem?.message ?? 'the cluster has no access reviews'}`,
    };
  return succeed({ head, tasks, ...omitUndefined({ namespace: review.namespace, userName }) });
}

/**
 * Reviews the permissions on an open connection, and reads the name of the user. Permissions that a role grants only
 * for the objects that commands change are granted too.
 */
export async function reviewConnection(
  connection: Pick<Connection, 'ask' | 'send'>,
  signal: AbortSignal,
  namespace: string | undefined,
): Promise<{ readonly review: PermissionReview; readonly userName: string | undefined }> {
  const reader = createClusterReader(connection, signal);
  const [review, userName] = await Promise.all([
    readKataConfigNames(reader).then(async (kataConfigs) =>
      reviewPermissions(reader, namespace, requiredPermissions, objectNamesWith(kataConfigs)),
    ),
    readUserName(connection, signal),
  ]);
  return { review, userName };
}

const kataConfigsPath = getCollectionPath(kataConfigs);
/** Maximum number of KataConfigs whose names are read. A cluster has at most one. */
const mostKataConfigs = 10;

/** Returns the names of the KataConfigs. Empty if they can't be listed. */
async function readKataConfigNames(reader: Pick<ClusterReader, 'list'>): Promise<readonly string[]> {
  const read = await reader.list(kataConfigsPath, mostKataConfigs, undefined, 'metadata');
  return read.kind === 'value' ? read.value.items.flatMap((item) => getString(item, 'metadata', 'name') ?? []) : [];
}

/** Returns the roles that grant the missing permissions, as YAML for `oc apply -f`. */
export function roleText({ tasks, userName }: PermissionReport): string {
  return renderRoles(listMissing(tasks), userName, renderManifestYaml, listUnknown(tasks));
}

/** Lists the namespaces of a cluster. Doesn't use VS Code. */
import { getString } from '#core/common/json.ts';
import type { ClusterReader } from '#core/operations/lookups/lookup.ts';
import { isNamespaceName } from '#client/clusters/state/savedClusters.ts';

/**
 * Returns the namespaces that the user can see. Reads projects first, because only administrators have permission to
 * list namespaces. Returns undefined if neither can be listed.
 */
export async function listNamespaces(reader: Pick<ClusterReader, 'list'>): Promise<readonly string[] | undefined> {
  for (const path of ['/apis/project.openshift.io/v1/projects', '/api/v1/namespaces']) {
    const read = await reader.list(path, undefined, undefined, 'metadata');
    if (read.kind !== 'value') continue;
    const names = read.value.items.flatMap((raw) => getString(raw, 'metadata', 'name') ?? []).filter(isNamespaceName);
    return names.toSorted();
  }
  return undefined;
}

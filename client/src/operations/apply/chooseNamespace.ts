/** Determines the namespace for objects that don't specify one. */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { namespaceOf, type NamespaceSource } from '#client/clusters/state/namespaceScope.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { createRestMapper } from './restMapper.ts';

/**
 * Returns the namespace for objects that don't specify one. If the namespace filter contains several, and an object
 * needs a namespace, the user selects one. Returns undefined if the user cancels.
 */
export async function chooseNamespace(
  cluster: Pick<OpenCluster, 'context' | 'connection'> & NamespaceSource,
  objects: readonly KubernetesManifest[],
  title: string,
): Promise<string | undefined> {
  const { context, connection, namespaces = [] } = cluster;
  const first = namespaceOf(cluster);
  const unplaced = objects.filter((object) => getString(object, 'metadata', 'namespace') === undefined);
  if (namespaces.length < 2 || unplaced.length === 0) return first;
  const map = createRestMapper(connection, first, new AbortController().signal);
  // Only the cluster knows which kinds are namespaced.
  const mapped = await showProgress(l10n.t`Reading ${context}...`, () => Promise.all(unplaced.map(map)));
  if (!mapped.some((one) => one.ok && one.value.namespace !== undefined)) return first;
  const items = namespaces.map((label) => ({ label }));
  const placeHolder = l10n.t`Select the namespace for objects that don't specify one`;
  return (await showPick(items, { title, placeHolder }))?.label;
}

/** Asks for an object whose events to show. */
import * as l10n from '@vscode/l10n';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import { sanitizePickText } from '#core/text/sanitize.ts';
import { listKataClassNames } from '#core/status/kataRuntimeClasses.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { listPodsInNamespaces } from '#client/kubernetes/read/listPodsInPages.ts';
import { podKind } from '#client/kubernetes/read/readableKinds.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import type { ClusterTreeInput } from '../state/clusterTreeInput.ts';
import { allNamespacesScope } from '../state/namespaceScope.ts';
import { listEventObjects } from './eventObjects.ts';

/**
 * Returns the Kata pods: the listed ones, or those of the namespace filter. Without a filter, the pods of the cluster
 * aren't listed only for this, because their number can be large.
 */
async function listEventPods(
  { workloads, scope, snapshot, context }: ClusterTreeInput,
  connection: Connection,
): Promise<{ readonly pods: readonly KataPod[]; readonly note?: string | undefined }> {
  if (workloads.kind === 'loaded') return { pods: workloads.pods };
  const { namespaces } = scope ?? allNamespacesScope;
  if (namespaces.length === 0) return { pods: [] };
  const classes = listKataClassNames(snapshot);
  const { signal } = new AbortController();
  const answer = await showProgress(l10n.t`Listing workloads on ${context}...`, () =>
    listPodsInNamespaces(connection, namespaces, { signal, classes }),
  );
  return answer.ok
    ? { pods: answer.value.pods, note: answer.value.rest }
    : { pods: [], note: l10n.t("Can't list {0}: {1}", 'pods', answer.error.message) };
}

/** Asks for an object whose events to show. Returns undefined if the user cancels. */
export async function pickEventObject(
  seen: ClusterTreeInput,
  connection: Connection,
  title: string,
): Promise<ObjectReference | undefined> {
  const { pods, note } = await listEventPods(seen, connection);
  const ofPods = pods.map(({ name, namespace }) => ({ ...podKind, name, namespace }));
  const items = [...listEventObjects(seen), ...ofPods].map((object) => ({
    label: sanitizePickText(object.name),
    description: sanitizePickText([object.kind, object.namespace].filter((part) => part !== undefined).join(' · ')),
    object,
  }));
  if (items.length === 0) throw new Error(l10n.t`${seen.context} has no objects whose events can be shown.`);
  const options = { title, placeHolder: note ?? l10n.t`Select an object`, matchOnDescription: true };
  return (await showPick(items, options))?.object;
}

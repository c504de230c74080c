/** Asks for an object of any kind: first for the kind, then for the name. */
import * as l10n from '@vscode/l10n';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { namedReference, type NamedKind } from '#core/oc/objectArgument.ts';
import { sanitizePickText } from '#core/text/sanitize.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { readApiKinds } from '#client/kubernetes/read/readApiKinds.ts';
import { showInput, showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { listNames, type NameLister } from './listNames.ts';

/** The cluster and the namespaces whose objects are listed. */
export type ObjectLister = NameLister & { readonly context: string };

/**
 * Asks for an object of a cluster. Returns undefined if the user cancels.
 * @throws if the kinds of the cluster can't be read
 */
export async function pickAnyObject(cluster: ObjectLister, title: string): Promise<ObjectReference | undefined> {
  const { context, connection } = cluster;
  const kinds = await withProgress(l10n.t`Reading the kinds of ${context}...`, (signal) =>
    readApiKinds(connection, signal),
  );
  if (kinds === undefined) return undefined;
  if (!kinds.ok) throw new Error(kinds.error.message);
  const items = sortedKinds(kinds.value).map((kind) => ({
    label: sanitizePickText(kind.kind),
    description: sanitizePickText(kind.group === '' ? kind.version : `${kind.group}/${kind.version}`),
    apiKind: kind,
  }));
  const chosen = await showPick(items, { title, placeHolder: l10n.t`Select a kind`, matchOnDescription: true });
  return chosen === undefined ? undefined : pickNamedObject(cluster, chosen.apiKind, title);
}

/** Returns the kinds that the Clusters view shows first, then all others by name. */
function sortedKinds(kinds: readonly NamedKind[]): readonly NamedKind[] {
  const ours = new Set(Object.values(watchedKinds).map(({ group, plural }) => `${plural}.${group}`));
  const rankOf = ({ group, plural }: NamedKind): number => (ours.has(`${plural}.${group}`) ? 0 : 1);
  return kinds.toSorted((one, other) => rankOf(one) - rankOf(other) || (one.kind < other.kind ? -1 : 1));
}

/** Asks for an object of a kind. Returns undefined if the user cancels. Rejects if there are no objects. */
export async function pickNamedObject(
  cluster: ObjectLister,
  kind: NamedKind,
  title: string,
): Promise<ObjectReference | undefined> {
  const listed = await withProgress(l10n.t`Listing ${kind.kind} objects of ${cluster.context}...`, (signal) =>
    listNames(cluster, kind, signal),
  );
  if (listed === undefined) return undefined;
  const { names, isCut } = listed.ok ? listed.value : { names: [], isCut: true };
  const found = names.map((listedName) => ({
    label: sanitizePickText(listedName.name),
    description: sanitizePickText(listedName.namespace),
    listedName,
  }));
  if (found.length === 0 && !isCut) throw new Error(l10n.t`${cluster.context} has no ${kind.kind} objects.`);
  const enter = { label: withEllipsis(l10n.t`Enter Name`), description: '', listedName: undefined };
  const items = isCut ? [enter, ...found] : found;
  const chosen = await showPick(items, { title, placeHolder: l10n.t`Select an object`, matchOnDescription: true });
  if (chosen === undefined) return undefined;
  const { listedName } = chosen;
  return listedName === undefined
    ? enterName(cluster, kind, title)
    : namedReference(kind, listedName.name, listedName.namespace);
}

/** Asks for a name, for objects that can't be listed or aren't in the list. */
async function enterName(
  { namespace }: ObjectLister,
  kind: NamedKind,
  title: string,
): Promise<ObjectReference | undefined> {
  const valid = kind.isNamespaced ? /^(?:[a-z0-9-]+\/)?[a-z0-9][a-z0-9.:-]*$/ : /^[a-z0-9][a-z0-9.:-]*$/;
  const entered = await showInput({
    title,
    prompt: l10n.t`Name of the ${kind.kind}.`,
    ...(kind.isNamespaced ? { value: `${namespace}/` } : {}),
    validateInput: (text) => (valid.test(text.trim()) ? undefined : l10n.t`Invalid name "${text}".`),
  });
  if (entered === undefined) return undefined;
  const parts = entered.trim().split('/');
  const [name = '', where = namespace] = parts.toReversed();
  return namedReference(kind, name, where);
}

/** Shows a notification that can be canceled while the work runs. Returns undefined if the user cancels. */
async function withProgress<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  return showProgress(
    title,
    async (cancelled) => {
      const stop = new AbortController();
      cancelled.onCancellationRequested(() => stop.abort());
      const result = await work(stop.signal);
      return stop.signal.aborted ? undefined : result;
    },
    true,
  );
}

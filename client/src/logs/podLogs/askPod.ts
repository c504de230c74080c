/** Asks the user for a pod that uses Kata, or for any pod if the command supports all pods. */
import * as l10n from '@vscode/l10n';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { listPodsInNamespaces } from '#client/kubernetes/read/listPodsInPages.ts';
import type { Notify } from '#client/vscode/notify.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { describeNoKataPods } from '#client/clusters/state/namespaceScope.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';

/**
 * Returns the selected pod, or undefined if there is none or the user cancels.
 * @param askOther asks for a pod with any runtime class. Undefined if the command supports only Kata pods
 */
export async function askPod(
  notify: Notify,
  { connection, context, snapshot, namespaces = [] }: OpenCluster,
  title: string,
  askOther?: () => Promise<ObjectReference | undefined>,
): Promise<ObjectReference | undefined> {
  const classes = [...snapshot.runtimeClasses.items.values()]
    .map(({ name }) => name)
    .filter((name) => name.startsWith('kata'));
  const gone = new AbortController();
  const found = await showProgress(
    l10n.t`Searching ${context} for Kata pods...`,
    (cancelled) => {
      cancelled.onCancellationRequested(() => gone.abort());
      return listPodsInNamespaces(connection, namespaces, {
        signal: gone.signal,
        ...(classes.length === 0 ? {} : { classes }),
      });
    },
    true,
  );
  if (gone.signal.aborted) return undefined;
  const isEmpty = found.ok ? found.value.pods.length === 0 : found.error.kind === 'forbidden';
  if (isEmpty && askOther !== undefined) return askOther();
  if (!found.ok) throw new Error(l10n.t("Can't list {0}: {1}", 'pods', found.error.message));
  const { pods } = found.value;
  if (pods.length === 0) {
    void notify.tell('info', describeNoKataPods(context, namespaces));
    return undefined;
  }
  // Pods that aren't running come first, because a user who needs logs usually looks for these.
  const items = pods
    .map((pod) => ({
      label: pod.name,
      description: `${pod.namespace} · ${pod.phase}`,
      detail: pod.node ?? l10n.t`Not scheduled yet`,
      pod,
    }))
    .sort((one, other) => Number(one.pod.phase === 'Running') - Number(other.pod.phase === 'Running'));
  const other = { label: l10n.t`Other pod...`, pod: undefined };
  const chosen = await showPick(askOther === undefined ? items : [other, ...items], {
    title,
    placeHolder: l10n.t`Select a pod`,
    matchOnDescription: true,
  });
  if (chosen === undefined) return undefined;
  return chosen.pod === undefined
    ? askOther?.()
    : { group: '', version: 'v1', plural: 'pods', kind: 'Pod', name: chosen.pod.name, namespace: chosen.pod.namespace };
}

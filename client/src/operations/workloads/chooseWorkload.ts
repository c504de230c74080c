/** Asks the user to select a workload of a cluster. */
import * as l10n from '@vscode/l10n';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { commands } from 'vscode';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { failedSandboxesOf, isKataRuntimeClass } from '#core/status/nodes/failedSandboxes.ts';
import { showInput, showProgress } from '#client/vscode/prompts/showInput.ts';
import { describeFilteredCluster } from '#client/clusters/state/namespaceScope.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { listWorkloads, type ClusterWorkload } from './listWorkloads.ts';
import { namespaceProblem } from './namespaceItems.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import type { OperationContext } from '../context.ts';

/** The purpose of the selected workload. */
export type WorkloadPurpose = 'check' | 'sandbox';

/** Returns whether the user can select objects of this kind. */
export type WorkloadFilter = (reference: ObjectReference) => boolean;

/**
 * Asks for a workload. Returns undefined if the user cancels or if there are no workloads, which a notification
 * reports. Rejects if no workloads can be listed.
 */
export async function chooseWorkload(
  { notify }: Pick<OperationContext, 'notify'>,
  cluster: OpenCluster,
  title: string,
  purpose: WorkloadPurpose | WorkloadFilter,
): Promise<ObjectReference | undefined> {
  const { connection, context, snapshot, namespaces: selected = [] } = cluster;
  const reader = createClusterReader(connection, new AbortController().signal);
  const withoutSandbox = new Set(failedSandboxesOf(snapshot).pods.map(({ uid }) => uid));
  const look = (namespaces: readonly string[]) =>
    showProgress(l10n.t`Listing workloads on ${context}...`, () =>
      listWorkloads(reader, { namespaces, withoutSandbox }),
    );
  const includes = typeof purpose === 'function' ? purpose : () => true;
  let { found, problem } = await look(selected);
  let listed = selected;
  if (found.length === 0 && problem !== undefined) {
    const namespace = await showInput({
      title,
      prompt: l10n.t`Can't list all namespaces. Enter the workload's namespace.`,
      ignoreFocusOut: true,
      validateInput: namespaceProblem,
    });
    if (namespace === undefined) return undefined;
    listed = [namespace];
    ({ found, problem } = await look(listed));
  }
  if (found.length === 0 && problem !== undefined) throw new Error(problem);
  // Other namespaces can have workloads.
  if (found.length > 0 || listed.length === 0) cluster.noteWorkloads?.(found.length > 0);
  const place = describeFilteredCluster(context, selected);
  const usesKata = ({ runtimeClass }: ClusterWorkload): boolean =>
    runtimeClass !== undefined && isKataRuntimeClass(snapshot, runtimeClass);
  const ofKind = found.filter(({ reference }) => includes(reference));
  if (ofKind.length === 0 && found.length > 0)
    throw new Error(l10n.t`${title}: ${place} has no workloads that this command supports.`);
  const left = purpose === 'sandbox' ? ofKind.filter((one) => !usesKata(one)) : ofKind;
  if (left.length === 0 && !(await offerManifest(notify, place, found.length))) return undefined;
  const marked = left.length === ofKind.length ? [] : ofKind.filter(usesKata);
  const items = [...left.map((one) => itemOf(one, false)), ...marked.map((one) => itemOf(one, true))];
  return (
    await showPick(items, {
      title,
      placeHolder: l10n.t`Select a workload`,
      matchOnDescription: true,
      matchOnDetail: true,
    })
  )?.reference;
}

/** Returns the quick pick item of a workload: name and state, with the kind in the detail line. */
function itemOf({ reference, runtimeClass, state }: ClusterWorkload, isMarked: boolean) {
  const where = l10n.t`${reference.kind} in ${reference.namespace ?? ''}`;
  const facts = [
    where,
    ...(runtimeClass === undefined ? [] : [l10n.t`runtime class ${runtimeClass}`]),
    ...(isMarked ? [l10n.t`Already uses Kata`] : []),
  ];
  return { label: reference.name, description: state.words, detail: facts.join(' · '), reference };
}

/**
 * Reports why there are no workloads, with a next step.
 * @returns true if the user wants to select one of the workloads with Kata
 */
async function offerManifest(notify: OperationContext['notify'], place: string, withKata: number): Promise<boolean> {
  const create = withEllipsis(l10n.t`New OSC Manifest`);
  const show = l10n.t`Show Workloads`;
  const message =
    withKata === 0
      ? l10n.t`${place} has no workloads yet. Create a pod manifest, then run "Apply File to Cluster..." to start the pod in a sandbox.`
      : l10n.t`All workloads on ${place} already use Kata.`;
  const chosen =
    withKata === 0 ? await notify.tell('info', message, create) : await notify.tell('info', message, create, show);
  if (chosen === create) await commands.executeCommand('osc.manifest.new');
  return chosen === show;
}

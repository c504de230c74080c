/**
 * Limits the workloads of a cluster or a must-gather to some namespaces. The current context of the kubeconfig isn't
 * changed.
 */
import * as l10n from '@vscode/l10n';
import type { QuickPickItem } from 'vscode';
import { clusterRow } from '#client/commands/menuPlaces.ts';
import { mostNamespaces } from '#client/clusters/state/savedClusters.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { namespaceKind } from '#client/kubernetes/read/readableKinds.ts';
import { readClusterObject } from '#client/kubernetes/read/readObjects.ts';
import type { MustGatherEntry } from '#client/mustGather/tree/mustGatherEntry.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { showInput, showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPick, showPickMany } from '#client/vscode/prompts/showPick.ts';
import { listNamespaces } from '../workloads/listNamespaces.ts';
import { namespaceItems, namespaceProblem, splitNamespaces } from '../workloads/namespaceItems.ts';
import type { OperationCommand, OperationContext } from '../context.ts';

const title = () => l10n.t`Set Namespace Filter`;

export const setNamespaceFilter: OperationCommand = {
  id: 'osc.cluster.setNamespaceFilter',
  title: 'Set Namespace Filter...',
  palette: 'osc.clusterOpen || osc.mustGatherOpen',
  menus: [clusterRow('1_osc@3', '(?:open|workloads|gathered)')],
  async run(tools, given) {
    const target = await chooseTarget(tools, given);
    if (target === undefined) return;
    const selected = await ('state' in target ? selectCollected(target) : selectInCluster(target));
    if (selected === undefined) return;
    if (selected.length > mostNamespaces)
      await tools.notify.tell('warning', l10n.t`The filter can contain up to ${mostNamespaces} namespaces.`);
    else if ('state' in target) tools.clusters.gathered.selectNamespaces(target.name, selected);
    else if (target.isOpen) target.selectNamespaces?.(selected);
    else throw new Error(l10n.t`The cluster is closed.`);
  },
};

/** Returns the cluster or the must-gather that the command applies to. Undefined if the user cancels. */
async function chooseTarget(
  { clusters }: OperationContext,
  given: unknown,
): Promise<OpenCluster | MustGatherEntry | undefined> {
  const { gathered } = clusters;
  const clicked = gathered.find(given);
  if (clicked !== undefined) return clicked;
  const collected = given === undefined ? gathered.all.filter(({ state }) => state.kind === 'open') : [];
  if (collected.length === 0) return (await clusters.choose(given, title()))?.cluster;
  const items = [
    ...clusters.open().map(({ context, server }) => ({ label: context, detail: server, gather: undefined })),
    ...collected.map((gather) => ({ label: gather.name, detail: gather.path, gather })),
  ];
  const options = { title: withEllipsis(title()), placeHolder: l10n.t`Select a cluster or a must-gather` };
  const chosen = items.length === 1 ? items[0] : await showPick(items, options);
  return chosen?.gather ?? (chosen === undefined ? undefined : (await clusters.choose(chosen.label, title()))?.cluster);
}

async function selectInCluster(cluster: OpenCluster): Promise<readonly string[] | undefined> {
  const { connection, context, selectedNamespaces = [] } = cluster;
  const names = await showProgress(l10n.t`Reading ${context}...`, () =>
    listNamespaces(createClusterReader(connection, new AbortController().signal)),
  );
  if (names === undefined) return enterNames(cluster, selectedNamespaces);
  // A user can have permissions in a namespace without the permission to read the namespace itself.
  const enter = withEllipsis(l10n.t`Enter Name`);
  const picked = await select([{ label: enter }, ...namespaceItems(names, selectedNamespaces)]);
  if (picked?.includes(enter) !== true) return picked;
  const listed = picked.filter((name) => name !== enter);
  // The user selected all rows of a long list.
  return listed.length > mostNamespaces ? listed : enterNames(cluster, listed);
}

function selectCollected({ name, state, namespaces }: MustGatherEntry): Promise<readonly string[] | undefined> {
  const pods = state.kind === 'open' ? (state.report.gathered.pods ?? []) : [];
  const names = new Set(pods.map(({ namespace }) => namespace));
  if (names.size === 0 && namespaces.length === 0) throw new Error(l10n.t`${name} contains no Kata pods.`);
  return select(namespaceItems([...names].toSorted(), namespaces));
}

async function select(items: readonly QuickPickItem[]): Promise<readonly string[] | undefined> {
  const picked = await showPickMany(items, {
    title: withEllipsis(title()),
    placeHolder: l10n.t`Select namespaces, or none to show all`,
  });
  return picked?.map(({ label }) => label);
}

/**
 * Asks for the names of namespaces. Returns undefined if the user cancels.
 * @param selected names at the start
 */
async function enterNames(
  { connection, context }: OpenCluster,
  selected: readonly string[],
): Promise<readonly string[] | undefined> {
  const text = await showInput({
    title: withEllipsis(title()),
    value: selected.join(', '),
    prompt: l10n.t`Can't list all namespaces. Enter the names of namespaces, separated by commas. If empty, all namespaces are shown.`,
    ignoreFocusOut: true,
    validateInput: (entered) =>
      splitNamespaces(entered)
        .map(namespaceProblem)
        .find((problem) => problem !== undefined),
  });
  if (text === undefined) return undefined;
  const names = splitNamespaces(text);
  const { signal } = new AbortController();
  for (const name of names.slice(0, mostNamespaces)) {
    // Without permission to read a namespace, it might exist.
    const answer = await readClusterObject(connection, { ...namespaceKind, name }, signal);
    if (!answer.ok && answer.error.kind === 'notFound')
      throw new Error(l10n.t("{0} doesn't exist on {1}.", `Namespace ${name}`, context));
  }
  return names;
}

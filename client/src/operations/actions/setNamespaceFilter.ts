/** Limits the workloads of a cluster to some namespaces. The current context of the kubeconfig isn't changed. */
import * as l10n from '@vscode/l10n';
import { clusterRow } from '#client/commands/menuPlaces.ts';
import { mostNamespaces } from '#client/clusters/state/savedClusters.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { showInput, showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPickMany } from '#client/vscode/prompts/showPick.ts';
import { namespaceProblem } from '../workloads/chooseWorkload.ts';
import { listNamespaces } from '../workloads/listNamespaces.ts';
import type { OperationCommand } from '../context.ts';

const title = () => l10n.t`Set Namespace Filter`;

export const setNamespaceFilter: OperationCommand = {
  id: 'osc.cluster.setNamespaceFilter',
  title: 'Set Namespace Filter...',
  palette: 'osc.clusterOpen',
  menus: [clusterRow('1_osc@3', '(?:open|workloads)')],
  async run({ clusters, notify }, given) {
    const chosen = await clusters.choose(given, title());
    if (chosen === undefined) return;
    const { cluster } = chosen;
    const names = await showProgress(l10n.t`Reading ${cluster.context}...`, () =>
      listNamespaces(createClusterReader(cluster.connection, new AbortController().signal)),
    );
    const selected = await (names === undefined ? askForNames(cluster) : selectNames(cluster, names));
    if (selected === undefined) return;
    if (selected.length > mostNamespaces)
      await notify.tell('warning', l10n.t`The filter can contain up to ${mostNamespaces} namespaces.`);
    else cluster.selectNamespaces?.(selected);
  },
};

async function selectNames(
  { namespaces = [] }: OpenCluster,
  names: readonly string[],
): Promise<readonly string[] | undefined> {
  // A selected namespace might be deleted, so that the user must be able to remove it.
  const all = [...new Set([...namespaces, ...names])];
  const items = all.map((label) => ({ label, picked: namespaces.includes(label) }));
  const picked = await showPickMany(items, {
    title: withEllipsis(title()),
    placeHolder: l10n.t`Select the namespaces. Without a selection, all namespaces are shown.`,
  });
  return picked?.map(({ label }) => label);
}

async function askForNames({ namespaces = [] }: OpenCluster): Promise<readonly string[] | undefined> {
  const split = (text: string): readonly string[] => text.split(/[\s,]+/).filter((name) => name !== '');
  const text = await showInput({
    title: withEllipsis(title()),
    value: namespaces.join(', '),
    prompt: l10n.t`Can't list all namespaces. Enter the names of namespaces, separated by commas. If empty, all namespaces are shown.`,
    ignoreFocusOut: true,
    validateInput: (entered) =>
      split(entered)
        .map(namespaceProblem)
        .find((problem) => problem !== undefined),
  });
  return text === undefined ? undefined : split(text);
}

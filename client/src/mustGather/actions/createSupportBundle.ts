/** Creates a support bundle of an open cluster, or of a must-gather. */
import * as l10n from '@vscode/l10n';
import { sanitizeLiteral } from '#core/text/sanitize.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';
import { formatDocumentTitle } from '#client/clusters/documents/pageTitle.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { byApi } from '../collect/ocAlternatives.ts';
import type { MustGatherCommand, MustGatherContext } from '../context.ts';
import { isOpen, pathIn, pickPath } from '../open/chooseMustGather.ts';
import { createBundle, type BundleSource } from '../supportBundle/createBundle.ts';
import { dayAndTime, describeCollectionTime } from '../tree/mustGatherTitle.ts';

const title = () => l10n.t`Create Support Bundle`;

export const bundle: MustGatherCommand = {
  id: 'osc.mustGather.bundle',
  title: 'Create Support Bundle...',
  menus: [clusterRow('1_osc@7', 'open'), clusterRow('1_osc@5', 'gathered')],
  async run(tools, given) {
    const source = await chooseSource(tools, given);
    if (source !== undefined) await createBundle(tools, source);
  },
};

async function chooseSource(tools: MustGatherContext, given: unknown): Promise<BundleSource | undefined> {
  const { gathered } = tools.clusters;
  const mustGather = gathered.find(given)?.path ?? pathIn(given);
  if (mustGather !== undefined) return { mustGather };
  const open = tools.clusters.open();
  if (open.length === 0 && !gathered.all.some(isOpen)) return chooseFile(tools);
  if (given !== undefined || (open.length > 0 && !gathered.all.some(isOpen))) {
    const chosen = await tools.clusters.choose(given, title());
    return chosen === undefined ? undefined : chooseMustGather(tools, chosen.cluster);
  }
  const items = [
    ...open.map(({ context, server }) => ({
      label: context,
      description: '',
      detail: sanitizeLiteral(server),
      choose: () => chosenCluster(tools, context),
    })),
    ...gathered.all.filter(isOpen).map(({ name, path, state }) => ({
      label: name,
      description: describeCollectionTime(state.report),
      detail: sanitizeLiteral(path),
      choose: () => Promise.resolve<BundleSource | undefined>({ mustGather: path }),
    })),
    { label: l10n.t`Open Another...`, description: '', detail: '', choose: () => chooseFile(tools) },
  ];
  const chosen = await showPick(items, {
    title: title(),
    placeHolder: l10n.t`Select a cluster or a must-gather`,
    matchOnDetail: true,
  });
  return chosen?.choose();
}

async function chooseFile(tools: MustGatherContext): Promise<BundleSource | undefined> {
  const mustGather = await pickPath(tools, title());
  return mustGather === undefined ? undefined : { mustGather };
}

/** Checks that the cluster is connected. */
async function chosenCluster(tools: MustGatherContext, context: string): Promise<BundleSource | undefined> {
  const chosen = await tools.clusters.choose({ context }, title());
  return chosen === undefined ? undefined : chooseMustGather(tools, chosen.cluster);
}

/** Asks whether to use an existing must-gather. Doesn't ask if there is none. */
async function chooseMustGather(tools: MustGatherContext, cluster: OpenCluster): Promise<BundleSource | undefined> {
  const open = tools.clusters.gathered.all.filter(isOpen).map(({ name, path, state }) => ({
    label: name,
    description: describeCollectionTime(state.report),
    detail: sanitizeLiteral(path),
    mustGather: path,
  }));
  const collected = (await tools.collections.all())
    .filter(
      ({ context, folder }) => context === cluster.context && !open.some(({ mustGather }) => mustGather === folder),
    )
    .map(({ folder, at }) => ({
      label: dayAndTime(at),
      description: '',
      detail: sanitizeLiteral(folder),
      mustGather: folder,
    }));
  if (open.length + collected.length === 0) return { cluster };
  const collect = {
    label: byApi(),
    description: '',
    detail: l10n.t`Node journals and audit logs aren't included. Collecting them requires oc.`,
    mustGather: undefined,
  };
  const chosen = await showPick([collect, ...open, ...collected], {
    title: formatDocumentTitle(title(), cluster.context),
    placeHolder: l10n.t`Select the must-gather for the support bundle`,
    matchOnDetail: true,
  });
  return chosen === undefined ? undefined : { cluster, mustGather: chosen.mustGather };
}

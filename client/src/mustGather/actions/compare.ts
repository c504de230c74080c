/** Compares two must-gathers, or a must-gather with an open cluster, and shows the result as a document. */
import * as l10n from '@vscode/l10n';
import { commands, Uri } from 'vscode';
import { comparedCluster, createComparedMustGather, earlierFirst } from '#core/diagnosis/comparison/comparedState.ts';
import { compareStates, type Compared } from '#core/diagnosis/comparison/compareStates.ts';
import { comparisonMarkdown } from '#gather/reports/formatComparison.ts';
import { sanitizeLiteral } from '#core/text/sanitize.ts';
import { describeCollectionTime } from '../tree/mustGatherTitle.ts';
import { chooseGather, isOpen, type OpenedMustGather } from '../open/chooseMustGather.ts';
import type { MustGatherCommand, MustGatherContext } from '../context.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

const title = () => l10n.t`Compare Must-Gathers`;

export const compare: MustGatherCommand = {
  id: 'osc.mustGather.compare',
  title: 'Compare Must-Gathers...',
  menus: [clusterRow('1_osc@2', 'gathered')],
  async run(tools, given) {
    const first = await chooseGather(tools, given, title());
    const second = first === undefined ? undefined : await chooseOther(tools, first);
    if (first === undefined || second === undefined) return;
    const [before, after] = earlierFirst(sideOf(first), second);
    const uri = Uri.from(
      tools.documents.keepText(
        l10n.t`${before.name} and ${after.name}`,
        comparisonMarkdown(compareStates(before, after)),
      ),
    );
    tools.documents.renew(uri);
    await commands.executeCommand('markdown.showPreview', uri, undefined, { locked: true });
  },
};

function sideOf({ name, state: { report } }: OpenedMustGather): Compared {
  return createComparedMustGather(name, report.gathered, report.findings);
}

async function chooseOther(tools: MustGatherContext, first: OpenedMustGather): Promise<Compared | undefined> {
  const { clusters, clock } = tools;
  const gathers = clusters.gathered.all.filter(isOpen).filter(({ name }) => name !== first.name);
  const items = [
    ...gathers.map((gather) => ({
      label: gather.name,
      description: describeCollectionTime(gather.state.report),
      detail: sanitizeLiteral(gather.path),
      side: () => Promise.resolve<Compared | undefined>(sideOf(gather)),
    })),
    ...clusters.open().map(({ context, server, snapshot }) => ({
      label: context,
      description: '',
      detail: l10n.t`${server} (current state)`,
      side: () => Promise.resolve<Compared | undefined>(comparedCluster(context, snapshot, clock.now())),
    })),
    {
      label: l10n.t`Open Another...`,
      description: '',
      async side() {
        const other = await chooseGather(tools, undefined, title(), first);
        return other === undefined ? undefined : sideOf(other);
      },
    },
  ];
  const [only, ...others] = items;
  const chosen =
    others.length === 0
      ? only
      : await showPick(items, {
          title: title(),
          placeHolder: l10n.t`Select what to compare ${first.name} with`,
          matchOnDetail: true,
        });
  return chosen?.side();
}

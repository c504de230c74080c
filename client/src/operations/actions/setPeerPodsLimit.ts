/** Sets the maximum number of peer pods per node. */
import * as l10n from '@vscode/l10n';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { defaultLimit, limitKey, peerPodsLimitProcedure } from '#core/operations/procedures/peerPodsLimit.ts';
import { askNamed, type InputStep } from '#client/vscode/prompts/askSteps.ts';
import { chooseToChange } from '../configure/chooseClusterToChange.ts';
import { showMissingPeerPodsConfig } from '../configure/showMissingPeerPodsConfig.ts';
import { ifPermitted } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';

const title = () => l10n.t`Set peer pod limit per node`;

export const setPeerPodsLimit: OperationCommand = {
  id: 'osc.peerpods.setLimit',
  title: 'Set Peer Pod Limit per Node...',
  palette: 'osc.peerPods && !config.osc.readOnly',
  menus: [
    {
      menu: 'osc.peerPods',
      group: '2@1',
      when: ifPermitted('setPeerPodsLimit', '!config.osc.readOnly && viewItem =~ /\\bosc-peerPods\\b/'),
    },
  ],
  async run(tools, given) {
    const cluster = await chooseToChange(tools, given, title(), peerPodsLimitProcedure, 'setPeerPodsLimit');
    if (cluster === undefined) return;
    const config = getPeerPodsConfig(cluster.snapshot);
    if (config === undefined) return showMissingPeerPodsConfig(tools, cluster);
    const present = config.limit ?? String(defaultLimit);
    const answers = await askNamed(l10n.t`${title()} on ${cluster.context}`, (before) =>
      before.has('limit') ? undefined : { name: 'limit', ...limitQuestion(present) },
    );
    const limit = answers?.get('limit');
    if (limit !== undefined) await tools.perform(cluster, peerPodsLimitProcedure, { limit: Number(limit) });
  },
};

function limitQuestion(present: string): InputStep {
  return {
    prompt: l10n.t`Maximum number of peer pod VMs per node (${limitKey}, currently ${present})`,
    value: /^\d{1,6}$/.test(present) ? present : String(defaultLimit),
    says: (text) =>
      /^[1-9]\d{0,5}$/.test(text)
        ? undefined
        : { message: l10n.t`Enter a whole number of 1 or more. The effect of 0 and -1 isn't documented.`, wrong: true },
  };
}

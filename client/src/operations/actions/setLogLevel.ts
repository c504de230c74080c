/** Sets the log level of CRI-O on the Kata nodes, follows the rollout, and lets the user verify it. */
import * as l10n from '@vscode/l10n';
import { defaultLogLevel, getEffectiveLogLevel } from '#core/status/kataConfig/verboseLogLevel.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { logLevelProcedure, verifyStepId } from '#core/operations/procedures/logLevel.ts';
import { listKataNodes } from '#core/operations/steps/nodes/poolStep.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import { chooseToChange } from '../configure/chooseClusterToChange.ts';
import { logLevelQuestion } from '../configure/logLevelQuestion.ts';
import { showMissingPrerequisite } from '../configure/showMissingPrerequisite.ts';
import { verifyLogLevel } from '../configure/verifyLogLevel.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { ifPermitted } from '#client/commands/menuPlaces.ts';
import type { OperationCommand, OperationContext } from '../context.ts';

const title = () => l10n.t`Set Kata node log level`;

export const setLogLevel: OperationCommand = {
  id: 'osc.kata.setLogLevel',
  title: 'Set Kata Node Log Level...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [{ menu: 'osc.kata', group: '2@3', when: ifPermitted('setLogLevel', '!config.osc.readOnly') }],
  async run(tools, given) {
    const cluster = await chooseToChange(tools, given, title(), logLevelProcedure, 'setLogLevel');
    if (cluster === undefined) return;
    const { kataConfig } = indexSnapshot(cluster.snapshot);
    if (kataConfig === undefined) {
      await showMissingPrerequisite(tools, cluster, 'KataConfig');
      return;
    }
    const question = logLevelQuestion(getEffectiveLogLevel(kataConfig));
    const answers = await askNamed(l10n.t`${title()} of ${cluster.context}`, (before) =>
      before.has('level') ? undefined : question,
    );
    const level = answers?.get('level');
    if (level !== undefined) await changeLogLevel(tools, cluster, level);
  },
};

/** Sets the log level, lets the user verify it on a node, and resets it on request. */
export async function changeLogLevel(tools: OperationContext, cluster: OpenCluster, wanted: string): Promise<void> {
  let level: string | undefined = wanted;
  while (
    level !== undefined &&
    (await tools.perform(cluster, logLevelProcedure, { level }, { told: 'byCaller' })) === 'done'
  ) {
    const [node] = listKataNodes(cluster);
    const verified = (): void => tools.settle(cluster, verifyStepId, l10n.t`verified on ${node?.name ?? ''}`);
    level = (await verifyLogLevel(tools, cluster.context, node?.name, level, verified)) ? defaultLogLevel : undefined;
  }
}

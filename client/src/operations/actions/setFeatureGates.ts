/** Sets or removes a feature gate of the operator. */
import { featureGatesName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { getInstalledRelease } from '#core/status/operator/operatorParts.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import { featureGatesProcedure } from '#core/operations/procedures/featureGates.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import { chooseToChange } from '../configure/chooseClusterToChange.ts';
import { featureGateQuestion, takeOut } from '../configure/featureGateQuestions.ts';
import { ifPermitted } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';

const title = () => l10n.t`Set feature gates`;

export const setFeatureGates: OperationCommand = {
  id: 'osc.kata.setFeatureGates',
  title: 'Set Feature Gates...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [{ menu: 'osc.kata', group: '2@4', when: ifPermitted('setFeatureGates', '!config.osc.readOnly') }],
  async run(tools, given) {
    const cluster = await chooseToChange(tools, given, title(), featureGatesProcedure, 'setFeatureGates');
    if (cluster === undefined) return;
    const release = findRelease(getInstalledRelease(cluster.snapshot) ?? '') ?? newestRelease;
    const present = findItem(cluster.snapshot, 'configMaps', featureGatesName)?.data;
    const answers = await askNamed(l10n.t`${title()} on ${cluster.context}`, (before) =>
      featureGateQuestion(present, release, before),
    );
    const gate = answers?.get('gate');
    const value = answers?.get('value');
    if (gate === undefined || value === undefined) return;
    await tools.perform(cluster, featureGatesProcedure, { gates: { [gate]: value === takeOut ? undefined : value } });
  },
};

/** Sets the allowed instance types of peer pods and the default. */
import * as l10n from '@vscode/l10n';
import { getInstalledRelease } from '#core/status/operator/operatorParts.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { instanceTypesProcedure } from '#core/operations/procedures/instanceTypes.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import { chooseToChange } from '../configure/chooseClusterToChange.ts';
import { instanceTypeQuestion, typesIn, type TypeSettings } from '../configure/instanceTypeQuestions.ts';
import { showMissingPeerPodsConfig } from '../configure/showMissingPeerPodsConfig.ts';
import { ifPermitted } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';
import { joinSentences } from '#core/text/grammar.ts';

const title = () => l10n.t`Set peer pod instance types`;

export const setInstanceTypes: OperationCommand = {
  id: 'osc.peerpods.setInstanceTypes',
  title: 'Set Peer Pod Instance Types...',
  palette: 'osc.peerPods && !config.osc.readOnly',
  menus: [
    {
      menu: 'osc.peerPods',
      group: '2@2',
      when: ifPermitted('setInstanceTypes', '!config.osc.readOnly && viewItem =~ /\\bosc-peerPods\\b/'),
    },
  ],
  async run(tools, given) {
    const cluster = await chooseToChange(tools, given, title(), instanceTypesProcedure, 'setInstanceTypes');
    if (cluster === undefined) return;
    const config = getPeerPodsConfig(cluster.snapshot);
    if (config === undefined) return showMissingPeerPodsConfig(tools, cluster);
    const { provider, knowledge, data } = config;
    const keys = knowledge?.instanceTypes;
    if (keys === undefined) {
      const why =
        provider === ''
          ? l10n.t`CLOUD_PROVIDER isn't set in peer-pods-cm on ${cluster.context}. Configure peer pods first.`
          : l10n.t`Instance types can't be set for provider ${sanitizeLine(provider, 40)} on ${cluster.context}.`;
      await tools.notify.tell('warning', joinSentences(why, knowledge?.note?.() ?? ''));
      return;
    }
    const at = (key: string | undefined): string =>
      key !== undefined && Object.hasOwn(data, key) ? (data[key] ?? '') : '';
    const set: TypeSettings = {
      provider,
      keys,
      release: findRelease(getInstalledRelease(cluster.snapshot) ?? '') ?? newestRelease,
      types: sanitizeLine(at(keys.listKey), 2000),
      defaultType: at(keys.defaultKey) === '' ? (keys.default ?? '') : sanitizeLine(at(keys.defaultKey), 100),
    };
    const answers = await askNamed(l10n.t`${title()} on ${cluster.context}`, (before) =>
      instanceTypeQuestion(set, before),
    );
    if (answers === undefined) return;
    await tools.perform(cluster, instanceTypesProcedure, {
      provider,
      defaultType: answers.get('default') ?? '',
      types: typesIn(answers.get('types') ?? ''),
    });
  },
};

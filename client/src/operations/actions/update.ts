/**
 * Updates OSC as documented: the operator and, with peer pods, the pod VM image. A new image requires recreating the
 * KataConfig.
 */
import * as l10n from '@vscode/l10n';
import { findCurrentStep } from '#core/operations/procedure.ts';
import type { UpdateChoices } from '#core/operations/procedures/savedChoices.ts';
import { update as procedure } from '#core/operations/procedures/update.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  describeDeprecatedChannel,
  describeLater,
  findNextUpdate,
  isDeprecatedChannel,
} from '#core/operations/preflightFindings/updatePathTexts.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { askNamed, type NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { showMissingPrerequisite } from '../configure/showMissingPrerequisite.ts';
import { lookAt } from '../install/prepareOperation.ts';
import { clusterRow, ifPermitted } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';

const title = () => l10n.t`Update Kata`;

export const update: OperationCommand = {
  id: 'osc.kata.update',
  title: 'Update Kata...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [
    { menu: 'osc.kata', group: '1@3', when: ifPermitted('update', '!config.osc.readOnly') },
    clusterRow('1@1', 'updatePlan', '!config.osc.readOnly'),
  ],
  async run(tools, given) {
    const looked = await lookAt(tools, given, title(), procedure, 'update');
    if (looked === undefined) return;
    const { cluster, situation } = looked;
    const { snapshot } = situation;
    const subscription = findSubscription(snapshot);
    const kept = getLookupValue(situation, 'keptKataConfig')?.found;
    // The update recreates a saved KataConfig.
    if ((indexSnapshot(snapshot).kataConfig === undefined && kept === undefined) || subscription === undefined) {
      await showMissingPrerequisite(tools, cluster, subscription === undefined ? 'Subscription' : 'KataConfig');
      return;
    }
    // The channel can't change in the middle of an update.
    const answers =
      indexSnapshot(snapshot).kataConfig === undefined
        ? new Map<string, string>()
        : await askNamed(l10n.t`${title()} on ${cluster.context}`, (before) =>
            question(situation, subscription.channel, before),
          );
    if (answers === undefined) return;
    const channel = answers.get('channel') ?? subscription.channel;
    const choices: UpdateChoices = channel === subscription.channel ? {} : { channel };
    if (findCurrentStep(procedure.steps(situation, choices)) === undefined) {
      const latest = l10n.t`${cluster.context} already has the latest release in channel ${channel}.`;
      const path = findNextUpdate(situation, channel);
      const later = path?.kind === 'newest' && path.later !== undefined ? describeLater(path.later) : '';
      await tools.notify.tell('info', joinSentences(latest, later));
      return;
    }
    await tools.perform(cluster, procedure, choices);
  },
};

/**
 * Returns the step that selects a channel.
 * @param current channel of the Subscription
 */
function question(
  situation: ObservedCluster,
  current: string,
  answers: ReadonlyMap<string, string>,
): NamedInputStep | undefined {
  if (answers.has('channel')) return undefined;
  const channels = getLookupValue(situation, 'packageManifest')?.found?.channels ?? [];
  const others = channels.filter(({ name }) => name !== current);
  const source = findSubscription(situation.snapshot)?.source ?? '';
  const newest = (name: string): string => {
    const version = channels.find((channel) => channel.name === name)?.version;
    return [
      ...(version === undefined ? [] : [l10n.t`Latest: ${version}`]),
      ...(isDeprecatedChannel(name, source) ? [describeDeprecatedChannel()] : []),
    ].join(' · ');
  };
  return {
    name: 'channel',
    placeHolder: l10n.t`Select a channel`,
    items: [
      { label: l10n.t`Keep ${current}`, description: newest(current), value: current },
      ...others.map(({ name }) => ({ label: l10n.t`Change to ${name}`, description: newest(name), value: name })),
    ],
  };
}

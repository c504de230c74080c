/**
 * Checks for leftover resources of an earlier installation. Source: core/status/kataConfig/leftovers.ts;
 * notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { listLeftovers } from '#core/status/kataConfig/leftovers.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import {
  createUnknownFinding,
  listUnreadableData,
  explainUnreadableKind,
} from '#core/operations/preflightFindings/unreadableData.ts';

export const leftovers = defineCheck({
  id: 'leftovers',
  title: () => l10n.t`Leftover resources from an earlier installation`,
  area: 'Operator',
  why: () =>
    l10n.t`If a KataConfig is removed while the operator isn't running, labels, machine configs, and runtime classes remain.`,
  docs: creatingKataConfig,
  kinds: ['kataConfigs', 'nodes', 'machineConfigs', 'machineConfigPools', 'runtimeClasses'],
  facts: [],
  judge(situation) {
    const { snapshot } = situation;
    const { kataConfig } = indexSnapshot(snapshot);
    if (kataConfig?.deleting !== undefined)
      return {
        verdict: 'fail',
        headline: l10n.t`A KataConfig is being deleted`,
        evidence: [l10n.t`KataConfig ${kataConfig.name}: being deleted`],
        meaning: l10n.t`A cluster can have only one KataConfig, so you can't reinstall Kata until this one is deleted. The deletion requires a running operator.`,
        todo: l10n.t`Continue the uninstall first to see what blocks the deletion of the KataConfig.`,
      };
    if (kataConfig !== undefined) return { verdict: 'none', headline: l10n.t`A KataConfig exists`, evidence: [] };
    const hidden = explainUnreadableKind(situation, 'kataConfigs');
    if (hidden !== undefined) return createUnknownFinding([hidden]);
    // If the cluster doesn't have the KataConfig kind, it has no KataConfig either.
    const known =
      snapshot.kataConfigs.asOf === undefined
        ? { ...snapshot, kataConfigs: { ...snapshot.kataConfigs, asOf: situation.now } }
        : snapshot;
    const left = listLeftovers(known).filter(({ usual }) => !usual);
    if (left.length > 0) {
      return {
        verdict: 'warn',
        headline: selectPlural(
          left.length,
          l10n.t`${left.length} leftover resource`,
          l10n.t`${left.length} leftover resources`,
        ),
        evidence: left
          .slice(0, 30)
          .map(({ what, reboots }) => (reboots ? l10n.t`${what} (deleting it reboots nodes)` : what)),
        meaning: l10n.t`A new KataConfig takes over existing resources with the same names. Kata is reinstalled on nodes that still have a Kata label.`,
        todo: l10n.t`Delete the leftover resources when nodes can reboot, or keep them for a new KataConfig.`,
      };
    }
    const missing = listUnreadableData(
      situation,
      ['nodes', 'machineConfigs', 'machineConfigPools', 'runtimeClasses'],
      [],
    );
    if (missing.length > 0) return createUnknownFinding(missing, l10n.t`Some resources can't be read`);
    return {
      verdict: 'pass',
      headline: l10n.t({
        message: 'None',
        args: [],
        comment: ['The result of a preflight check: none of the objects that would be a problem exist.'],
      }),
      evidence: [l10n.t`No leftover Kata labels, pools, machine configs, or runtime classes`],
    };
  },
});

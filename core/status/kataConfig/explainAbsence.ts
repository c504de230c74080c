/**
 * A cluster without a KataConfig: what that means, and what comes first. Sources: OSC 1.12 §2.2, §3.3; notes/cluster.md
 * 5.2.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig, installingOperator } from '#core/product/docSections.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { countWords } from '#core/text/counts.ts';
import { namesWords } from '#core/text/phrases.ts';
import type { Explanation } from '../explanation.ts';
import { listLeftovers } from './leftovers.ts';
import { isKnown, isOperatorRunning } from '../snapshotIndex.ts';

/** To be asked when there is none, or none can be seen. */
export function explainAbsence(snapshot: Snapshot): Explanation {
  const { state } = snapshot.kataConfigs;
  if (state.kind === 'forbidden') {
    return {
      health: 'unknown',
      headline: l10n.t`KataConfigs may not be seen`,
      meaning: l10n.t`You don't have permission to ${state.verb} KataConfigs, so the Kata status of this cluster is unknown.`,
      todo: l10n.t`Ask for the right to list and watch KataConfigs.`,
    };
  }
  if (state.kind === 'absent') {
    return {
      health: 'ok',
      headline: l10n.t`No kata: the operator is not installed`,
      meaning: l10n.t`The cluster does not know the kind KataConfig: it comes with the OpenShift sandboxed containers Operator.`,
      todo: l10n.t`Install the operator, then create a KataConfig.`,
      docs: installingOperator,
    };
  }
  if (!isKnown(snapshot, 'kataConfigs'))
    return { health: 'unknown', headline: l10n.t`Not known yet`, meaning: l10n.t`The cluster has not been read yet.` };
  const left = listLeftovers(snapshot).filter(({ usual }) => !usual);
  if (left.length > 0) {
    const reboots = left.some((one) => one.reboots);
    const things = countWords(left.length, 'thing');
    const names = namesWords(
      left.map(({ what }) => what),
      4,
    );
    return {
      health: 'attention',
      headline: l10n.t`No KataConfig, but something is left of one`,
      meaning: l10n.t`There is no KataConfig, and still ${names}: it went without its operator, it seems.`,
      todo: reboots
        ? l10n.t`Take it away by hand, ${things} in all, or leave it for a new KataConfig. Nodes that lose their label or their configuration reboot.`
        : l10n.t`Take it away by hand, ${things} in all, or leave it for a new KataConfig.`,
      docs: creatingKataConfig,
    };
  }
  const running = isOperatorRunning(snapshot);
  return {
    health: 'ok',
    headline: l10n.t`Kata isn't installed (no KataConfig)`,
    meaning:
      running === false
        ? l10n.t`There is no KataConfig, and the operator does not run.`
        : l10n.t`The operator waits for a KataConfig: creating one brings kata to the nodes, and reboots them.`,
    todo:
      running === false
        ? l10n.t`Let the operator run first: until then no KataConfig can be created.`
        : l10n.t`Create a KataConfig when the nodes may reboot.`,
    docs: creatingKataConfig,
  };
}

/** Explains a cluster without a KataConfig and the next step. Sources: OSC 1.12 §2.2, §3.3; notes/cluster.md 5.2. */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig, installingOperator } from '#core/product/docSections.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import type { Explanation } from '../explanation.ts';
import { listLeftovers } from './leftovers.ts';
import { isKnown, isOperatorRunning } from '../snapshotIndex.ts';

/** Explains why there is no KataConfig. Call it only if none exists or none can be read. */
export function explainAbsence(snapshot: Snapshot): Explanation {
  const { state } = snapshot.kataConfigs;
  if (state.kind === 'forbidden') {
    return {
      health: 'unknown',
      headline: l10n.t`No permission to read KataConfigs`,
      meaning: l10n.t`You don't have permission to ${state.verb} KataConfigs, so the Kata status of this cluster is unknown.`,
      todo: l10n.t`Request permission to list and watch KataConfigs.`,
    };
  }
  if (state.kind === 'absent') {
    return {
      health: 'ok',
      headline: l10n.t`Kata isn't installed (no operator)`,
      meaning: l10n.t`The cluster has no KataConfig CRD. The OpenShift sandboxed containers Operator installs it.`,
      todo: l10n.t`Install the operator, then create a KataConfig.`,
      docs: installingOperator,
    };
  }
  if (!isKnown(snapshot, 'kataConfigs'))
    return {
      health: 'unknown',
      headline: l10n.t`Not read yet`,
      meaning: l10n.t`No data has been read from the cluster yet.`,
    };
  const left = listLeftovers(snapshot).filter(({ usual }) => !usual);
  if (left.length > 0) {
    const reboots = left.some((one) => one.reboots);
    const things = formatCount(left.length, 'thing');
    const names = formatNames(
      left.map(({ what }) => what),
      4,
    );
    return {
      health: 'attention',
      headline: l10n.t`Leftover resources from a deleted KataConfig`,
      meaning: l10n.t`No KataConfig exists, but leftover resources do: ${names}. The operator probably wasn't running when the KataConfig was deleted.`,
      todo: reboots
        ? l10n.t`Remove the leftover resources manually (${things} in total), or keep them for a new KataConfig. A node reboots if it loses its label or machine config.`
        : l10n.t`Remove the leftover resources manually (${things} in total), or keep them for a new KataConfig.`,
      docs: creatingKataConfig,
    };
  }
  return explainMissingKataConfig(snapshot);
}

/** Explains that Kata isn't installed, although the cluster has the KataConfig CRD. */
function explainMissingKataConfig(snapshot: Snapshot): Explanation {
  const common = {
    health: 'ok',
    headline: l10n.t`Kata isn't installed (no KataConfig)`,
    docs: creatingKataConfig,
  } as const;
  if (isOperatorRunning(snapshot) === false)
    return {
      ...common,
      meaning: l10n.t`No KataConfig exists, and the operator isn't running.`,
      todo: l10n.t`Start the operator first. You can't create a KataConfig until it's running.`,
    };
  // The Machine Config Operator always has pools. Without it, a DaemonSet installs Kata, and nothing reboots the nodes.
  const { machineConfigPools } = snapshot;
  if (
    machineConfigPools.state.kind === 'absent' ||
    (isKnown(snapshot, 'machineConfigPools') && machineConfigPools.items.size === 0)
  )
    return {
      ...common,
      meaning: l10n.t`The operator is waiting for a KataConfig. When you create one, a DaemonSet installs Kata on the nodes, because this cluster has no machine config pools.`,
      todo: l10n.t`Create a KataConfig. In some releases, you must then reboot the nodes yourself.`,
    };
  return {
    ...common,
    meaning: l10n.t`The operator is waiting for a KataConfig. When you create one, the operator installs Kata on the nodes and they reboot.`,
    todo: l10n.t`Create a KataConfig at a time when the nodes can reboot.`,
  };
}

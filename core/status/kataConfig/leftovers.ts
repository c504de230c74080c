/**
 * What is left on a cluster when its KataConfig is gone: it went without its operator, or somebody took its finalizer
 * away. Source: notes/cluster.md 5.2; openshift/sandboxed-containers-operator@d0632e58
 * controllers/openshift_controller.go (the MachineConfigs of peer pods are left by the operator itself).
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { kataRole } from '#core/product/nodeLabels.ts';
import { extensionConfigName, imageConfigName } from '#core/cluster/watchedKinds/machineConfig.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { hasKataRole } from '../nodes/nodeSelection.ts';
import { isKnown, listItems, indexSnapshot } from '../snapshotIndex.ts';

export interface Leftover {
  /** `MachineConfig 50-enable-sandboxed-containers-extension`. */
  readonly what: string;
  /** Nodes still run what it says: taking it away reboots them. */
  readonly reboots: boolean;
  /** The operator itself leaves it, and it does no harm. */
  readonly usual: boolean;
  /** The KataConfig owned it: with the KataConfig gone, the cluster takes it away by itself. */
  readonly isPassing?: true;
}

/** Empty while there is a KataConfig, or when none can be seen. */
export function listLeftovers(snapshot: Snapshot): readonly Leftover[] {
  const { kataConfig } = indexSnapshot(snapshot);
  return kataConfig !== undefined || !isKnown(snapshot, 'kataConfigs')
    ? []
    : remainsOf(snapshot).filter(({ isPassing }) => !isPassing);
}

/** What there is of kata besides the KataConfig: what stays when it goes without its operator. */
export function remainsOf(snapshot: Snapshot): readonly Leftover[] {
  const { pools, nodes } = indexSnapshot(snapshot);
  const labelled = [...nodes.values()].filter(hasKataRole);
  const classes = listItems(snapshot, 'runtimeClasses').filter(({ name }) =>
    ['kata', 'kata-remote', 'kata-cc'].includes(name),
  );
  return [
    ...listItems(snapshot, 'machineConfigs').map(({ name }) => {
      const isKata = name === extensionConfigName || name === imageConfigName;
      return { what: `MachineConfig ${name}`, reboots: isKata, usual: !isKata };
    }),
    ...(pools.has('kata-oc')
      ? [{ what: 'MachineConfigPool kata-oc', reboots: labelled.length > 0, usual: false }]
      : []),
    ...labelled.map(({ name }) => ({ what: l10n.t`Label ${kataRole} on ${name}`, reboots: true, usual: false })),
    ...classes.map(({ name, ofKataConfig }) => ({
      what: `RuntimeClass ${name}`,
      reboots: false,
      usual: false,
      ...omitUndefined({ isPassing: ofKataConfig }),
    })),
  ];
}

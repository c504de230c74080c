/**
 * Finds leftover resources on a cluster whose KataConfig was deleted without its operator or by removing the finalizer.
 * Source: notes/cluster.md 5.2; openshift/sandboxed-containers-operator@d0632e58 controllers/openshift_controller.go
 * (the operator itself doesn't delete the MachineConfigs for peer pods).
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { kataRole } from '#core/product/nodeLabels.ts';
import { extensionConfigName, imageConfigName } from '#core/cluster/watchedKinds/machineConfig.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { isClassDeletionHeld } from '../runtimeClassDeletion.ts';
import { hasKataRole } from '../nodes/nodeSelection.ts';
import { isKnown, listItems, indexSnapshot } from '../snapshotIndex.ts';

export interface Leftover {
  /** Description such as `MachineConfig 50-enable-sandboxed-containers-extension`. */
  readonly what: string;
  /** True if nodes still use the resource, so that deleting it reboots them. */
  readonly reboots: boolean;
  /** True if the operator wouldn't delete the resource either. Such a resource is harmless. */
  readonly usual: boolean;
  /** True if a KataConfig owned the resource. The garbage collector deletes it automatically. */
  readonly isPassing?: true;
}

/** Returns the leftover resources. Empty while a KataConfig exists or if KataConfigs can't be read. */
export function listLeftovers(snapshot: Snapshot): readonly Leftover[] {
  const { kataConfig } = indexSnapshot(snapshot);
  return kataConfig !== undefined || !isKnown(snapshot, 'kataConfigs')
    ? []
    : remainsOf(snapshot).filter(({ isPassing }) => !isPassing);
}

/** Returns the Kata resources that would remain if the KataConfig were deleted without its operator. */
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
    ...classes.map((runtimeClass) => ({
      what: `RuntimeClass ${runtimeClass.name}`,
      reboots: false,
      usual: false,
      // The garbage collector can't delete a runtime class while the finalizer of the operator blocks its deletion.
      ...omitUndefined({ isPassing: isClassDeletionHeld(runtimeClass) ? undefined : runtimeClass.ofKataConfig }),
    })),
  ];
}

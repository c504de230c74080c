/**
 * MachineConfigs that the operator creates. Rendered and other MachineConfigs are ignored. Source:
 * domain/01-kataconfig.md 1.8.
 */
import * as l10n from '@vscode/l10n';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import type { ClusterObject } from '../objects/clusterObject.ts';

/** Metadata of a MachineConfig, which only shows that the object exists. */
export type MachineConfigPresence = ClusterObject;

/** Name of the MachineConfig that installs Kata as an RHCOS extension. */
export const extensionConfigName = '50-enable-sandboxed-containers-extension';
/** Name of the MachineConfig that installs Kata with an image: `layeredImageDeployment`. */
export const imageConfigName = '50-enable-sandboxed-containers-image';
const ours: readonly string[] = [
  extensionConfigName,
  imageConfigName,
  '40-worker-kata-remote-config',
  '50-kata-remote',
];

export const machineConfigs = defineWatchedKind<MachineConfigPresence>({
  group: 'machineconfiguration.openshift.io',
  version: 'v1',
  plural: 'machineconfigs',
  kind: 'MachineConfig',
  scope: 'cluster',
  metadataOnly: true,
  neededFor: () => l10n.t`the leftovers from an uninstall`,
  read: (_raw, object) => (ours.includes(object.name) ? object : undefined),
});

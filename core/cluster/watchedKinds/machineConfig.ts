/**
 * The MachineConfigs that the operator makes: whether they are there. Rendered ones and others are not kept. Source:
 * domain/01-kataconfig.md 1.8.
 */
import * as l10n from '@vscode/l10n';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import type { ClusterObject } from '../objects/clusterObject.ts';

/** Only that it is there. */
export type MachineConfigPresence = ClusterObject;

/** The one that adds kata to the operating system. */
export const extensionConfigName = '50-enable-sandboxed-containers-extension';
/** The one that does so by an image: `layeredImageDeployment`. */
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
  neededFor: () => l10n.t`the leftovers of an uninstall`,
  read: (_raw, object) => (ours.includes(object.name) ? object : undefined),
});

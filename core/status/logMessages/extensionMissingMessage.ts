/**
 * Detects that the RHCOS extension isn't available. Source: openshift/sandboxed-containers-operator#113; OSC 1.12 §1.2.
 */
import * as l10n from '@vscode/l10n';
import { openShiftCompatibility } from '#core/product/docSections.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { defineLogMessage } from './logMessage.ts';

export const extensionMissingMessage = defineLogMessage({
  id: 'log-extension-missing',
  title: () => l10n.t`RHCOS extension isn't available`,
  likelihood: 95,
  places: ['machineConfig', 'operator'],
  pattern: /invalid extensions found: \[[^\]]*sandboxed-containers/,
  hints: ['invalid extensions found'],
  about: { kind: 'nodes' },
  meaning: () =>
    l10n.t`The operating system release on the nodes doesn't provide the sandboxed-containers extension. Kata can't be installed on any node.`,
  todo: () =>
    l10n.t(
      "Compare the nodes' operating system with the OpenShift version: `oc get nodes -o wide`. OpenShift sandboxed containers requires RHCOS.",
    ),
  docs: openShiftCompatibility,
  when(snapshot) {
    const { kataConfig, nodes } = indexSnapshot(snapshot);
    return (
      (kataConfig?.lists.failedToInstall.length ?? 0) > 0 ||
      [...nodes.values()].some(({ mcoState }) => mcoState === 'Degraded')
    );
  },
});

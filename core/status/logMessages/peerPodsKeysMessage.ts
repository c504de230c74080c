/**
 * Detects missing keys for peer pods, and a cloud provider that the operator doesn't support. Source:
 * domain/01-kataconfig.md 1.5 (errors that appear only in the log).
 */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { defineLogMessage } from './logMessage.ts';

export const peerPodsKeysMessage = defineLogMessage({
  id: 'log-peer-pods-keys',
  title: () => l10n.t`The operator rejected the peer pods configuration`,
  likelihood: 85,
  places: ['operator'],
  pattern:
    /error validating peer-pods-cm and peer-pods-secret|cannot find the required keys in peer-pods-(?:cm ConfigMap|secret Secret)|unsupported cloud provider/,
  hints: ['error validating peer-pods-cm', 'cannot find the required keys', 'unsupported cloud provider'],
  about: () => l10n.t`Operator`,
  meaning: () =>
    l10n.t`The operator can't create the pod VM image. Either keys are missing in peer-pods-cm or peer-pods-secret, or the operator doesn't support the cloud provider.`,
  todo: () =>
    l10n.t(
      'Add the keys named in the log line, or correct CLOUD_PROVIDER. To show the keys in peer-pods-cm, run `oc describe configmap peer-pods-cm -n openshift-sandboxed-containers-operator`.',
    ),
  docs: creatingPeerPodsConfigMap,
  when: (snapshot) => indexSnapshot(snapshot).kataConfig?.runtimeClasses.includes('kata-remote') === false,
});

/** domain/01-kataconfig.md 1.5 (errors that stand in the log alone). */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { defineLogMessage } from './logMessage.ts';

export const peerPodsKeysMessage = defineLogMessage({
  id: 'log-peer-pods-keys',
  title: () => l10n.t`The operator lacks keys for peer pods`,
  likelihood: 85,
  places: ['operator'],
  pattern: /cannot find the required keys in peer-pods-(?:cm ConfigMap|secret Secret)|unsupported cloud provider/,
  hints: ['cannot find the required keys', 'unsupported cloud provider'],
  about: () => l10n.t`Operator`,
  meaning: () =>
    l10n.t`The operator makes no pod VM image: keys are missing in peer-pods-cm or peer-pods-secret, or the cloud is not known to it.`,
  todo: () =>
    l10n.t`Add what the line names; keys of peer-pods-cm can be seen: \`oc describe configmap peer-pods-cm -n openshift-sandboxed-containers-operator\`.`,
  docs: creatingPeerPodsConfigMap,
  when: (snapshot) => indexSnapshot(snapshot).kataConfig?.runtimeClasses.includes('kata-remote') === false,
});

/**
 * Detects errors of the image creation job. Its scripts end with a custom message that doesn't need to contain "error".
 * Sources: OSC 1.12 §3.4; openshift/sandboxed-containers-operator@1a77e564
 * config/peerpods/podvm/aws-podvm-image-handler.sh.
 */
import * as l10n from '@vscode/l10n';
import { verifyingImage } from '#core/product/docSections.ts';
import { listPeerPodsParts } from '../peerPods/peerPodsParts.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { defineLogMessage } from './logMessage.ts';

export const imageJobMessage = defineLogMessage({
  id: 'log-image-job',
  title: () => l10n.t`Error in the image creation job log`,
  likelihood: 88,
  places: ['imageJob'],
  // Excludes the last line, about an ID that isn't in peer-pods-cm, because it's the consequence of an earlier failure.
  pattern:
    /(?:^|\s)(?:error|fatal|failed to)\b[^\n]{3,}|(?:^|\s)import failed\b|not found or not accessible|(?:^|\s)[A-Z_]{4,} is (?:required|empty|not set|not defined)\b(?! in peer-pods-cm)/i,
  about: () => l10n.t`Pod VM image`,
  meaning: () => l10n.t`The image creation job for pod VMs failed with an error.`,
  todo: () => l10n.t`To find the action that failed, read these lines and the log lines before them.`,
  docs: verifyingImage,
  when: (snapshot) =>
    indexSnapshot(snapshot).kataConfig?.inProgress?.reason.toLowerCase() === 'podvmimagejobfailed' ||
    listPeerPodsParts(snapshot).some(({ id, health }) => id === 'podVmImage' && health === 'failed'),
});

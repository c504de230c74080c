/** Diagnoses a failed image creation job or its missing prerequisites. Source: OSC 1.12 §3.4. */
import * as l10n from '@vscode/l10n';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const podVmImage = definePartDiagnosis({
  id: 'pod-vm-image',
  title: () => l10n.t`Pod VM image creation failed`,
  likelihood: 85,
  follows: ['peer-pods-config-map', 'peer-pods-secret', 'log-image-job'],
  part: 'podVmImage',
  from: 'peerPods',
  object: () => ({ kind: 'jobs', name: 'osc-podvm-image-creation' }),
  lines: /^-?\s*(?:message|reason|type|failed|active):/i,
});

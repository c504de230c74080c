/** Diagnoses a missing peer pods Secret. Checks only its existence. Source: domain/02-peer-pods.md 2.7. */
import * as l10n from '@vscode/l10n';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const peerPodsSecret = definePartDiagnosis({
  id: 'peer-pods-secret',
  title: () => l10n.t`Missing peer pods credentials`,
  likelihood: 90,
  part: 'peerPodsSecret',
  from: 'peerPods',
  object: () => undefined,
  lines: /^$/,
});

/**
 * Diagnoses a peer pods webhook that isn't running. Its failurePolicy is Fail, so no pod can be created. Source:
 * domain/01-kataconfig.md 1.8.
 */
import * as l10n from '@vscode/l10n';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const webhookMissing = definePartDiagnosis({
  id: 'peer-pods-webhook',
  title: () => l10n.t`Peer pods webhook isn't running`,
  likelihood: 70,
  follows: ['operator-not-running', 'operator-not-installed'],
  part: 'deployment/peer-pods-webhook',
  from: 'operator',
  object: () => ({ kind: 'deployments', name: 'peer-pods-webhook' }),
  lines: /^-?\s*(?:message|reason|type|replicas|available ?replicas):/i,
});

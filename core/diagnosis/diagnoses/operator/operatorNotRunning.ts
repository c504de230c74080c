/** Diagnoses an operator whose Deployment has no available pod. Source: domain/01-kataconfig.md 1.8. */
import * as l10n from '@vscode/l10n';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const operatorNotRunning = definePartDiagnosis({
  id: 'operator-not-running',
  title: () => l10n.t`The operator isn't running`,
  likelihood: 85,
  follows: ['operator-group-wrong', 'subscription-stuck', 'install-plan-stuck', 'extension-failed'],
  part: 'deployment/controller-manager',
  from: 'operator',
  object: () => ({ kind: 'deployments', name: 'controller-manager' }),
  lines: /^-?\s*(?:message|reason|type|replicas|available ?replicas|unavailable ?replicas):/i,
});

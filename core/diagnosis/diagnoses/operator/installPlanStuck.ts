/** Diagnoses an install plan that requires approval or has a failed step. */
import * as l10n from '@vscode/l10n';
import { findInstallPlan, findSubscription } from '#core/status/operator/olmParts.ts';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const installPlanStuck = definePartDiagnosis({
  id: 'install-plan-stuck',
  title: () => l10n.t`Install plan failed or is waiting for approval`,
  likelihood: 80,
  follows: ['operator-group-wrong'],
  part: 'installPlan',
  from: 'operator',
  object: (snapshot) => {
    const found = findInstallPlan(findSubscription(snapshot), snapshot);
    return found === undefined ? undefined : { kind: 'installPlans', name: found.name };
  },
  lines: /^-?\s*(?:approved|approval|phase|message|reason):/i,
});

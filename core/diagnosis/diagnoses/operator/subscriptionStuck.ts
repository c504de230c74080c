/** Diagnoses the state that OLM reports for the subscription. Source: notes/cluster.md 5.3. */
import * as l10n from '@vscode/l10n';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const subscriptionStuck = definePartDiagnosis({
  id: 'subscription-stuck',
  title: () => l10n.t`Subscription is stuck`,
  likelihood: 60,
  follows: ['operator-group-wrong', 'install-plan-stuck'],
  part: 'subscription',
  from: 'operator',
  object: (snapshot) => {
    const found = findSubscription(snapshot);
    return found === undefined ? undefined : { kind: 'subscriptions', name: found.name };
  },
  lines: /^-?\s*(?:message|reason|type|channel|source|starting ?csv):/i,
});

/**
 * Diagnoses an operator subscription in another namespace. The operator runs in only one namespace. Source:
 * notes/cluster.md 5.3; core/product/namespaces.ts.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { defineDiagnosis } from '../diagnosis.ts';

export const subscriptionElsewhere = defineDiagnosis({
  id: 'subscription-elsewhere',
  title: () => l10n.t`Operator subscription in another namespace`,
  likelihood: 95,
  docs: installingOperator,
  find: ({ besides }) =>
    besides
      .filter(
        (one) =>
          one.kind === 'subscription' &&
          one.package === documentedSubscription.package &&
          one.namespace !== operatorNamespace,
      )
      .map(({ name, namespace = '', marks }) => ({
        health: 'failed',
        about: `Subscription ${name}`,
        headline: l10n.t`In namespace ${sanitizeLine(namespace, 80)}`,
        meaning: l10n.t`The operator runs only in ${operatorNamespace}, but this subscription installs it in ${sanitizeLine(namespace, 80)}.`,
        todo: l10n.t`Delete the subscription and its CSV, then create a subscription in ${operatorNamespace}.`,
        docs: installingOperator,
        evidence: marks.filter(({ text }) => /^(?:name|channel|source|reason|message):/.test(text)).slice(0, 6),
      })),
});

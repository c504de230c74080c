/** The operator works in one namespace only. Source: notes/cluster.md 5.3; core/product/namespaces.ts. */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { defineDiagnosis } from '../diagnosis.ts';

export const subscriptionElsewhere = defineDiagnosis({
  id: 'subscription-elsewhere',
  title: () => l10n.t`The operator is subscribed to in another namespace`,
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
        headline: l10n.t`Stands in ${sanitizeLine(namespace, 80)}`,
        meaning: l10n.t`The operator works in ${operatorNamespace} alone, and this Subscription would install it in ${sanitizeLine(namespace, 80)}.`,
        todo: l10n.t`Delete it with the release that came of it, and subscribe in ${operatorNamespace}.`,
        docs: installingOperator,
        evidence: marks.filter(({ text }) => /^(?:name|channel|source|reason|message):/.test(text)).slice(0, 6),
      })),
});

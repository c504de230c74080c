/**
 * Nothing can be created in a namespace that is being deleted. Source: notes/cluster.md 5.2 (4); Kubernetes namespace
 * controller (conditions).
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { defineDiagnosis } from '../diagnosis.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export const namespaceTerminating = defineDiagnosis({
  id: 'namespace-terminating',
  title: () => l10n.t`The namespace of the operator is being deleted`,
  likelihood: 98,
  docs: installingOperator,
  find: ({ besides }) =>
    besides
      .filter(
        ({ kind, name, deleting }) => kind === 'namespace' && name === operatorNamespace && deleting !== undefined,
      )
      .map(({ conditions, marks }) => {
        const left = conditions
          .filter(({ status, type }) => status === 'True' && /Remaining|Failure/.test(type))
          .map(({ message }) => sanitizeLine(message));
        const nothing = l10n.t`Nothing can be created in it until it is gone.`;
        return {
          health: 'failed',
          about: `Namespace ${operatorNamespace}`,
          headline: l10n.t`Is being deleted`,
          meaning:
            left.length === 0
              ? nothing
              : `${nothing}${getSentenceSeparator()}${l10n.t`What keeps it: ${left.join('; ')}.`}`,
          todo: l10n.t`See what keeps it: \`oc get namespace ${operatorNamespace} -o yaml\`. Finalizers of PeerPods stay when their operator went first.`,
          docs: installingOperator,
          evidence: marks
            .filter(({ text }) => /^(?:deletionTimestamp|phase|- message|message):/.test(text))
            .slice(0, 6),
        };
      }),
});

/**
 * Diagnoses an operator namespace that is being deleted, which prevents new objects in it. Source: notes/cluster.md 5.2
 * (4); Kubernetes namespace controller (conditions).
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { defineDiagnosis } from '../diagnosis.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export const namespaceTerminating = defineDiagnosis({
  id: 'namespace-terminating',
  title: () => l10n.t`Operator namespace is being deleted`,
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
        const nothing = l10n.t`While the namespace is being deleted, no resources can be created in it.`;
        return {
          health: 'failed',
          about: `Namespace ${operatorNamespace}`,
          headline: l10n.t`Being deleted`,
          meaning:
            left.length === 0
              ? nothing
              : `${nothing}${getSentenceSeparator()}${l10n.t`Blocked by: ${left.join('; ')}.`}`,
          todo: l10n.t(
            'To find out what blocks the deletion, run `oc get namespace {0} -o yaml`. If the operator was uninstalled before the PeerPod objects were deleted, their finalizers remain.',
            operatorNamespace,
          ),
          docs: installingOperator,
          evidence: marks
            .filter(({ text }) => /^(?:deletionTimestamp|phase|- message|message):/.test(text))
            .slice(0, 6),
        };
      }),
});

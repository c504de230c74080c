/** Checks the operator namespace. Source: notes/cluster.md 5.1, 5.2 step 4. */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace as name } from '#core/product/namespaces.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

/** Conditions that show what blocks the deletion of a namespace. */
const waits: ReadonlySet<string> = new Set([
  'NamespaceContentRemaining',
  'NamespaceFinalizersRemaining',
  'NamespaceDeletionContentFailure',
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
]);

export const operatorNamespace = defineCheck({
  id: 'operator-namespace',
  title: () => l10n.t`Operator namespace`,
  area: 'Operator',
  why: () => l10n.t`Nothing can be created in a namespace that is being deleted.`,
  docs: installingOperator,
  kinds: [],
  facts: ['operatorNamespace'],
  judge(situation) {
    const known = getLookupValue(situation, 'operatorNamespace');
    if (known === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['operatorNamespace']));
    const { found } = known;
    if (found === undefined)
      return {
        verdict: 'pass',
        headline: l10n.t`Not created yet`,
        evidence: [l10n.t`Namespace ${name} doesn't exist. The installation creates it.`],
      };
    if (found.deleting === undefined && found.phase !== 'Terminating')
      return {
        verdict: 'pass',
        headline: l10n.t`Exists`,
        evidence: [
          `Namespace ${name}: ${found.phase ?? l10n.t({ message: 'no state reported', args: [], comment: ['Shown instead of the state of an object that has none.'] })}`,
        ],
      };
    const why = found.conditions
      .filter(({ type, status }) => waits.has(type) && status === 'True')
      .map(({ type, message }) => `${type}: ${sanitizeLine(message)}`);
    return {
      verdict: 'fail',
      headline: l10n.t`Being deleted`,
      evidence: [`Namespace ${name}: Terminating`, ...why],
      meaning: l10n.t`An earlier uninstall isn't complete.`,
      todo: l10n.t(
        'Wait until the namespace is deleted. To see what blocks the deletion, run `oc describe namespace {0}`.',
        name,
      ),
    };
  },
});

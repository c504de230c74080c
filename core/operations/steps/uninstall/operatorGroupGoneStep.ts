/**
 * Creates the step that deletes the OperatorGroup, unless other operators use the namespace. Source: notes/cluster.md
 * 5.2.
 */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { documentedSubscription as documented } from '#core/product/namespaces.ts';
import { describeGitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { getRemovalBlocker, othersThere } from '../removalOrder.ts';
import { isListKnown, createStep, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

export function operatorGroupGoneStep(situation: ObservedCluster): ProcedureStep {
  const groups = listItems(situation.snapshot, 'operatorGroups');
  const names = groups.length === 0 ? [documented.operatorGroup] : groups.map(({ name }) => name);
  const shape = {
    id: 'operator-group-gone',
    removes: true,
    title: l10n.t`Delete the OperatorGroup`,
    docs: uninstallingOperator,
    changes: groups.map(
      ({ name, uid }) => ({ how: 'delete', target: createWatchedReference('operatorGroups', name), uid }) as const,
    ),
    until: names.map((name) => ({ object: createWatchedReference('operatorGroups', name), is: 'gone', minutes: 5 })),
  };
  return createStep(shape, tell(situation));
}

function tell(situation: ObservedCluster): StepStatus {
  const { snapshot, context } = situation;
  if (!isListKnown(snapshot, 'operatorGroups')) return describeUnreadableKind(snapshot, 'operatorGroups');
  const groups = listItems(snapshot, 'operatorGroups');
  if (groups.length === 0) return { state: 'done', headline: l10n.t`Nothing left to do` };
  const others = othersThere(situation);
  if (others.length > 0)
    return {
      state: 'done',
      headline: l10n.t`Kept because other operators use it`,
      evidence: others.slice(0, 10).map((what) => l10n.t`${what} is in the same namespace.`),
    };
  const headline = formatNames(groups.map(({ name }) => name));
  if (groups.every(({ deleting }) => deleting !== undefined))
    return { state: 'waiting', headline: l10n.t`Being deleted` };
  const gate: ConfirmationGate = {
    question: l10n.t`Delete OperatorGroup ${headline} on ${context}?`,
    consequences: [
      l10n.t`Without an OperatorGroup, no operator can be installed in the namespace.`,
      ...describeGitOpsConsequences(groups.map((one) => ({ kind: 'OperatorGroup', ...one }))),
    ],
  };
  const early = getRemovalBlocker(situation);
  return early === undefined ? { state: 'ready', headline, gate } : { ...early, gate };
}

/** The OperatorGroup goes, unless other operators live in the same namespace. Source: notes/cluster.md 5.2. */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import { itemsOf } from '#core/status/snapshotIndex.ts';
import { namesWords } from '#core/text/phrases.ts';
import { subscription as documented } from '#core/product/namespaces.ts';
import { gitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import type { Gate, Step } from '#core/operations/procedure.ts';
import { liveReference } from '#core/operations/changes/references.ts';
import type { Situation } from '#core/operations/observedCluster.ts';
import { orderGuard, othersThere } from '../removalOrder.ts';
import { isSettled, stepOf, unseen, type Told } from '../stepStatus.ts';

export function operatorGroupGoneStep(situation: Situation): Step {
  const groups = itemsOf(situation.snapshot, 'operatorGroups');
  const names = groups.length === 0 ? [documented.operatorGroup] : groups.map(({ name }) => name);
  const shape = {
    id: 'operator-group-gone',
    removes: true,
    title: l10n.t`Delete the OperatorGroup`,
    docs: uninstallingOperator,
    changes: groups.map(({ name, uid }) => ({ how: 'delete', target: liveReference('operatorGroups', name), uid }) as const),
    until: names.map((name) => ({ object: liveReference('operatorGroups', name), is: 'gone', minutes: 5 })),
  };
  return stepOf(shape, tell(situation));
}

function tell(situation: Situation): Told {
  const { snapshot, context } = situation;
  if (!isSettled(snapshot, 'operatorGroups')) return unseen(snapshot, 'operatorGroups');
  const groups = itemsOf(snapshot, 'operatorGroups');
  if (groups.length === 0) return { state: 'done', headline: l10n.t`Not needed` };
  const others = othersThere(situation);
  if (others.length > 0)
    return {
      state: 'done',
      headline: l10n.t`It stays: other operators need it`,
      evidence: others.slice(0, 10).map((what) => l10n.t`${what} is in the same namespace.`),
    };
  const headline = namesWords(groups.map(({ name }) => name));
  if (groups.every(({ deleting }) => deleting !== undefined)) return { state: 'waiting', headline: l10n.t`Is being removed` };
  const gate: Gate = {
    question: l10n.t`Delete the OperatorGroup ${headline} on ${context}?`,
    consequences: [
      l10n.t`No operator can be installed in its namespace without one.`,
      ...gitOpsConsequences(groups.map((one) => ({ kind: 'OperatorGroup', ...one }))),
    ],
  };
  const early = orderGuard(situation);
  return early === undefined ? { state: 'ready', headline, gate } : { ...early, gate };
}

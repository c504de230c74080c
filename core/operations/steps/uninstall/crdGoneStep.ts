/** The kind KataConfig goes, last of all: OLM leaves it. Sources: OSC 1.12 §5.4; notes/cluster.md 5.2. */
import * as l10n from '@vscode/l10n';
import { deletingCrd } from '#core/product/docSections.ts';
import { csvOf, subscriptionOf } from '#core/status/operator/olmParts.ts';
import type { Gate, Step } from '#core/operations/procedure.ts';
import { crdReference } from '#core/operations/changes/references.ts';
import { factOf, knownFact, type Situation } from '#core/operations/observedCluster.ts';
import { crdProblem } from '../crdProblem.ts';
import { orderGuard } from '../removalOrder.ts';
import { stepOf, unread, type Told } from '../stepStatus.ts';

export function crdGoneStep(situation: Situation): Step {
  const uid = knownFact(situation, 'kataConfigCrd')?.found?.uid;
  const shape = {
    id: 'crd-gone',
    removes: true,
    title: l10n.t`Delete the kind KataConfig`,
    docs: deletingCrd,
    changes: [{ how: 'delete', target: crdReference, ...(uid === undefined ? {} : { uid }) }],
    until: [{ object: crdReference, is: 'gone', minutes: 5 }],
  } as const;
  return stepOf(shape, tell(situation));
}

function tell(situation: Situation): Told {
  const fact = factOf(situation, 'kataConfigCrd');
  if (fact.kind === 'unknown') return unread(l10n.t`the definition of KataConfigs`, fact.problem);
  if (fact.value.found === undefined) return { state: 'done', headline: l10n.t`Not needed` };
  const problem = crdProblem(situation);
  if (problem !== undefined) return problem;
  const gate: Gate = {
    question: l10n.t`Delete the definition of the kind KataConfig on ${situation.context}?`,
    consequences: [
      l10n.t`The cluster no longer knows KataConfigs; every one that somebody makes until then goes with it.`,
      l10n.t`Installing the operator again brings the definition back.`,
    ],
    typed: situation.context,
  };
  const early = orderGuard(situation);
  if (early !== undefined) return { ...early, gate };
  if (subscriptionOf(situation.snapshot) !== undefined || csvOf(situation.snapshot) !== undefined)
    return { state: 'later', headline: l10n.t`Not before the operator is gone`, gate };
  return { state: 'ready', headline: crdReference.name, gate };
}

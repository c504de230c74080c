/** The namespace goes, with all that users put into it. Sources: OSC 1.12 §5.3; notes/cluster.md 5.2. */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import { itemsOf } from '#core/status/snapshotIndex.ts';
import { namesWords, oneLine } from '#core/text/phrases.ts';
import { keptKataConfigName, operatorNamespace } from '#core/product/namespaces.ts';
import { operatorNamespaceReference } from '#core/operations/lookups/operator/operatorNamespace.ts';
import { given } from '#core/common/json.ts';
import { gitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import { namespaceLosses } from '#core/operations/losses.ts';
import type { Gate, Step } from '#core/operations/procedure.ts';
import { factOf, knownFact, type Situation } from '#core/operations/observedCluster.ts';
import { tellTerminating } from '../install/namespaceStep.ts';
import { orderGuard, othersThere } from '../removalOrder.ts';
import { isSettled, stepOf, unread, type Told } from '../stepStatus.ts';

export function namespaceGoneStep(situation: Situation): Step {
  const uid = knownFact(situation, 'operatorNamespace')?.found?.uid;
  const shape = {
    id: 'namespace-gone',
    removes: true,
    title: l10n.t`Delete the namespace`,
    docs: uninstallingOperator,
    changes: [{ how: 'delete', target: operatorNamespaceReference, ...(uid === undefined ? {} : { uid }) }],
    until: [{ object: operatorNamespaceReference, is: 'gone', minutes: 15 }],
  } as const;
  return stepOf(shape, tell(situation));
}

function tell(situation: Situation): Told {
  const fact = factOf(situation, 'operatorNamespace');
  if (fact.kind === 'unknown') return unread(l10n.t`the namespace ${operatorNamespace}`, fact.problem);
  const { found } = fact.value;
  if (found === undefined) return { state: 'done', headline: l10n.t`Not needed` };
  if (found.deleting !== undefined || found.phase === 'Terminating') return tellTerminating(found.conditions);
  const gate = gateOf(situation);
  const early = orderGuard(situation);
  return early === undefined ? { state: 'ready', headline: operatorNamespace, gate } : { ...early, gate };
}

function gateOf(situation: Situation): Gate {
  const { snapshot, context } = situation;
  const maps = itemsOf(snapshot, 'configMaps').map(({ name }) => name);
  const secrets = itemsOf(snapshot, 'secrets').map(({ name }) => name);
  const [mapNames, secretNames] = [oneLine(namesWords(maps, 8), 400), oneLine(namesWords(secrets, 8), 400)];
  const others = othersThere(situation);
  const found = knownFact(situation, 'operatorNamespace')?.found;
  const unknown = (['configMaps', 'secrets'] as const).filter((id) => !isSettled(snapshot, id));
  const losses = namespaceLosses(situation);
  return {
    question: l10n.t`Delete the namespace ${operatorNamespace} on ${context}?`,
    consequences: [
      l10n.t`All that is in it goes, and cannot be brought back.`,
      ...(maps.length === 0 || losses !== undefined
        ? []
        : [maps.length === 1 ? l10n.t`What you configured goes: ConfigMap ${mapNames}.` : l10n.t`What you configured goes: ConfigMaps ${mapNames}.`]),
      ...(maps.includes(keptKataConfigName)
        ? [l10n.t`The KataConfig that an update deleted and kept in ${keptKataConfigName} goes: what it was is lost then.`]
        : []),
      ...(secrets.length === 0 || losses !== undefined
        ? []
        : [secrets.length === 1 ? l10n.t`Credentials go: Secret ${secretNames}.` : l10n.t`Credentials go: Secrets ${secretNames}.`]),
      ...(unknown.length === 0 || losses !== undefined ? [] : [l10n.t`Whether ConfigMaps or Secrets of yours are in it cannot be seen.`]),
      ...gitOpsConsequences(found === undefined ? [] : [{ kind: 'Namespace', ...found }]),
      ...(others.length === 0 ? [] : [l10n.t`Other operators live there and go, too: ${oneLine(namesWords(others, 5), 400)}.`]),
    ],
    ...given({ losses }),
    typed: context,
  };
}

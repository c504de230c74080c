/** The KataConfig that an update kept on the cluster is kept no longer: the new one is there. Where it is not the same, or there is none, somebody is asked. */
import * as l10n from '@vscode/l10n';
import { recreatingKataConfig } from '#core/product/docSections.ts';
import { surroundingsOf } from '#core/status/snapshotIndex.ts';
import { keptKataConfigName, operatorNamespace } from '#core/product/namespaces.ts';
import { isEqual } from '#core/operations/changes/plannedObject.ts';
import { keptReference } from '#core/operations/changes/savedKataConfig.ts';
import type { Gate, Step } from '#core/operations/procedure.ts';
import { factOf, knownFact, type Situation } from '#core/operations/observedCluster.ts';
import { keptPlace, kataConfigWords } from './saveKataConfigStep.ts';
import { stepOf, unread, type Told } from '../stepStatus.ts';

/** @param forGood nothing is made again from it: without a KataConfig it goes as well, when somebody says so */
export function keptGoneStep(situation: Situation, forGood = false): Step {
  const uid = knownFact(situation, 'keptKataConfig')?.found?.uid;
  const shape = {
    id: 'kept-gone',
    removes: true,
    title: l10n.t`Remove the kept KataConfig`,
    docs: recreatingKataConfig,
    changes: [{ how: 'delete', target: keptReference, ...(uid === undefined ? {} : { uid }) }],
    until: [{ object: keptReference, is: 'gone', minutes: 1 }],
  } as const;
  return stepOf(shape, tell(situation, forGood));
}

/** Whether one is kept; false also where that is not known. */
export function isOneKept(situation: Situation): boolean {
  return knownFact(situation, 'keptKataConfig')?.found !== undefined;
}

function tell(situation: Situation, forGood: boolean): Told {
  const kept = factOf(situation, 'keptKataConfig');
  if (kept.kind === 'unknown') return unread(keptPlace, kept.problem);
  const { found } = kept.value;
  if (found === undefined) return { state: 'done', headline: l10n.t`Not needed` };
  if (found.deleting !== undefined) return { state: 'waiting', headline: l10n.t`Is being removed` };
  const evidence = found.kataConfig === undefined ? [] : [kataConfigWords(found.kataConfig)];
  const { kataConfig } = surroundingsOf(situation.snapshot);
  if (kataConfig === undefined && !forGood) return { state: 'later', headline: l10n.t`When the new one is there`, evidence };
  const now = knownFact(situation, 'wholeKataConfig')?.found;
  if (kataConfig !== undefined && now?.uid !== kataConfig.uid)
    return { state: 'unknown', headline: l10n.t`Not known yet`, meaning: l10n.t`The KataConfig has changed, and is read again.`, evidence };
  const same = now?.manifest !== undefined && found.kataConfig !== undefined && isEqual(now.manifest, found.kataConfig);
  // Nothing is lost: whoever agreed to the keeping agreed to this.
  if (same) return { state: 'ready', headline: l10n.t`The new one is the same`, evidence };
  return {
    state: 'ready',
    headline: kataConfig === undefined ? l10n.t`There is no other` : l10n.t`The one on the cluster is another`,
    evidence,
    gate: gateOf(situation, evidence),
  };
}

function gateOf({ context, snapshot }: Situation, evidence: readonly string[]): Gate {
  const { kataConfig } = surroundingsOf(snapshot);
  return {
    question: l10n.t`Delete the ConfigMap ${keptKataConfigName} in ${operatorNamespace} on ${context}?`,
    consequences: [
      ...evidence.map((line) => l10n.t`It keeps what an update deleted: ${line}`),
      kataConfig === undefined
        ? l10n.t`There is no KataConfig on the cluster: what it was is lost then.`
        : l10n.t`The KataConfig ${kataConfig.name} on the cluster is not the same, and stays as it is.`,
    ],
    ...(kataConfig === undefined ? { typed: context } : {}),
  };
}

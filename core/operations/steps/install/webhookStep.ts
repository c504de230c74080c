/** The operator's webhook: it is asked about every new KataConfig, and while it does not answer, none can be created. Source: notes/cluster.md 5.1. */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { csvOf } from '#core/status/operator/olmParts.ts';
import { operatorParts } from '#core/status/operator/operatorParts.ts';
import { itemNamed, surroundingsOf } from '#core/status/snapshotIndex.ts';
import { countWords } from '#core/text/counts.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { webhookServiceName } from '#core/operations/lookups/operator/webhookEndpoints.ts';
import type { Step } from '#core/operations/procedure.ts';
import { liveReference, managerName } from '#core/operations/changes/references.ts';
import { factOf, type Situation } from '#core/operations/observedCluster.ts';
import { isSettled, stepOf, toldBy, unseen, type Told } from '../stepStatus.ts';

export function webhookStep(situation: Situation): Step {
  const deployment = liveReference('deployments', managerName);
  const shape = {
    id: 'webhook',
    title: l10n.t`Start the operator`,
    docs: installingOperator,
    changes: [],
    until: [{ object: deployment, jsonpath: '{.status.conditions[?(@.type=="Available")].status}', is: 'True', minutes: 10 }],
  };
  return stepOf(shape, tell(situation));
}

function tell(situation: Situation): Told {
  const { snapshot } = situation;
  // It is asked about new ones only.
  const { kataConfig } = surroundingsOf(snapshot);
  if (kataConfig !== undefined && kataConfig.deleting === undefined) return { state: 'done', headline: l10n.t`It has taken the KataConfig` };
  if (!isSettled(snapshot, 'deployments')) return unseen(snapshot, 'deployments');
  const manager = itemNamed(snapshot, 'deployments', managerName);
  const evidence = manager === undefined ? [] : [l10n.t`Deployment ${managerName}: ${manager.available} of ${countWords(manager.wanted, 'pod')} available.`];
  const part = operatorParts(snapshot).find(({ id }) => id === `deployment/${managerName}`);
  if (manager === undefined || part === undefined) {
    return {
      state: 'waiting',
      headline: l10n.t`The operator does not run yet`,
      evidence: [l10n.t`There is no Deployment ${managerName} in ${operatorNamespace}.`],
      meaning: l10n.t`OLM creates its Deployment with the release.`,
    };
  }
  if (part.health !== 'ok') return { ...toldBy(part), evidence };
  const fact = factOf(situation, 'webhookEndpoints');
  if (fact.kind === 'unknown')
    return {
      state: 'done',
      headline: l10n.t`The operator runs`,
      evidence: [...evidence, l10n.t`Whether its webhook answers was not seen: ${fact.problem.message}`],
    };
  const { ready, unheard } = fact.value;
  // An operator that was installed without OLM has it under another name.
  if (unheard === true && csvOf(snapshot) === undefined)
    return {
      state: 'done',
      headline: l10n.t`The operator runs`,
      evidence: [...evidence, l10n.t`Nothing tells of a Service ${webhookServiceName}: whether its webhook answers was not seen.`],
    };
  const addresses =
    ready === 0
      ? l10n.t`The Service ${webhookServiceName} has no ready address.`
      : l10n.t`The Service ${webhookServiceName} has ${countWords(ready, 'ready address')}.`;
  if (ready > 0) return { state: 'done', headline: l10n.t`The operator answers`, evidence: [...evidence, addresses] };
  return {
    state: 'waiting',
    headline: l10n.t`Its webhook is not ready`,
    evidence: [...evidence, addresses],
    meaning: l10n.t`The operator runs, and nobody answers behind its webhook yet: a KataConfig would be refused. It usually takes some seconds.`,
    todo: l10n.t(
      'If it lasts: `oc get endpoints {0} -n {1}` and `oc logs -n {2} deployment/{3}`.',
      webhookServiceName,
      operatorNamespace,
      operatorNamespace,
      managerName,
    ),
  };
}

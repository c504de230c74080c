/**
 * Creates the step for the operator webhook. It validates each new KataConfig, so none can be created until it
 * responds. Source: notes/cluster.md 5.1.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { findCsv } from '#core/status/operator/olmParts.ts';
import { listOperatorParts } from '#core/status/operator/operatorParts.ts';
import { findItem, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { operatorWebhookServiceName } from '#core/operations/lookups/operator/webhookEndpoints.ts';
import { sequenceSteps, type ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference, operatorDeploymentName } from '#core/operations/changes/references.ts';
import { getLookupResult, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { isListKnown, createStep, toStepStatus, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

const id = 'webhook';

export function webhookStep(situation: ObservedCluster): ProcedureStep {
  const deployment = createWatchedReference('deployments', operatorDeploymentName);
  const shape = {
    id,
    title: l10n.t`Start the operator`,
    docs: installingOperator,
    changes: [],
    until: [
      { object: deployment, jsonpath: '{.status.conditions[?(@.type=="Available")].status}', is: 'True', minutes: 10 },
    ],
  };
  return createStep(shape, tell(situation));
}

function tell(situation: ObservedCluster): StepStatus {
  const { snapshot } = situation;
  // The webhook validates only new KataConfig resources.
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig !== undefined && kataConfig.deleting === undefined)
    return { state: 'done', headline: l10n.t`Not required (KataConfig already exists)` };
  if (!isListKnown(snapshot, 'deployments')) return describeUnreadableKind(snapshot, 'deployments');
  const manager = findItem(snapshot, 'deployments', operatorDeploymentName);
  const evidence =
    manager === undefined
      ? []
      : [
          l10n.t`Deployment ${operatorDeploymentName}: ${manager.available} of ${formatCount(manager.wanted, 'pod')} available.`,
        ];
  const part = listOperatorParts(snapshot).find(({ id }) => id === `deployment/${operatorDeploymentName}`);
  if (manager === undefined || part === undefined) {
    return {
      state: 'waiting',
      headline: l10n.t`The operator isn't running yet`,
      evidence: [l10n.t`Deployment ${operatorDeploymentName} doesn't exist in ${operatorNamespace}.`],
      meaning: l10n.t`OLM creates the operator Deployment when it installs the CSV.`,
    };
  }
  if (part.health !== 'ok') return { ...toStepStatus(part), evidence };
  const fact = getLookupResult(situation, 'webhookEndpoints');
  if (fact.kind === 'unknown')
    return {
      state: 'done',
      headline: l10n.t`The operator is running`,
      evidence: [...evidence, l10n.t`Couldn't check whether the operator webhook responds: ${fact.problem.message}`],
    };
  const { ready, unheard } = fact.value;
  // An operator that was installed without OLM uses another Service name.
  if (unheard === true && findCsv(snapshot) === undefined)
    return {
      state: 'done',
      headline: l10n.t`The operator is running`,
      evidence: [
        ...evidence,
        l10n.t`No endpoints for Service ${operatorWebhookServiceName} were found, so it's unknown whether the operator webhook responds.`,
      ],
    };
  const addresses =
    ready === 0
      ? l10n.t`The Service ${operatorWebhookServiceName} has no ready address.`
      : l10n.t`The Service ${operatorWebhookServiceName} has ${formatCount(ready, 'ready address')}.`;
  if (ready > 0)
    // A ready address doesn't prove that the webhook responds. Only the API server can call it: see withWebhookFailure.
    return { state: 'done', headline: l10n.t`The operator is running`, evidence: [...evidence, addresses] };
  return notReady('waiting', [...evidence, addresses]);
}

/**
 * Returns the steps with the webhook step marked as not done, because the API server couldn't call the webhook for a
 * KataConfig. This applies even if the webhook pod is ready.
 * @param state blocked if the extension stopped retrying
 * @param message error message of the API server, in one line
 */
export function withWebhookFailure(
  steps: readonly ProcedureStep[],
  state: 'waiting' | 'blocked',
  message: string,
): readonly ProcedureStep[] {
  return sequenceSteps(
    steps.map((step) =>
      step.id === id
        ? {
            ...step,
            ...notReady(state, [...step.evidence, l10n.t`The API server rejected the KataConfig: ${message}`]),
          }
        : step,
    ),
  );
}

/**
 * Returns whether the API server couldn't call the operator webhook.
 * @param message error message of the API server
 */
export function isOperatorWebhookFailure(message: string): boolean {
  return message.includes('failed calling webhook "vkataconfig.kb.io"');
}

function notReady(state: 'waiting' | 'blocked', evidence: readonly string[]): StepStatus {
  return {
    state,
    headline: l10n.t`The operator webhook isn't ready`,
    evidence,
    meaning: l10n.t`The operator is running, but its webhook isn't responding yet, so the API server would reject a KataConfig. The webhook is usually ready within seconds.`,
    todo: l10n.t(
      'If this continues, run `oc get endpoints {0} -n {1}` and `oc logs -n {2} deployment/{3}`.',
      operatorWebhookServiceName,
      operatorNamespace,
      operatorNamespace,
      operatorDeploymentName,
    ),
  };
}

/**
 * Creates the runbooks that change settings, for a cluster whose state is known or for any cluster. The runbook for a
 * known cluster is the same as the one that VS Code generates.
 */
import { isJsonObject, omitUndefined } from '#core/common/json.ts';
import type { ConfigMap } from '#core/cluster/watchedKinds/configMap.ts';
import { updateSnapshot } from '#core/cluster/snapshot.ts';
import { operatorNamespace, peerPodsConfigMapName, featureGatesName } from '#core/product/namespaces.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { LookupId } from '../lookupList.ts';
import { getObservedObject, type ObservedCluster } from '../observedCluster.ts';
import type { Procedure } from '../procedure.ts';
import { eligibilityProcedure, type EligibilityChoices } from '../procedures/eligibility.ts';
import { featureGatesProcedure, type FeatureGatesChoices } from '../procedures/featureGates.ts';
import { instanceTypesProcedure, type InstanceTypesChoices } from '../procedures/instanceTypes.ts';
import { logLevelProcedure } from '../procedures/logLevel.ts';
import { nodesProcedure, type NodesChoices } from '../procedures/nodes.ts';
import { peerPodsProcedure, type PeerPodsChoices } from '../procedures/peerPods.ts';
import { peerPodsLimitProcedure, type PeerPodsLimitChoices } from '../procedures/peerPodsLimit.ts';
import { createPullSecretReference, pullSecretProcedure, type PullSecretChoices } from '../procedures/pullSecret.ts';
import type { LogLevelChoices } from '../procedures/savedChoices.ts';
import {
  configMapExistsStep,
  findAndRestartStep,
  listEligibilitySteps,
  listLogLevelSteps,
  listNodesSteps,
} from './offlineSettings.ts';
import { createRunbook, unknownCluster, type Runbook, type RunbookStep } from './runbook.ts';

/** A setting with the answers of the user. */
export type Setting =
  | { readonly kind: 'logLevel'; readonly choices: LogLevelChoices }
  | { readonly kind: 'nodes'; readonly choices: NodesChoices }
  | { readonly kind: 'eligibility'; readonly choices: EligibilityChoices }
  | { readonly kind: 'featureGates'; readonly choices: FeatureGatesChoices }
  | { readonly kind: 'peerPods'; readonly choices: PeerPodsChoices }
  | { readonly kind: 'peerPodsLimit'; readonly choices: PeerPodsLimitChoices }
  | { readonly kind: 'instanceTypes'; readonly choices: InstanceTypesChoices }
  | { readonly kind: 'pullSecret'; readonly choices: PullSecretChoices };

/** Data of a cluster that a runbook for the setting requires, in addition to the watched kinds. */
export function listSettingLookups(setting: Setting): {
  readonly facts: readonly LookupId[];
  readonly objects: readonly ObjectReference[];
} {
  return useProcedure(setting, (procedure, choices) => ({
    facts: procedure.facts,
    objects: procedure.objects?.(choices) ?? [],
  }));
}

/** Creates the runbook for a cluster whose state is known. */
export function createSettingRunbook(setting: Setting, observed: ObservedCluster): Runbook {
  const { context, server } = observed;
  return useProcedure(withExistingSecret(setting, observed), (procedure, choices) =>
    createRunbook(procedure, observed, choices, { context, server }),
  );
}

/**
 * Adds the existing Secret to the choices for a pull secret, as the editor does. Without it, the procedure would report
 * that another client created the Secret after the user confirmed the plan.
 */
function withExistingSecret(setting: Setting, observed: ObservedCluster): Setting {
  if (setting.kind !== 'pullSecret' || setting.choices.before !== undefined) return setting;
  const existing = getObservedObject(observed, createPullSecretReference(setting.choices));
  return existing.kind !== 'known' || !isJsonObject(existing.value)
    ? setting
    : { ...setting, choices: { ...setting.choices, before: existing.value } };
}

/**
 * Creates the runbook for a cluster whose state is unknown.
 * @param cluster the only cluster on which the script runs; undefined for any cluster
 * @param now milliseconds since 1970
 */
export function createOfflineSettingRunbook(
  setting: Setting,
  cluster: Runbook['cluster'] | undefined,
  now: number,
): Runbook {
  const observed = createAssumedCluster(setting, cluster, now);
  const runbook = useProcedure(setting, (procedure, choices) => createRunbook(procedure, observed, choices, cluster));
  return { ...runbook, steps: offlineSteps(setting, runbook.steps, observed) };
}

/** Calls a function with the procedure of the setting and its choices, so that both have matching types. */
function useProcedure<T>(setting: Setting, use: <Choices>(procedure: Procedure<Choices>, choices: Choices) => T): T {
  switch (setting.kind) {
    case 'logLevel':
      return use(logLevelProcedure, setting.choices);
    case 'nodes':
      return use(nodesProcedure, setting.choices);
    case 'eligibility':
      return use(eligibilityProcedure, setting.choices);
    case 'featureGates':
      return use(featureGatesProcedure, setting.choices);
    case 'peerPods':
      return use(peerPodsProcedure, setting.choices);
    case 'peerPodsLimit':
      return use(peerPodsLimitProcedure, setting.choices);
    case 'instanceTypes':
      return use(instanceTypesProcedure, setting.choices);
    default:
      return use(pullSecretProcedure, setting.choices);
  }
}

function offlineSteps(
  setting: Setting,
  steps: readonly RunbookStep[],
  { context, now }: ObservedCluster,
): readonly RunbookStep[] {
  switch (setting.kind) {
    case 'logLevel':
      return listLogLevelSteps(setting.choices.level, context);
    case 'nodes':
      return listNodesSteps(setting.choices, context);
    case 'eligibility':
      return listEligibilitySteps(setting.choices, context);
    case 'featureGates':
      return [configMapExistsStep(featureGatesName), ...steps];
    case 'peerPods':
      return [configMapExistsStep(peerPodsConfigMapName), ...withRestart(steps, now, context)];
    case 'pullSecret':
      return steps;
    default:
      return withRestart(steps, now, context);
  }
}

/** Replaces the step that restarts a known DaemonSet. */
function withRestart(steps: readonly RunbookStep[], now: number, context: string): readonly RunbookStep[] {
  return steps.map((step) => (step.id === 'restart' ? findAndRestartStep(now, context) : step));
}

/** Returns a cluster whose objects exist without values, so that the steps change them. */
function createAssumedCluster(setting: Setting, cluster: Runbook['cluster'] | undefined, now: number): ObservedCluster {
  const unknown = { ...unknownCluster(), ...omitUndefined({ ...cluster }), now };
  const names = setting.kind === 'featureGates' ? [featureGatesName] : [peerPodsConfigMapName];
  const items = new Map(names.map((name): [string, ConfigMap] => [name, assumeConfigMap(name)]));
  const snapshot = updateSnapshot(
    updateSnapshot(unknown.snapshot, 'configMaps', { kind: 'replace', items, asOf: now }),
    'secrets',
    { kind: 'replace', items: new Map(), asOf: now },
  );
  if (setting.kind !== 'pullSecret') return { ...unknown, snapshot };
  const objects = pullSecretProcedure.objects?.(setting.choices) ?? [];
  return {
    ...unknown,
    snapshot,
    objects: new Map(
      objects.map((reference) => [
        getObjectPath(reference),
        {
          kind: 'known',
          value: reference.kind === 'Secret' ? undefined : { metadata: { name: reference.name } },
          asOf: now,
        } as const,
      ]),
    ),
  };
}

function assumeConfigMap(name: string): ConfigMap {
  return { name, namespace: operatorNamespace, uid: name, resourceVersion: '', data: {} };
}

/**
 * Creates steps that change peer pod settings and restart cloud-api-adaptor to apply them. Sources: OSC 1.12 §3.2;
 * domain/01-kataconfig.md 1.8, domain/02-peer-pods.md 2.
 */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace, peerPodsConfigMapName, peerPodsSecretName } from '#core/product/namespaces.ts';
import { adaptorNames, restartedAnnotation, type AdaptorPods } from '#core/operations/lookups/peerPods/adaptorPods.ts';
import type { CompletionCriterion, ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { describeUnknownLookup, createStepWithDefaults, type StepOptions } from '../createStep.ts';
import { isListKnown, describeUnreadableKind } from '../stepStatus.ts';

/** Values by key. Undefined removes the key. */
export type ConfigMapSettings = Readonly<Record<string, string | undefined>>;

/**
 * Creates a step that sets keys of a ConfigMap in the operator namespace and keeps the others.
 * @param create true to create the ConfigMap if it's missing; otherwise, the step is blocked
 */
export function settingsStep(
  situation: ObservedCluster,
  name: string,
  settings: ConfigMapSettings,
  {
    create = false,
    ...parts
  }: Pick<StepOptions, 'id' | 'title' | 'docs'> & { readonly gate?: ConfirmationGate; readonly create?: boolean },
): ProcedureStep {
  const { snapshot } = situation;
  const target = createWatchedReference('configMaps', name);
  const found = findItem(snapshot, 'configMaps', name);
  const present = (key: string): string | undefined =>
    found !== undefined && Object.hasOwn(found.data, key) ? found.data[key] : undefined;
  const differs = Object.entries(settings).filter(([key, value]) => present(key) !== value);
  const until = Object.entries(settings).flatMap(([key, value]) =>
    value === undefined || value === ''
      ? []
      : [{ object: target, jsonpath: `{.data.${key.replaceAll('.', String.raw`\.`)}}`, is: value, minutes: 1 }],
  );
  const base = {
    ...parts,
    until,
    evidence: Object.entries(settings).map(([key, value]) => evidenceOf(key, present(key), value)),
  };
  if (found !== undefined) {
    const patch = { data: Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, value ?? null])) };
    const step = { ...base, changes: [{ how: 'merge', target, patch } as const] };
    return createStepWithDefaults(
      differs.length === 0
        ? { ...step, state: 'done', headline: l10n.t`Already set` }
        : { ...step, state: 'ready', headline: l10n.t`${formatCount(differs.length, 'key')} to change` },
    );
  }
  if (!create) {
    if (!isListKnown(snapshot, 'configMaps'))
      return createStepWithDefaults({ ...base, ...describeUnreadableKind(snapshot, 'configMaps') });
    return createStepWithDefaults({
      ...base,
      state: 'blocked',
      headline: l10n.t`${name} doesn't exist`,
      meaning: l10n.t`This operation changes an existing ConfigMap and doesn't create one.`,
      ...(name === peerPodsConfigMapName ? { todo: l10n.t`Configure peer pods first.` } : {}),
    });
  }
  const data = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: operatorNamespace }, data };
  const step = { ...base, changes: [{ how: 'apply', target, object } as const] };
  if (!isListKnown(snapshot, 'configMaps'))
    return createStepWithDefaults({ ...step, ...describeUnreadableKind(snapshot, 'configMaps') });
  return createStepWithDefaults({ ...step, state: 'ready', headline: l10n.t`Not created yet` });
}

function evidenceOf(key: string, present: string | undefined, wanted: string | undefined): string {
  const has = present === undefined ? l10n.t`not set` : present === '' ? emptyWord() : sanitizeLine(present, 200);
  if (present === wanted) return `${key}: ${has}`;
  if (wanted === undefined) return l10n.t`${key}: ${has} (will be removed)`;
  return wanted === ''
    ? l10n.t`${key}: ${has} (will be cleared)`
    : l10n.t`${key}: ${has} (will change to ${sanitizeLine(wanted, 200)})`;
}

function emptyWord(): string {
  return l10n.t({ message: 'empty', args: [], comment: ['The value of a key in a ConfigMap: no text. An adjective.'] });
}

/**
 * Returns the documented command to restart cloud-api-adaptor. It has the same effect as the change of the step: both
 * recreate the pods.
 */
function restartCommand(name: string = adaptorNames[0]): string {
  return `oc set env ds/${name} -n ${operatorNamespace} REBOOT="$(date)"`;
}

/**
 * Creates a step that restarts cloud-api-adaptor, because it reads its settings only at startup. Newer operators
 * restart it automatically. The procedure in the OSC documentation sets the variable REBOOT. A merge patch can't add a
 * single variable to a list, so the step sets the annotation that `oc rollout restart` sets. All times come from the
 * cluster, because the local clock can differ.
 */
export function restartStep(situation: ObservedCluster): ProcedureStep {
  const base = { id: 'restart', title: l10n.t`Restart cloud-api-adaptor`, docs: creatingPeerPodsConfigMap };
  const pods = getLookupValue(situation, 'adaptorPods');
  if (pods === undefined)
    return createStepWithDefaults({
      ...base,
      ...describeUnknownLookup(situation, 'adaptorPods', l10n.t`the cloud-api-adaptor pods`),
      todo: l10n.t('If the pods are older than the change, run `{0}`.', restartCommand()),
    });
  const { daemonSet } = pods;
  if (daemonSet === undefined)
    return createStepWithDefaults({
      ...base,
      state: 'done',
      headline: l10n.t`Not running yet`,
      evidence: [l10n.t`cloud-api-adaptor reads the settings when it starts.`],
    });
  const changed = lastChange(pods, situation);
  const step = { ...base, ...createRestart(daemonSet.name, changed, situation) };
  if (changed === undefined)
    return createStepWithDefaults({
      ...step,
      state: 'unknown',
      headline: l10n.t`Unknown`,
      meaning: l10n.t`The time of the last change to ${peerPodsConfigMapName} is unknown.`,
    });
  const version = findItem(situation.snapshot, 'configMaps', peerPodsConfigMapName)?.resourceVersion;
  if (version !== undefined && version !== pods.configVersion)
    return createStepWithDefaults({ ...step, state: 'waiting', headline: l10n.t`Checking the pods` });
  return describeProgress(pods, daemonSet, changed, step);
}

/** JSONPath of the time of the last restart of a DaemonSet. */
const restartedPath = `{.spec.template.metadata.annotations.${restartedAnnotation.replaceAll('.', String.raw`\.`)}}`;

/**
 * Returns the condition that all pods of a DaemonSet were recreated after the restart with this time, in RFC 3339
 * format. Until the controller observes the restart, the counts are those of the previous pods. Source:
 * kubernetes/kubernetes@v1.32.0 staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go.
 */
export function createRestartCriterion(name: string, time: string): CompletionCriterion & { readonly words: string } {
  return {
    object: createWatchedReference('daemonSets', name),
    is: {
      equal: [
        [restartedPath, `{"${time}"}`],
        ['{.metadata.generation}', '{.status.observedGeneration}'],
        ['{.status.desiredNumberScheduled}', '{.status.updatedNumberScheduled}'],
        ['{.status.desiredNumberScheduled}', '{.status.numberAvailable}'],
      ],
    },
    words: `all pods of DaemonSet ${name} are restarted and available`,
    minutes: 15,
  };
}

/** Returns the change that restarts cloud-api-adaptor, its completion criterion, and its confirmation. */
function createRestart(
  name: string,
  changed: number | undefined,
  situation: ObservedCluster,
): Pick<ProcedureStep, 'changes' | 'until' | 'gate'> {
  const target = createWatchedReference('daemonSets', name);
  const time = formatTimestamp(changed ?? situation.now);
  return {
    // The annotation contains the time of the settings change, not of the restart, so that the value is the same
    // whenever it's computed.
    changes: [
      {
        how: 'merge',
        target,
        patch: {
          spec: {
            template: {
              metadata: { annotations: { [restartedAnnotation]: time } },
            },
          },
        },
      } as const,
    ],
    until: [createRestartCriterion(name, time)],
    gate: {
      question: l10n.t`Restart cloud-api-adaptor (${name}) on ${situation.context}?`,
      consequences: [
        l10n.t`The pods are stopped and recreated one node at a time. While the pod on a node is being recreated, no peer pod can start on that node.`,
        l10n.t`The effect on running peer pods isn't documented. Make sure that no peer pod is doing important work.`,
      ],
    },
  };
}

/**
 * Describes how many pods have read the settings.
 * @param changed time of the last change, in milliseconds since 1970
 */
function describeProgress(
  pods: AdaptorPods,
  daemonSet: NonNullable<AdaptorPods['daemonSet']>,
  changed: number,
  step: Omit<StepOptions, 'state' | 'headline'>,
): ProcedureStep {
  const old = pods.started.filter((time) => time === undefined || time < changed).length;
  const evidence = [
    l10n.t`Settings last changed ${formatTimestamp(changed)}`,
    l10n.t`${formatCount(old, 'pod')} of ${daemonSet.name} started before the change, ${pods.started.length - old} after it`,
  ];
  if (old === 0 && !daemonSet.rolling)
    return createStepWithDefaults({ ...step, evidence, state: 'done', headline: l10n.t`Uses the current settings` });
  const asked = daemonSet.rollsOutItself || daemonSet.rolling || (daemonSet.restarted ?? 0) >= changed;
  if (!asked)
    return createStepWithDefaults({
      ...step,
      evidence,
      state: 'ready',
      headline: l10n.t`${formatCount(old, 'pod')} using old settings`,
    });
  if (daemonSet.strategy === 'OnDelete' && old > 0) {
    return createStepWithDefaults({
      ...step,
      evidence,
      state: 'blocked',
      headline: l10n.t`Waiting for the pods to be deleted`,
      meaning: l10n.t`The DaemonSet uses the OnDelete update strategy. The new settings apply only after you delete the old pods.`,
      todo: l10n.t('Delete the pods one at a time. To list them, run `oc get pods -n {0} -o wide`.', operatorNamespace),
    });
  }
  return createStepWithDefaults({ ...step, evidence, state: 'waiting', headline: l10n.t`Recreating the pods` });
}

function lastChange({ configChanged }: AdaptorPods, { snapshot }: ObservedCluster): number | undefined {
  const credentials = findItem(snapshot, 'secrets', peerPodsSecretName)?.written ?? 0;
  return configChanged === undefined ? undefined : Math.max(configChanged, credentials);
}

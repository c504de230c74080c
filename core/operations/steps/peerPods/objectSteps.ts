/**
 * Creates one step for each ConfigMap and Secret that the operator reads. Never checks the values of Secrets. Sources:
 * OSC 1.12 §3.2; domain/02-peer-pods.md 2.7.
 */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { getString, getStringMap } from '#core/common/json.ts';
import { redactedValue } from '#core/cluster/watchedKinds/configMap.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { isListKnown, createStep, toStepStatus, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Creates the steps for these objects. If peer pods are wanted, adds a step for peer-pods-cm if it isn't included. */
export function objectSteps(
  situation: ObservedCluster,
  objects: readonly KubernetesManifest[],
  peerPods: boolean,
): readonly ProcedureStep[] {
  const steps = objects.map((manifest) => objectStep(situation, manifest));
  const isMissing = peerPods && !objects.some((manifest) => isPeerPodsConfig(manifest));
  return isMissing ? [configMapStep(situation), ...steps] : steps;
}

function isPeerPodsConfig(manifest: KubernetesManifest): boolean {
  return (
    getString(manifest, 'kind') === 'ConfigMap' && getString(manifest, 'metadata', 'name') === peerPodsConfigMapName
  );
}

function objectStep(situation: ObservedCluster, manifest: KubernetesManifest): ProcedureStep {
  const kind = getString(manifest, 'kind') === 'Secret' ? 'Secret' : 'ConfigMap';
  const name = getString(manifest, 'metadata', 'name') ?? '';
  if (isPeerPodsConfig(manifest)) return configMapStep(situation, manifest);
  const id = kind === 'Secret' ? 'secrets' : 'configMaps';
  const target = createWatchedReference(id, name);
  const shape = {
    id: name,
    title: l10n.t`Create ${kind} ${name}`,
    docs: creatingPeerPodsConfigMap,
    changes: [{ how: 'apply', target, object: manifest }],
    until: [{ object: target, is: 'present', minutes: 1 }],
  } as const;
  const { snapshot } = situation;
  if (!isListKnown(snapshot, id)) return createStep(shape, describeUnreadableKind(snapshot, id));
  const found = findItem(snapshot, id, name);
  if (found === undefined) return createStep(shape, { state: 'ready', headline: name });
  const evidence = [
    [
      l10n.t`${kind} ${name} exists in ${operatorNamespace}.`,
      ...(kind === 'Secret' ? [l10n.t`The contents of the Secret aren't checked.`] : []),
    ].join(getSentenceSeparator()),
    ...keptLines(situation, name, manifest),
  ];
  return createStep(shape, { state: 'done', headline: l10n.t`Exists`, evidence });
}

/**
 * Lists the keys of an existing object that differ from the reviewed one, because existing objects aren't overwritten.
 * Doesn't compare hidden values.
 */
function keptLines(
  { snapshot }: ObservedCluster,
  name: string,
  manifest: KubernetesManifest | undefined,
): readonly string[] {
  const found =
    manifest === undefined || getString(manifest, 'kind') !== 'ConfigMap'
      ? undefined
      : findItem(snapshot, 'configMaps', name);
  if (found === undefined) return [];
  const other = Object.entries(getStringMap(manifest, 'data'))
    .filter(([key, value]) => {
      const there = Object.hasOwn(found.data, key) ? found.data[key] : undefined;
      // The operator fills in empty values.
      return value !== '' && there !== undefined && there !== redactedValue && there !== '' && there !== value;
    })
    .map(([key]) => key);
  return other.length === 0
    ? []
    : [
        l10n.t`These keys differ from the reviewed ConfigMap and won't be changed: ${sanitizeLine(formatNames(other, 8), 400)}.`,
      ];
}

/** Creates the step for peer-pods-cm. Without a manifest, the ConfigMap must already exist. */
function configMapStep(situation: ObservedCluster, manifest?: KubernetesManifest): ProcedureStep {
  const target = createWatchedReference('configMaps', peerPodsConfigMapName);
  const shape = {
    id: peerPodsConfigMapName,
    title:
      manifest === undefined
        ? l10n.t`Check that ConfigMap ${peerPodsConfigMapName} exists`
        : l10n.t`Create ConfigMap ${peerPodsConfigMapName}`,
    docs: creatingPeerPodsConfigMap,
    changes: manifest === undefined ? [] : [{ how: 'apply', target, object: manifest } as const],
    until: [{ object: target, is: 'present', minutes: 1 }],
  };
  return createStep(shape, tellConfigMap(situation, manifest));
}

function tellConfigMap(situation: ObservedCluster, manifest: KubernetesManifest | undefined): StepStatus {
  const { snapshot } = situation;
  if (!isListKnown(snapshot, 'configMaps')) return describeUnreadableKind(snapshot, 'configMaps');
  const config = getPeerPodsConfig(snapshot);
  const part = listPeerPodsParts(snapshot).find(({ id }) => id === 'peerPodsConfigMap');
  if (config === undefined || part === undefined) {
    if (manifest !== undefined) return { state: 'ready', headline: peerPodsConfigMapName };
    return {
      state: 'blocked',
      headline: l10n.t`Not found`,
      meaning: l10n.t`Peer pods require ${peerPodsConfigMapName}, which specifies the cloud provider for the pod VMs. The ConfigMap doesn't exist.`,
      todo: l10n.t`Configure peer pods first.`,
    };
  }
  const evidence = [
    l10n.t`ConfigMap ${peerPodsConfigMapName} exists in ${operatorNamespace}: ${part.headline}.`,
    ...keptLines(situation, peerPodsConfigMapName, manifest),
  ];
  const told = { ...toStepStatus(part), evidence };
  if (part.health !== 'failed') return { ...told, state: 'done' };
  const given = (key: string): boolean => (getString(manifest, 'data', key) ?? '').trim() !== '';
  // Only a manifest with all missing keys is sent, so that the step can't become ready again for the same keys.
  if (config.missing.length === 0 || !config.missing.every(given)) return told;
  return { state: 'ready', headline: l10n.t`Add ${formatNames(config.missing)}`, evidence, meaning: part.meaning };
}

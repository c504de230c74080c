/**
 * Creates the step that saves the KataConfig on the cluster before it's deleted and recreated, so that nothing is lost
 * if the window closes. Source: OSC 1.12 §4.2, §4.4.
 */
import * as l10n from '@vscode/l10n';
import { deletingKataConfig } from '#core/product/docSections.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { savedKataConfigName, operatorNamespace } from '#core/product/namespaces.ts';
import { isEqual } from '#core/operations/changes/plannedObject.ts';
import { getString } from '#core/common/json.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { createSavedKataConfig, savedKataConfigReference } from '#core/operations/changes/savedKataConfig.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { getLookupResult, getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  isListKnown,
  createStep,
  describeFailedLookup,
  describeUnreadableKind,
  type StepStatus,
} from '../stepStatus.ts';

/** Describes where the KataConfig is saved. */
export const describeSavedLocation = () => l10n.t`the ConfigMap ${savedKataConfigName} in ${operatorNamespace}`;

/**
 * Creates the step that saves the KataConfig.
 * @param why reasons for recreating the KataConfig, as sentences
 */
export function keepStep(situation: ObservedCluster, why: readonly string[]): ProcedureStep {
  const manifest = getLookupValue(situation, 'wholeKataConfig')?.found?.manifest;
  const shape = {
    id: 'keep',
    title: l10n.t`Save the KataConfig on the cluster`,
    docs: deletingKataConfig,
    changes:
      manifest === undefined
        ? []
        : [{ how: 'apply', target: savedKataConfigReference, object: createSavedKataConfig(manifest) } as const],
    until: [{ object: savedKataConfigReference, is: 'present', minutes: 1 }],
  };
  return createStep(shape, tell(situation, why));
}

/** Formats a KataConfig, such as `KataConfig example: {"logLevel":"debug"}`. */
export function describeKataConfigSettings(manifest: KubernetesManifest): string {
  return `KataConfig ${getString(manifest, 'metadata', 'name') ?? ''}: ${sanitizeLine(JSON.stringify(manifest['spec'] ?? {}), 400)}`;
}

function tell(situation: ObservedCluster, why: readonly string[]): StepStatus {
  const { snapshot, context } = situation;
  if (!isListKnown(snapshot, 'kataConfigs')) return describeUnreadableKind(snapshot, 'kataConfigs');
  const { kataConfig } = indexSnapshot(snapshot);
  const kept = getLookupResult(situation, 'keptKataConfig');
  if (kept.kind === 'unknown') return describeFailedLookup(describeSavedLocation(), kept.problem);
  const before = kept.value.found?.kataConfig;
  if (kataConfig === undefined && before !== undefined)
    return { state: 'done', headline: l10n.t`Saved`, evidence: [describeKataConfigSettings(before)] };
  const whole = getLookupResult(situation, 'wholeKataConfig');
  if (whole.kind === 'unknown') return describeFailedLookup(l10n.t`the whole KataConfig`, whole.problem);
  const { found } = whole.value;
  // The KataConfig was replaced or deleted in the meantime and is read again.
  if (found === undefined || found.uid !== kataConfig?.uid)
    return {
      state: 'unknown',
      headline: l10n.t`Not read yet`,
      meaning: l10n.t`The KataConfig changed. The extension is reading it again.`,
    };
  const { manifest } = found;
  if (manifest === undefined) {
    return {
      state: 'blocked',
      headline: l10n.t`Can't be saved`,
      meaning: l10n.t`The KataConfig has an unknown format.`,
      todo: l10n.t('To save the KataConfig manually, run `oc get kataconfig -o yaml`.'),
    };
  }
  if (before !== undefined && isEqual(before, manifest))
    return { state: 'done', headline: l10n.t`Saved`, evidence: [describeKataConfigSettings(before)] };
  return {
    state: 'ready',
    headline: before === undefined ? l10n.t`Not saved yet` : l10n.t`Saved copy is outdated`,
    evidence: [describeKataConfigSettings(manifest)],
    meaning: l10n.t`While the KataConfig is deleted and recreated, the ConfigMap ${savedKataConfigName} in ${operatorNamespace} keeps a copy of it.`,
    gate: {
      question: l10n.t`Renew the pod VM image on ${context}? KataConfig ${kataConfig.name} is saved on the cluster first.`,
      consequences: [
        ...why,
        l10n.t`The extension saves the whole KataConfig in the ConfigMap ${savedKataConfigName} in ${operatorNamespace}. This step doesn't reboot any nodes.`,
        ...(kept.value.found === undefined
          ? []
          : [
              before === undefined
                ? l10n.t`The extension can't read the current contents of the ConfigMap and replaces them.`
                : l10n.t`This outdated copy of the KataConfig is replaced: ${describeKataConfigSettings(before)}`,
            ]),
        l10n.t`The ConfigMap is deleted after the new KataConfig is created and matches the saved one.`,
      ],
    },
  };
}

/**
 * Sets the maximum number of peer pods per node. Older releases use `spec.limit` of a PeerPodConfig, and newer ones
 * PEERPODS_LIMIT_PER_NODE of peer-pods-cm. If both exist, both are set. Sources: OSC 1.12 §3.2, §3.3.1;
 * openshift/sandboxed-containers-operator@ed43ab21 controllers/migrate.go.
 */
import * as l10n from '@vscode/l10n';
import { modifyingVmLimit } from '#core/product/docSections.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { peerPodConfigReference } from '../lookups/peerPods/peerPodConfig.ts';
import { restartStep, settingsStep } from '../steps/peerPods/settingsSteps.ts';
import { defineProcedure, type ProcedureStep } from '../procedure.ts';
import { getLookupValue, type ObservedCluster } from '../observedCluster.ts';
import { sequenceStepsStrictly, createStepWithDefaults } from '../steps/createStep.ts';

export interface PeerPodsLimitChoices {
  /** An integer of at least 1. The effect of 0 and -1 isn't documented. */
  readonly limit: number;
}

export const limitKey = 'PEERPODS_LIMIT_PER_NODE';
/** Number of peer pod VMs per node if the key isn't set. */
export const defaultLimit = 10;

export const peerPodsLimitProcedure = defineProcedure<PeerPodsLimitChoices>({
  id: 'peerPodsLimit',
  title: () => l10n.t`Set peer pod limit per node`,
  label: () =>
    l10n.t({
      message: 'Limit',
      args: [],
      comment: [
        'A noun: the short name of the operation that sets the maximum number of peer pods per node, in the Clusters view. Keep it short.',
      ],
    }),
  docs: modifyingVmLimit,
  facts: ['peerPodConfig', 'adaptorPods'],
  asks: 'once',
  steps: (situation, { limit }) =>
    sequenceStepsStrictly([
      ...peerPodConfigStep(situation, limit),
      settingsStep(
        situation,
        peerPodsConfigMapName,
        { [limitKey]: String(limit) },
        { id: 'settings', title: l10n.t`Set ${limitKey} to ${limit}`, docs: modifyingVmLimit },
      ),
      restartStep(situation),
    ]),
});

/** Creates the step for a PeerPodConfig. Returns no step if none exists, because only the ConfigMap applies then. */
function peerPodConfigStep(situation: ObservedCluster, limit: number): readonly ProcedureStep[] {
  const found = getLookupValue(situation, 'peerPodConfig')?.found;
  if (found === undefined) return [];
  const wanted = String(limit);
  const step = {
    id: 'peer-pod-config',
    title: l10n.t`Set spec.limit of PeerPodConfig ${found.name} to ${limit}`,
    evidence: [
      found.limit === undefined
        ? l10n.t`PeerPodConfig ${found.name}: limit not set`
        : l10n.t`PeerPodConfig ${found.name}: limit ${sanitizeLine(found.limit, 40)}`,
    ],
    changes: [{ how: 'merge', target: peerPodConfigReference, patch: { spec: { limit: wanted } } } as const],
    until: [{ object: peerPodConfigReference, jsonpath: '{.spec.limit}', is: wanted, minutes: 1 }],
    docs: modifyingVmLimit,
  };
  return [
    createStepWithDefaults(
      found.limit === wanted
        ? { ...step, state: 'done', headline: l10n.t`Already set` }
        : { ...step, state: 'ready', headline: l10n.t`Change pending` },
    ),
  ];
}

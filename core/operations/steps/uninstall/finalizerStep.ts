/**
 * The operator's finalizer is taken from the KataConfig by hand. All that the operator would have removed is left.
 * Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { removingKataConfig } from '#core/product/docSections.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { remainsOf } from '#core/status/kataConfig/leftovers.ts';
import { isKnown, indexSnapshot } from '#core/status/snapshotIndex.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { createCollectionReference, createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { isListKnown, createStep, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

/** Source: openshift/sandboxed-containers-operator@d0632e58 controllers/openshift_controller.go. */
const kataFinalizer = 'kataconfiguration.openshift.io/finalizer';

export function finalizerStep(situation: ObservedCluster): ProcedureStep {
  const { kataConfig } = indexSnapshot(situation.snapshot);
  const shape = {
    id: 'finalizer',
    title: l10n.t`Remove the finalizer by hand`,
    docs: removingKataConfig,
    changes: kataConfig === undefined ? [] : [change(kataConfig)],
    until: [
      { object: createCollectionReference('kataConfigs'), jsonpath: '{.items[*].metadata.name}', is: '', minutes: 2 },
    ],
  };
  return createStep(shape, tell(situation, kataConfig));
}

/** Those of others stay. A list is replaced whole, so it must be the one that was looked at. */
function change({ name, finalizers, resourceVersion }: KataConfig): ProcedureStep['changes'][number] {
  const others = finalizers.filter((finalizer) => finalizer !== kataFinalizer);
  return {
    how: 'merge',
    target: createWatchedReference('kataConfigs', name),
    patch: { metadata: { finalizers: others } },
    resourceVersion,
  };
}

function tell(situation: ObservedCluster, kataConfig: KataConfig | undefined): StepStatus {
  const { snapshot } = situation;
  if (!isListKnown(snapshot, 'kataConfigs')) return describeUnreadableKind(snapshot, 'kataConfigs');
  if (kataConfig === undefined) return { state: 'done', headline: l10n.t`There is no KataConfig` };
  const evidence = kataConfig.finalizers
    .slice(0, 5)
    .map((finalizer) => l10n.t`KataConfig ${kataConfig.name} has the finalizer ${finalizer}.`);
  if (!kataConfig.finalizers.includes(kataFinalizer)) {
    return {
      state: 'blocked',
      headline: l10n.t`It waits for somebody else`,
      evidence,
      meaning: l10n.t`The KataConfig does not have the finalizer of its operator: what holds it belongs to others.`,
      todo: l10n.t`See to what those finalizers guard.`,
    };
  }
  return { state: 'ready', headline: kataConfig.name, evidence, gate: gateOf(situation, kataConfig) };
}

function gateOf({ snapshot, context }: ObservedCluster, { name, enablePeerPods }: KataConfig): ConfirmationGate {
  const remains = remainsOf(snapshot);
  const notSeen = (['machineConfigs', 'machineConfigPools', 'nodes', 'runtimeClasses'] as const).filter(
    (id) => !isKnown(snapshot, id),
  );
  return {
    question: l10n.t`Remove the finalizer of the KataConfig ${name} on ${context} by hand?`,
    consequences: [
      l10n.t`The KataConfig goes, and kata stays on the nodes. Installing the operator again instead lets it clean up.`,
      ...remains.map(({ what, reboots }) =>
        reboots ? l10n.t`Left behind: ${what}; taking it away later reboots nodes.` : l10n.t`Left behind: ${what}.`,
      ),
      ...(notSeen.length === 0 ? [] : [l10n.t`What else is left cannot be seen: ${notSeen.join(', ')}.`]),
      l10n.t`The operator's webhooks, monitor DaemonSet, and SecurityContextConstraints might also remain. A webhook without a running operator rejects the requests it intercepts.`,
      ...(enablePeerPods
        ? [l10n.t`The pod VM image and virtual machines of peer pods may be left in the cloud, and cost money.`]
        : []),
    ],
    typed: context,
  };
}

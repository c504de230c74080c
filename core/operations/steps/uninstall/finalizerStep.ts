/**
 * Creates the step that removes the operator's finalizer from the KataConfig manually. Everything that the operator
 * would have removed remains. Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { removingKataConfig } from '#core/product/docSections.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
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
    title: l10n.t`Remove the finalizer manually`,
    docs: removingKataConfig,
    changes: kataConfig === undefined ? [] : [change(kataConfig)],
    until: [
      { object: createCollectionReference('kataConfigs'), jsonpath: '{.items[*].metadata.name}', is: '', minutes: 2 },
    ],
  };
  return createStep(shape, tell(situation, kataConfig));
}

/**
 * Creates the change. Keeps other finalizers. The resource version is required, because the patch replaces the whole
 * list.
 */
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
  if (kataConfig === undefined) return { state: 'done', headline: l10n.t`No KataConfig` };
  const evidence = kataConfig.finalizers
    .slice(0, 5)
    .map((finalizer) => l10n.t`KataConfig ${kataConfig.name} has the finalizer ${finalizer}.`);
  if (!kataConfig.finalizers.includes(kataFinalizer)) {
    return {
      state: 'blocked',
      headline: l10n.t`Waiting for other finalizers`,
      evidence,
      meaning: l10n.t`The KataConfig doesn't have the operator's finalizer. Other finalizers block its deletion.`,
      todo: l10n.t(
        "Check what these finalizers protect. If their components can't remove them anymore, remove them manually: `{0}`.",
        quoteShellCommand(['oc', 'edit', 'kataconfig', kataConfig.name]),
      ),
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
    question: l10n.t`Remove the finalizer from KataConfig ${name} on ${context}?`,
    consequences: [
      l10n.t`The KataConfig is deleted, but Kata remains installed on the nodes. To clean up completely, reinstall the operator instead.`,
      ...remains.map(({ what, reboots }) =>
        reboots
          ? l10n.t`${what} remains in the cluster. If you remove it later, nodes reboot.`
          : l10n.t`${what} remains in the cluster.`,
      ),
      ...(notSeen.length === 0
        ? []
        : [l10n.t`There might be other leftovers, because these resources can't be read: ${notSeen.join(', ')}.`]),
      l10n.t`The operator's webhooks, monitor DaemonSet, and SecurityContextConstraints might also remain. If the operator isn't running, a webhook rejects the requests it intercepts.`,
      ...(enablePeerPods ? [l10n.t`The pod VM image and pod VMs might remain in the cloud and incur costs.`] : []),
    ],
    typed: context,
  };
}

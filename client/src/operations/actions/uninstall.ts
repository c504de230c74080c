/**
 * Uninstalls Kata and the operator with one plan and one confirmation. If the operator is already gone, can remove the
 * finalizer of a KataConfig instead.
 */
import * as l10n from '@vscode/l10n';
import { findCurrentStep } from '#core/operations/procedure.ts';
import { removeFinalizer } from '#core/operations/procedures/removeFinalizer.ts';
import { uninstall as procedure } from '#core/operations/procedures/uninstall.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { findClusterExtension } from '#core/status/operator/clusterExtensionParts.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { askNamed, type NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { lookAt } from '../install/prepareOperation.ts';
import { ifPermitted } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';

const title = () => l10n.t`Uninstall Kata`;

export const uninstall: OperationCommand = {
  id: 'osc.kata.uninstall',
  title: 'Uninstall Kata...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [{ menu: 'osc.kata', group: '4@1', when: ifPermitted('uninstall', '!config.osc.readOnly') }],
  async run(tools, given) {
    const looked = await lookAt(tools, given, title(), procedure, 'uninstall');
    if (looked === undefined) return;
    const { cluster, situation } = looked;
    const answers = await askNamed(l10n.t`${title()} on ${cluster.context}`, (before) => question(situation, before));
    if (answers === undefined) return;
    if (answers.get('how') === 'finalizer') {
      await tools.perform(cluster, removeFinalizer, {});
      return;
    }
    const choices = {
      namespace: answers.get('namespace') === 'yes',
      crd: answers.get('crd') === 'yes',
      ...(findClusterExtension(situation.snapshot) === undefined ? {} : { extension: true as const }),
    };
    if (findCurrentStep(procedure.steps(situation, choices)) === undefined) {
      await tools.notify.tell('info', l10n.t`Nothing to uninstall on ${cluster.context}.`);
      return;
    }
    await tools.perform(cluster, procedure, choices);
  },
};

function question(situation: ObservedCluster, answers: ReadonlyMap<string, string>): NamedInputStep | undefined {
  if (!answers.has('how')) return howQuestion(situation);
  if (answers.get('how') === 'finalizer') return undefined;
  if (!answers.has('namespace')) return namespaceQuestion();
  // OLM v1 deletes the CRD with its ClusterExtension.
  return answers.has('crd') || findClusterExtension(situation.snapshot) !== undefined ? undefined : crdQuestion();
}

/** Returns the step that selects the method. With a single item, the step is skipped. */
function howQuestion(situation: ObservedCluster): NamedInputStep {
  const uninstalls = { label: title(), value: 'uninstall' };
  const byHand = {
    label: l10n.t`Remove the finalizer manually`,
    detail: l10n.t`The operator isn't installed, so it can't clean up the nodes. The confirmation prompt lists the resources that remain on the nodes.`,
    value: 'finalizer',
  };
  // Offered only as a last resort: the first step of the removal checks that the operator is gone.
  const isLast =
    indexSnapshot(situation.snapshot).kataConfig?.deleting !== undefined &&
    removeFinalizer.steps(situation, {})[0]?.state === 'done';
  return {
    name: 'how',
    placeHolder: l10n.t`The KataConfig is being deleted, but the operator isn't installed.`,
    items: isLast ? [uninstalls, byHand] : [uninstalls],
  };
}

const namespaceQuestion = (): NamedInputStep => ({
  name: 'namespace',
  placeHolder: l10n.t`Delete the namespace too? You can review the plan before anything is deleted.`,
  items: [
    {
      label: l10n.t`Keep the namespace`,
      description: operatorNamespace,
      detail: l10n.t`ConfigMaps and Secrets are kept for a later installation.`,
      value: 'no',
    },
    {
      label: l10n.t`Delete the namespace`,
      description: l10n.t`Also deletes everything in the namespace`,
      value: 'yes',
    },
  ],
});

const crdQuestion = (): NamedInputStep => ({
  name: 'crd',
  placeHolder: l10n.t`Delete the KataConfig CRD too?`,
  items: [
    { label: l10n.t`Keep the CRD`, detail: l10n.t`A later installation uses it again.`, value: 'no' },
    { label: l10n.t`Delete the CRD`, detail: l10n.t`A later installation creates it again.`, value: 'yes' },
  ],
});

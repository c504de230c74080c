/**
 * Selects the nodes for Kata by an existing label, or by a label that the operation adds to selected nodes. Sources:
 * OSC 1.5 §2.3.2; OSC 1.12 §3.3; domain/01-kataconfig.md 1.2.
 */
import { printedJson } from '#core/oc/printedJson.ts';
import * as l10n from '@vscode/l10n';
import { kataConfigByCli } from '#core/product/docSections.ts';
import { formatSelector, type LabelSelector } from '#core/labels/labelSelector.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { isWorkerNode, formatPoolSelector } from '#core/status/nodes/nodeSelection.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { labelsAfter, labelsStep, type NodeLabel } from '../steps/nodes/labelsStep.ts';
import { changeConsequences, computeNodeChange, chosenNodesStep } from '../steps/nodes/chosenNodesStep.ts';
import { consequenceFacts, rebootGate } from '../rebootConsequences.ts';
import { defineProcedure, type ConfirmationGate, type ProcedureStep } from '../procedure.ts';
import { createWatchedReference } from '../changes/references.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import { sequenceStepsStrictly, createStepWithDefaults } from '../steps/createStep.ts';
import { isListKnown, describeUnreadableKind } from '../steps/stepStatus.ts';

export interface NodesChoices {
  /** If undefined, all worker nodes are selected. */
  readonly selector?: LabelSelector;
  /** Nodes to label with the selector's label. The label is removed from other worker nodes. */
  readonly label?: { readonly key: string; readonly value: string; readonly nodes: readonly string[] };
}

const docs = kataConfigByCli;

export const nodesProcedure = defineProcedure<NodesChoices>({
  id: 'nodes',
  title: () => l10n.t`Select Kata nodes`,
  label: () =>
    l10n.t({
      message: 'Nodes',
      args: [],
      comment: [
        'A noun: the short name of the operation that selects the nodes for Kata, in the Clusters view. Keep it short.',
      ],
    }),
  docs,
  facts: consequenceFacts,
  asks: 'once',
  steps: (situation, choices) => {
    const { snapshot, context } = situation;
    const { kataConfig, converged } = indexSnapshot(snapshot);
    if (kataConfig === undefined) return [missing(situation)];
    const wanted = selecting(kataConfig, choices.selector);
    const label: NodeLabel | undefined =
      choices.label === undefined ? undefined : { ...choices.label, others: isWorkerNode };
    const change = computeNodeChange(
      situation,
      wanted,
      label === undefined ? undefined : (node) => labelsAfter(label, node),
    );
    const words = choices.selector === undefined ? l10n.t`all worker nodes` : formatSelector(choices.selector);
    const gate: ConfirmationGate = {
      question: l10n.t`Run Kata on ${words} in ${context}? KataConfig ${kataConfig.name} currently selects ${formatPoolSelector(kataConfig)}.`,
      consequences: changeConsequences(situation, change),
      ...rebootGate(situation, [...change.gain, ...change.lose], false, change.lose),
      typed: context,
    };
    const labels =
      label === undefined
        ? undefined
        : labelsStep(situation, label, {
            id: 'labels',
            title: l10n.t`Label nodes with ${label.key}=${label.value}`,
            gate,
            docs,
          });
    // The first of these steps can cause reboots, so it has the confirmation.
    const asked = labels !== undefined && labels.state !== 'done';
    const set = selectorStep(kataConfig, wanted, {
      converged,
      meant: change.meant.length,
      words,
      ...(asked ? {} : { gate }),
    });
    return sequenceStepsStrictly([
      ...(set.state === 'blocked' || labels === undefined ? [] : [labels]),
      set,
      chosenNodesStep(situation, kataConfig, { id: 'nodes', title: l10n.t`Update the nodes`, docs }),
    ]);
  },
});

/** Returns the KataConfig after the change. */
function selecting(
  { poolSelector: _present, ...kataConfig }: KataConfig,
  selector: LabelSelector | undefined,
): KataConfig {
  return selector === undefined ? kataConfig : { ...kataConfig, poolSelector: selector };
}

function missing({ snapshot }: ObservedCluster): ProcedureStep {
  const base = { id: 'selector', title: l10n.t`Set spec.kataConfigPoolSelector`, docs };
  if (!isListKnown(snapshot, 'kataConfigs'))
    return createStepWithDefaults({ ...base, ...describeUnreadableKind(snapshot, 'kataConfigs') });
  return createStepWithDefaults({
    ...base,
    state: 'blocked',
    headline: l10n.t`No KataConfig`,
    meaning: l10n.t`The KataConfig selects the nodes to install Kata on.`,
    todo: l10n.t`Install Kata. You select the nodes during installation.`,
  });
}

function selectorStep(
  present: KataConfig,
  wanted: KataConfig,
  {
    converged,
    meant,
    words,
    gate,
  }: { readonly converged: boolean; readonly meant: number; readonly words: string; readonly gate?: ConfirmationGate },
): ProcedureStep {
  const target = createWatchedReference('kataConfigs', present.name);
  const step = {
    id: 'selector',
    title: l10n.t`Set spec.kataConfigPoolSelector: ${words}`,
    docs,
    evidence: [`KataConfig ${present.name}: ${formatPoolSelector(present)}`],
    changes: [
      {
        how: 'merge',
        target,
        patch: { spec: { kataConfigPoolSelector: selectorPatch(present.poolSelector, wanted.poolSelector) } },
      } as const,
    ],
    until: waitForSelector(target, wanted.poolSelector),
    ...(gate === undefined ? {} : { gate }),
  };
  if (converged) {
    return createStepWithDefaults({
      ...step,
      state: 'blocked',
      headline: l10n.t`Node selection not supported`,
      meaning: l10n.t`In a compact cluster, the operator ignores the selector and installs Kata on all nodes.`,
    });
  }
  if (present.deleting !== undefined)
    return createStepWithDefaults({
      ...step,
      state: 'blocked',
      headline: l10n.t`The KataConfig is being deleted`,
      todo: l10n.t`No action required. Kata is being uninstalled from the nodes.`,
    });
  if (isSame(present.poolSelector, wanted.poolSelector))
    return createStepWithDefaults({ ...step, state: 'done', headline: words });
  if (meant === 0)
    return createStepWithDefaults({
      ...step,
      state: 'blocked',
      headline: l10n.t`No matching nodes`,
      meaning: l10n.t`Kata wouldn't be installed on any worker node.`,
      todo: l10n.t`Select a label that at least one node has.`,
    });
  return createStepWithDefaults({
    ...step,
    state: 'ready',
    headline: l10n.t`Currently ${formatPoolSelector(present)}`,
  });
}

/** Returns the conditions under which a KataConfig has exactly this selector. */
function waitForSelector(
  object: ReturnType<typeof createWatchedReference>,
  selector: LabelSelector | undefined,
): ProcedureStep['until'] {
  const path = '.spec.kataConfigPoolSelector';
  if (selector === undefined) return [{ object, jsonpath: `{${path}}`, is: '', minutes: 1 }];
  const { matchLabels, matchExpressions } = selector;
  const [hasLabels, hasExpressions] = [Object.keys(matchLabels).length > 0, matchExpressions.length > 0];
  return [
    ...(hasLabels ? [{ object, jsonpath: `{${path}.matchLabels}`, is: printedJson(matchLabels), minutes: 1 }] : []),
    {
      object,
      jsonpath: `{${path}.matchExpressions}`,
      is: hasExpressions ? printedJson(matchExpressions) : '',
      minutes: 1,
    },
  ];
}

/**
 * Returns the merge patch that replaces the selector. A merge patch keeps labels that it doesn't list, so this patch
 * sets the labels of the previous selector to null.
 */
function selectorPatch(before: LabelSelector | undefined, after: LabelSelector | undefined): unknown {
  if (after === undefined) return null;
  const { matchLabels, matchExpressions } = after;
  const old = Object.keys(before?.matchLabels ?? {}).map((key) => [key, null] as const);
  const expressions =
    matchExpressions.length > 0
      ? { matchExpressions }
      : (before?.matchExpressions.length ?? 0) > 0
        ? { matchExpressions: null }
        : {};
  return { matchLabels: { ...Object.fromEntries(old), ...matchLabels }, ...expressions };
}

function isSame(one: LabelSelector | undefined, other: LabelSelector | undefined): boolean {
  const sorted = (selector: LabelSelector | undefined) =>
    selector === undefined
      ? undefined
      : [Object.entries(selector.matchLabels).toSorted(([a], [b]) => (a < b ? -1 : 1)), selector.matchExpressions];
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

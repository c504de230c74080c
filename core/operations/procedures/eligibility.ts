/**
 * Determines which nodes can run Kata, with Node Feature Discovery or manual labels, and configures whether the
 * KataConfig checks node eligibility. Source: OSC 1.5 §2.1.2.
 */
import * as l10n from '@vscode/l10n';
import { nodeEligibility } from '#core/product/docSections.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { isEligible, isWorkerNode } from '#core/status/nodes/nodeSelection.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import { getNodeFeatureGroup, type KataRuleFormat } from '#core/product/nodeFeatureRules.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import {
  findConfigError,
  findIneffectiveRule,
  getOpenShiftVersion,
  hasEffectiveRule,
} from '#core/status/nodes/ineffectiveRule.ts';
import { createNodeFeatureRule, nfdManifest, nfdReference } from '../nodeFeatureDiscoveryManifest.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { labelsStep } from '../steps/nodes/labelsStep.ts';
import { changeConsequences, computeNodeChange, chosenNodesStep } from '../steps/nodes/chosenNodesStep.ts';
import { consequenceFacts, rebootGate } from '../rebootConsequences.ts';
import { defineProcedure, type ProcedureStep } from '../procedure.ts';
import { createWatchedReference } from '../changes/references.ts';
import type { NodeFeatureDiscoveryFact } from '../lookups/cluster/nodeFeatureDiscovery.ts';
import { getLookupValue, type ObservedCluster } from '../observedCluster.ts';
import {
  describeUnknownLookup,
  sequenceStepsStrictly,
  createStepWithDefaults,
  type StepOptions,
} from '../steps/createStep.ts';
import { isListKnown, describeUnreadableKind } from '../steps/stepStatus.ts';

export interface EligibilityChoices {
  /** `nfd`: a NodeFeatureDiscovery or a NodeFeatureRule finds the nodes; `labels`: the selected nodes are labeled. */
  readonly how: 'nfd' | 'labels';
  /** Names of the nodes to label if `how` is `labels`. The labels of other nodes don't change. */
  readonly nodes: readonly string[];
  /** True if the KataConfig checks eligibility, so that Kata is installed only on eligible nodes. */
  readonly check: boolean;
}

const docs = nodeEligibility;

export const eligibilityProcedure = defineProcedure<EligibilityChoices>({
  id: 'eligibility',
  title: () => l10n.t`Set up the node eligibility check`,
  label: () =>
    l10n.t({
      message: 'Labels',
      args: [],
      comment: [
        'A noun: the short name of the operation that labels eligible nodes, in the Clusters view. Keep it short.',
      ],
    }),
  docs,
  facts: ['nodeFeatureDiscovery', ...consequenceFacts],
  // The consequences of the check are known only after the nodes are labeled.
  asks: 'each',
  steps: (situation, choices) => {
    const { kataConfig } = indexSnapshot(situation.snapshot);
    const check =
      choices.check && kataConfig !== undefined
        ? [checkStep(situation, kataConfig), chosenNodesStep(situation, kataConfig, followParts())]
        : [];
    // If the nodes are already labeled, the user selects none and only enables the check.
    const find =
      choices.how === 'nfd'
        ? [nfdStep(situation)]
        : choices.nodes.length === 0
          ? []
          : [byHand(situation, choices.nodes)];
    return sequenceStepsStrictly([...find, resultStep(situation), ...check]);
  },
});

const followParts = () => ({ id: 'nodes', title: l10n.t`Update the nodes`, docs });

function isNfdReference({ name, namespace }: { readonly name: string; readonly namespace: string }): boolean {
  return name === nfdReference.name && namespace === nfdReference.namespace;
}

function nfdStep(situation: ObservedCluster): ProcedureStep {
  const known = getLookupValue(situation, 'nodeFeatureDiscovery');
  const base = ruleStep(situation, { target: nfdReference, object: nfdManifest });
  if (known === undefined)
    return createStepWithDefaults({
      ...base,
      ...describeUnknownLookup(situation, 'nodeFeatureDiscovery', 'Node Feature Discovery'),
    });
  if (!known.operator) {
    return createStepWithDefaults({
      ...base,
      state: 'blocked',
      headline: l10n.t`Operator not installed`,
      meaning: l10n.t`The cluster doesn't have the NodeFeatureDiscovery CRD. The Node Feature Discovery Operator installs it.`,
      todo: l10n.t`Install the Node Feature Discovery Operator from the catalog, or label the nodes manually.`,
    });
  }
  return createRuleStep(situation, base, known);
}

/** Creates the step on a cluster with Node Feature Discovery. */
function createRuleStep(
  situation: ObservedCluster,
  base: Omit<StepOptions, 'state' | 'headline'>,
  known: NodeFeatureDiscoveryFact,
): ProcedureStep {
  const version = getOpenShiftVersion(situation.snapshot);
  const evidence = [
    ...known.found.map(({ name, namespace, kataRule }) => describeInstance(namespace, name, kataRule)),
    ...known.rules.map(
      ({ name, namespace, group }) => l10n.t`${namespace}/${name}: NodeFeatureRule, API group ${group}`,
    ),
  ];
  if (hasEffectiveRule(known, version)) {
    const isOwn = known.found.some(isNfdReference);
    // A runbook checks the step again. With the change, it would create a second NodeFeatureDiscovery.
    const { gate: _gate, ...existing } = base;
    const unchanged = isOwn ? base : { ...existing, changes: [], until: [] };
    return createStepWithDefaults({ ...unchanged, evidence, state: 'done', headline: l10n.t`Exists` });
  }
  const invalid = findConfigError(known);
  // Another rule has no effect until the worker runs.
  if (invalid !== undefined) {
    const { object: _object, ...explanation } = invalid;
    return createStepWithDefaults({ ...base, evidence, state: 'blocked', ...explanation });
  }
  const meaning = findIneffectiveRule(known, version)?.meaning;
  const state = {
    evidence,
    state: 'ready',
    headline: l10n.t`Not created yet`,
    ...(meaning === undefined ? {} : { meaning }),
  } as const;
  const [other] = known.found;
  if (other === undefined) return createStepWithDefaults({ ...base, ...state });
  const group = getNodeFeatureGroup(version);
  if (group !== undefined)
    return createStepWithDefaults({
      ...ruleStep(situation, createNodeFeatureRule(group, other.namespace)),
      ...state,
    });
  return createStepWithDefaults({
    ...base,
    evidence,
    state: 'blocked',
    headline: l10n.t`Another NodeFeatureDiscovery exists`,
    meaning: l10n.t`A second NodeFeatureDiscovery would conflict with the existing one. A NodeFeatureRule can't be created instead, because its API group depends on the OpenShift version, which is unknown.`,
    todo: l10n.t(
      'Add the rule that sets the label {0} to the existing resource: `oc edit nodefeaturediscovery {1} -n {2}`. To get the YAML for the rule, run New OSC Manifest.',
      eligibleLabel,
      other.name,
      other.namespace,
    ),
  });
}

/** Describes the rule for Kata of a NodeFeatureDiscovery. */
function describeInstance(namespace: string, name: string, kataRule: KataRuleFormat | undefined): string {
  if (kataRule === undefined) return l10n.t`${namespace}/${name}: has no rule for Kata`;
  return kataRule === 'matchOn'
    ? l10n.t`${namespace}/${name}: has a rule for Kata with ${'matchOn'}`
    : l10n.t`${namespace}/${name}: has a rule for Kata`;
}

/** Returns the step that creates the object with the rule for Kata, without its state. */
function ruleStep(
  situation: ObservedCluster,
  { target, object }: { readonly target: ObjectReference; readonly object: KubernetesManifest },
): Omit<StepOptions, 'state' | 'headline'> {
  const { kind, name, namespace = '' } = target;
  return {
    id: 'nfd',
    title: l10n.t`Create ${kind} ${name}`,
    docs,
    changes: [{ how: 'apply', target, object } as const],
    until: [{ object: target, is: 'present', minutes: 1 }],
    gate: {
      question: l10n.t`Create ${kind} ${name} in ${namespace} on ${situation.context}?`,
      consequences: [
        l10n.t`A pod on every node checks the CPU and kernel modules, and labels the node.`,
        l10n.t`This change itself doesn't reboot nodes. However, if the KataConfig already checks eligibility, Kata is installed on nodes that become eligible, and they reboot.`,
      ],
    },
  };
}

function byHand(situation: ObservedCluster, nodes: readonly string[]): ProcedureStep {
  return labelsStep(
    situation,
    { key: eligibleLabel, value: 'true', nodes, others: () => false },
    {
      id: 'labels',
      title: l10n.t`Label nodes with ${eligibleLabel}=true`,
      docs,
      gate: {
        question: l10n.t`Label ${formatNames(nodes, 20)} on ${situation.context} as eligible for Kata?`,
        consequences: [
          l10n.t`Label only nodes with CPU virtualization enabled. Kata pods don't start on other nodes.`,
          l10n.t`If the KataConfig checks eligibility, Kata is installed on newly eligible nodes, and they reboot.`,
        ],
      },
    },
  );
}

function resultStep({ snapshot }: ObservedCluster): ProcedureStep {
  const base = { id: 'result', title: l10n.t`List the eligible nodes`, docs };
  if (!isListKnown(snapshot, 'nodes'))
    return createStepWithDefaults({ ...base, ...describeUnreadableKind(snapshot, 'nodes') });
  const { nodes, converged } = indexSnapshot(snapshot);
  const workers = [...nodes.values()].filter((node) => converged || isWorkerNode(node));
  const eligible = workers.filter(isEligible).map(({ name }) => name);
  const count = l10n.t`${eligible.length} of ${formatCount(workers.length, 'node')}`;
  if (eligible.length > 0)
    return createStepWithDefaults({
      ...base,
      state: 'done',
      headline: count,
      evidence: [l10n.t`Eligible: ${formatNames(eligible, 40)}`],
    });
  return createStepWithDefaults({
    ...base,
    state: 'waiting',
    headline: l10n.t`none yet`,
    meaning: l10n.t`Node Feature Discovery takes a few minutes to label nodes.`,
    todo: l10n.t`If no node is labeled, make sure that virtualization is enabled in the node firmware and that the Node Feature Discovery pods are running.`,
  });
}

function checkStep(situation: ObservedCluster, kataConfig: KataConfig): ProcedureStep {
  const target = createWatchedReference('kataConfigs', kataConfig.name);
  const change = computeNodeChange(situation, { ...kataConfig, checkNodeEligibility: true });
  const step = {
    id: 'check',
    title: l10n.t`Set spec.checkNodeEligibility to true`,
    docs,
    changes: [{ how: 'merge', target, patch: { spec: { checkNodeEligibility: true } } } as const],
    until: [{ object: target, jsonpath: '{.spec.checkNodeEligibility}', is: 'true', minutes: 1 }],
    gate: {
      question: l10n.t`Restrict Kata to eligible nodes on ${situation.context} (KataConfig ${kataConfig.name})?`,
      consequences: changeConsequences(situation, change),
      ...rebootGate(situation, [...change.gain, ...change.lose], false, change.lose),
      typed: situation.context,
    },
  };
  if (kataConfig.checkNodeEligibility)
    return createStepWithDefaults({ ...step, state: 'done', headline: l10n.t`Already set` });
  if (kataConfig.enablePeerPods) {
    return createStepWithDefaults({
      ...step,
      state: 'done',
      headline: l10n.t`Not required for peer pods`,
      evidence: [
        l10n.t`Peer pods don't require eligible nodes. If the KataConfig checked eligibility, Kata would be uninstalled from nodes without the eligibility label.`,
      ],
      changes: [],
    });
  }
  if (kataConfig.deleting !== undefined)
    return createStepWithDefaults({
      ...step,
      state: 'blocked',
      headline: l10n.t`The KataConfig is being deleted`,
      todo: l10n.t`No action required. Kata is being uninstalled from the nodes.`,
    });
  return createStepWithDefaults({ ...step, state: 'ready', headline: l10n.t`Not set yet` });
}

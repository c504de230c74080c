/**
 * Creates the steps of runbooks that change settings of any cluster. They look up the names of objects at run time.
 * Sources: OSC 1.5 §2.1.2, §2.3.2; OSC 1.12 §3.2, §6.3.
 */
import { printedJson } from '#core/oc/printedJson.ts';
import {
  enablingDebugLogs,
  kataConfigByCli,
  nodeEligibility,
  creatingPeerPodsConfigMap,
} from '#core/product/docSections.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { logLevels } from '#core/kinds/kataConfig.ts';
import { formatSelector } from '#core/labels/labelSelector.ts';
import { createCrioCommand } from '#core/oc/crioConfig.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { eligibleLabel, kataRole } from '#core/product/nodeLabels.ts';
import { defaultLogLevel, quietCommand } from '#core/status/kataConfig/verboseLogLevel.ts';
import { createCollectionReference, createWatchedReference } from '../changes/references.ts';
import { adaptorNames, restartedAnnotation } from '../lookups/peerPods/adaptorPods.ts';
import { nfdManifest, nfdReference } from '../nodeFeatureDiscoveryManifest.ts';
import type { EligibilityChoices } from '../procedures/eligibility.ts';
import type { NodesChoices } from '../procedures/nodes.ts';
import { describeRebootConsequences } from '../rebootConsequences.ts';
import { createRestartCriterion } from '../steps/peerPods/settingsSteps.ts';
import { anyCluster, unknownCluster, type RunbookStep } from './runbook.ts';
import { plannedStep } from './runbookSteps.ts';

const kataConfigs = createCollectionReference('kataConfigs');

const rebootWords = (): readonly string[] => describeRebootConsequences(unknownCluster(), undefined, 'install');

/** Creates the steps that set the log level, verify it on a node, and reset it. */
export function listLogLevelSteps(level: string, context = anyCluster): readonly RunbookStep[] {
  const cost = logLevels[level]?.();
  return [
    plannedStep({
      id: 'kata-config',
      title: `Set spec.logLevel to ${level}`,
      docs: enablingDebugLogs,
      found: [{ object: kataConfigs, change: { how: 'merge', patch: { spec: { logLevel: level } } } }],
      until: [
        {
          object: kataConfigs,
          jsonpath: '{.spec.logLevel}',
          is: level,
          words: `the KataConfig has the log level ${level}`,
          minutes: 1,
        },
      ],
      gate: {
        question: `Change the Kata log level on ${context} to ${level}?`,
        consequences: [
          ...(cost === undefined ? [] : [cost]),
          ...rebootWords(),
          ...(level === defaultLogLevel
            ? []
            : [`The nodes reboot again when you reset the level to ${defaultLogLevel}.`]),
        ],
        typed: context,
      },
    }),
    poolsStep('Update the pools'),
    plannedStep({
      id: 'verify',
      title: 'Verify the log level on a node',
      docs: enablingDebugLogs,
      todo: `To list the nodes with Kata, run oc get nodes -l ${kataRole}. For one of them, run ${quoteShellCommand(createCrioCommand('NODE'))}. The output should contain log_level = "${level}".`,
      until: [],
    }),
    ...(level === defaultLogLevel
      ? []
      : [
          plannedStep({
            id: 'go-back',
            title: `Reset to ${defaultLogLevel}`,
            docs: enablingDebugLogs,
            todo: `After you collect the logs, reset the level: ${quietCommand({ name: '"$(oc get kataconfig -o jsonpath={.items[0].metadata.name})"' })}. The nodes reboot again.`,
            until: [],
          }),
        ]),
  ];
}

/** Creates a step that waits until all machine config pools are updated. */
function poolsStep(title: string): RunbookStep {
  return plannedStep({
    id: 'pool',
    title,
    docs: enablingDebugLogs,
    until: [
      {
        object: createCollectionReference('machineConfigPools'),
        jsonpath: '{.status.conditions[?(@.type=="Updated")].status}',
        is: 'True',
        words: 'all machine config pools are updated',
        // Large clusters need hours, because nodes are updated one after another.
        minutes: 480,
      },
    ],
  });
}

/** Creates the steps that select the nodes for Kata. */
export function listNodesSteps({ selector, label }: NodesChoices, context = anyCluster): readonly RunbookStep[] {
  const words = selector === undefined ? 'all worker nodes' : formatSelector(selector);
  const gate = {
    question: `Select ${selector === undefined ? words : `worker nodes with ${words}`} for Kata on ${context}?`,
    consequences: [
      'Kata is installed on nodes that become selected, and uninstalled from nodes that are no longer selected. Pods that require Kata can no longer run there.',
      ...rebootWords(),
    ],
    typed: context,
  };
  const value =
    selector === undefined
      ? undefined
      : {
          ...(selector.matchExpressions.length === 0 ? {} : { matchExpressions: selector.matchExpressions }),
          ...(Object.keys(selector.matchLabels).length === 0 ? {} : { matchLabels: selector.matchLabels }),
        };
  const set = plannedStep({
    id: 'selector',
    title: `Set spec.kataConfigPoolSelector: ${words}`,
    docs: kataConfigByCli,
    found: [
      {
        object: kataConfigs,
        change:
          value === undefined
            ? { how: 'merge', patch: { spec: { kataConfigPoolSelector: null } } }
            : // A merge patch would keep the labels of the previous selector.
              { how: 'json', patch: [{ op: 'add', path: '/spec/kataConfigPoolSelector', value }] },
      },
    ],
    until:
      value === undefined
        ? [
            {
              object: kataConfigs,
              jsonpath: '{range .items[?(@.spec.kataConfigPoolSelector)]}{.metadata.name}{"\\n"}{end}',
              is: '',
              words: 'the KataConfig selects all worker nodes',
              minutes: 1,
            },
          ]
        : [
            {
              object: kataConfigs,
              jsonpath: '{.spec.kataConfigPoolSelector}',
              is: printedJson(value),
              words: `the KataConfig selects ${words}`,
              minutes: 1,
            },
          ],
    gate,
  });
  return [
    kataConfigExists(),
    ...(label === undefined ? [] : nodeLabelSteps(label)),
    set,
    { ...poolsStep('Update the nodes'), id: 'nodes', docs: kataConfigByCli },
  ];
}

function kataConfigExists(): RunbookStep {
  return plannedStep({
    id: 'kata-config',
    title: 'Check that a KataConfig exists',
    docs: kataConfigByCli,
    until: [
      { object: kataConfigs, is: 'present', words: 'a KataConfig exists (if not, install Kata first)', minutes: 1 },
    ],
  });
}

/** Creates the steps that add a label to nodes, and remove it from other nodes after a confirmation. */
function nodeLabelSteps({ key, value, nodes }: NonNullable<NodesChoices['label']>): readonly RunbookStep[] {
  const path = `.metadata.labels.${key.replaceAll('.', String.raw`\.`)}`;
  return [
    labelNodes(key, value, nodes),
    plannedStep({
      id: 'other-nodes',
      title: `Remove the label ${key}=${value} from other nodes`,
      docs: kataConfigByCli,
      found: [
        {
          object: createCollectionReference('nodes'),
          where: `@${path}=="${value}"`,
          except: nodes,
          question: `Remove the label ${key}=${value} from this node? Kata is then uninstalled from it.`,
          change: { how: 'merge', patch: { metadata: { labels: { [key]: null } } } },
        },
      ],
      until: [],
    }),
  ];
}

function labelNodes(key: string, value: string, nodes: readonly string[]): RunbookStep {
  const path = `{.metadata.labels.${key.replaceAll('.', String.raw`\.`)}}`;
  return plannedStep({
    id: 'labels',
    title: `Label nodes with ${key}=${value}`,
    docs: kataConfigByCli,
    changes: nodes.map((name) => ({
      how: 'merge',
      target: createWatchedReference('nodes', name),
      patch: { metadata: { labels: { [key]: value } } },
    })),
    until: nodes.map((name) => ({
      object: createWatchedReference('nodes', name),
      jsonpath: path,
      is: value,
      minutes: 1,
    })),
  });
}

/** Creates the steps that set up the node eligibility check. */
export function listEligibilitySteps(
  { how, nodes, check }: EligibilityChoices,
  context = anyCluster,
): readonly RunbookStep[] {
  const labels = { ...labelNodes(eligibleLabel, 'true', nodes), docs: nodeEligibility };
  const gate = {
    question: `Label ${nodes.join(', ')} on ${context} as eligible for Kata?`,
    consequences: [
      "Label only nodes with CPU virtualization enabled. Kata pods don't start on other nodes.",
      'If the KataConfig checks eligibility, Kata is installed on newly eligible nodes, and they reboot.',
    ],
  };
  return [
    ...(how === 'nfd' ? nodeFeatureDiscoverySteps(context) : nodes.length === 0 ? [] : [{ ...labels, gate }]),
    plannedStep({
      id: 'result',
      title: 'List the eligible nodes',
      docs: nodeEligibility,
      todo: `To list the eligible nodes, run oc get nodes -l ${eligibleLabel}=true. Node Feature Discovery takes a few minutes to label nodes.`,
      until: [],
    }),
    ...(check ? checkSteps(context) : []),
  ];
}

function nodeFeatureDiscoverySteps(context: string): readonly RunbookStep[] {
  const { name, namespace = '', group, version, plural, kind } = nfdReference;
  return [
    plannedStep({
      id: 'other-nfd',
      title: 'Check that no other NodeFeatureDiscovery exists',
      docs: nodeEligibility,
      until: [
        {
          object: { group, version, plural, kind },
          jsonpath: `{range .items[?(@.metadata.name!="${name}")]}{.metadata.name}{"\\n"}{end}`,
          is: '',
          words:
            'no other NodeFeatureDiscovery exists (if one exists, generate the script with --context, so that it creates a NodeFeatureRule instead)',
          minutes: 1,
        },
      ],
    }),
    plannedStep({
      id: 'nfd',
      title: `Create ${kind} ${name}`,
      docs: nodeEligibility,
      changes: [{ how: 'apply', target: nfdReference, object: nfdManifest }],
      until: [{ object: nfdReference, is: 'present', minutes: 1 }],
      gate: {
        question: `Create ${kind} ${name} in ${namespace} on ${context}?`,
        consequences: [
          'A pod on every node checks the CPU and kernel modules, and labels the node.',
          "This change itself doesn't reboot nodes. However, if the KataConfig already checks eligibility, Kata is installed on nodes that become eligible, and they reboot.",
        ],
      },
    }),
  ];
}

function checkSteps(context: string): readonly RunbookStep[] {
  return [
    kataConfigExists(),
    plannedStep({
      id: 'check',
      title: 'Set spec.checkNodeEligibility to true',
      docs: nodeEligibility,
      found: [{ object: kataConfigs, change: { how: 'merge', patch: { spec: { checkNodeEligibility: true } } } }],
      until: [
        {
          object: kataConfigs,
          jsonpath: '{.spec.checkNodeEligibility}',
          is: 'true',
          words: 'the KataConfig checks node eligibility',
          minutes: 1,
        },
      ],
      gate: {
        question: `Restrict Kata to eligible nodes on ${context}?`,
        consequences: [
          "Kata is uninstalled from nodes without the eligibility label. Peer pods don't require eligible nodes.",
          ...rebootWords(),
        ],
        typed: context,
      },
    }),
    { ...poolsStep('Update the nodes'), id: 'nodes', docs: nodeEligibility },
  ];
}

/**
 * Creates the step that creates a ConfigMap of the operator without values, so that later steps can change it. It
 * doesn't change an existing one.
 */
export function configMapExistsStep(name: string): RunbookStep {
  const target = createWatchedReference('configMaps', name);
  return plannedStep({
    id: 'config-map-exists',
    title: `Create ConfigMap ${name} if it doesn't exist`,
    changes: [
      {
        how: 'apply',
        target,
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: operatorNamespace } },
      },
    ],
    until: [{ object: target, is: 'present', minutes: 1 }],
  });
}

/**
 * Creates the step that restarts cloud-api-adaptor, if it is running.
 * @param time time of the runbook, in milliseconds since 1970. It identifies the restart
 */
export function findAndRestartStep(time: number, context = anyCluster): RunbookStep {
  const at = formatTimestamp(time);
  return plannedStep({
    id: 'restart',
    title: 'Restart cloud-api-adaptor',
    docs: creatingPeerPodsConfigMap,
    found: adaptorNames.map((name) => ({
      object: createCollectionReference('daemonSets'),
      where: `@.metadata.name=="${name}"`,
      change: {
        how: 'merge',
        patch: { spec: { template: { metadata: { annotations: { [restartedAnnotation]: at } } } } },
      },
    })),
    until: adaptorNames.map((name) => createRestartCriterion(name, at)),
    gate: {
      question: `Restart cloud-api-adaptor on ${context}?`,
      consequences: [
        'The pods are stopped and recreated one node at a time. While the pod on a node is being recreated, no peer pod can start on that node.',
        "The effect on running peer pods isn't documented. Make sure that no peer pod is doing important work.",
      ],
    },
  });
}

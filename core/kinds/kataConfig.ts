/**
 * KataConfig: the one object by which kata is installed on a cluster's nodes. Sources:
 * openshift/sandboxed-containers-operator@d0632e58 api/v1/kataconfig_types.go, controllers/openshift_controller.go;
 * openshift/machine-config-operator@004574ec pkg/controller/container-runtime-config/helpers.go (log levels); S1.5
 * §2.3.2, S1.12 §3.3, §6.3.
 */
import * as l10n from '@vscode/l10n';
import {
  creatingKataConfig,
  enablingDebugLogs,
  kataConfigByCli,
  nodeEligibility,
  statusMessages,
} from '../product/docSections.ts';
import type { KindKnowledge } from './field.ts';
import { selectorOperators } from '../labels/selectorSyntax.ts';
import { objectMetaFields } from './objectMeta.ts';
import { getSentenceSeparator } from '../text/grammar.ts';
import type { Message } from '#core/text/message.ts';

/** The CRI-O log levels that the MachineConfigOperator accepts, quietest first, with what each costs. */
export const logLevels: Readonly<Record<string, Message>> = {
  panic: () => l10n.t`Only panics of CRI-O. Too little to find out why a sandbox failed.`,
  fatal: () => l10n.t`Only what ends CRI-O. Too little to find out why a sandbox failed.`,
  error: () => l10n.t`Errors only. The smallest journal that still names failures.`,
  warn: () => l10n.t`Errors and warnings.`,
  info: () => l10n.t`The default, for normal running.`,
  debug: () =>
    l10n.t`What support asks for; fills journals fast. Set it before a must-gather and go back to \`info\` afterwards: each change reboots the nodes of the pool.`,
  trace: () => l10n.t`More than debug: the largest journals. For developers of CRI-O.`,
};

/** Fields that older releases had, with what became of them. */
export const removedKataConfigFields: Readonly<Record<string, Message>> = {
  'spec.kataMonitorImage': () => l10n.t`It was removed after OSC 1.3: the operator brings its own monitor image.`,
  'spec.config': () =>
    l10n.t`Removed before the first release. Kata is installed from the RHCOS extension, not from an image.`,
};

/** Fields seen only in the operator's development branch: no release is known to serve them. */
export const developmentKataConfigFields: Readonly<Record<string, Message>> = {
  'spec.memoryOverheadMB': () =>
    l10n.t`sandboxed-containers-operator@79e88903; later moved to the ConfigMap osc-feature-gates`,
  'spec.enableMixedCluster': () => 'sandboxed-containers-operator@51dfb08e',
  'spec.unifiedKataCCHandler': () => l10n.t`an unmerged pull request of sandboxed-containers-operator`,
};

const reboot = () =>
  l10n.t`Every selected node is drained and rebooted, one at a time per pool: 10 to more than 60 minutes each on bare metal.`;

/** All that we know of a KataConfig. */
export const kataConfigInfo: KindKnowledge = {
  id: 'KataConfig',
  kind: 'KataConfig',
  group: 'kataconfiguration.openshift.io',
  versions: ['v1'],
  scope: 'Cluster',
  ownGroup: true,
  closed: true,
  mentions: ['KataConfig', 'kataconfiguration.openshift.io'],
  summary: () =>
    l10n.t`Installs kata on the nodes of the cluster, and the runtime classes to use it. One per cluster, under any name. Creating or deleting it reboots every selected node.`,
  section: creatingKataConfig,
  fields: {
    ...objectMetaFields,
    apiVersion: { summary: () => l10n.t`Always \`kataconfiguration.openshift.io/v1\`: no other version is served.` },
    kind: {
      summary: () => l10n.t`Installs Kata on the cluster nodes. Cluster-scoped, only one per cluster.`,
      consequence: () => `${l10n.t`Creating or deleting it:`}${getSentenceSeparator()}${reboot()}`,
      section: creatingKataConfig,
    },
    'metadata.name': {
      summary: () =>
        l10n.t`Any name. The operator counts KataConfigs, not names: a second one is refused whatever it is called.`,
      examples: ['example-kataconfig'],
    },
    spec: {
      summary: () => l10n.t`Which nodes get kata, and how. May be empty: then every worker node gets it.`,
      section: creatingKataConfig,
    },
    'spec.logLevel': {
      summary: () => l10n.t`Log level of CRI-O on the nodes that run kata, as in \`crio --log-level\`.`,
      default: () => '`info`',
      since: '1.5',
      consequence: () => `${l10n.t`Changing it reboots the nodes of the pool.`}${getSentenceSeparator()}${reboot()}`,
      values: logLevels,
      section: enablingDebugLogs,
    },
    'spec.enablePeerPods': {
      type: 'boolean',
      summary: () =>
        l10n.t`Runs pods of the runtime class \`kata-remote\` as virtual machines in the cloud (peer pods). Brings the daemon set \`osc-caa-ds\`, the peer-pods webhook and the job that builds the pod VM image.`,
      default: () => l10n.t`\`false\`: only the runtime class \`kata\`, on bare metal`,
      since: '1.5',
      consequence: () =>
        l10n.t`The operator needs the ConfigMap \`peer-pods-cm\` in \`openshift-sandboxed-containers-operator\` first. \`checkNodeEligibility\` is skipped.`,
      section: creatingKataConfig,
    },
    'spec.checkNodeEligibility': {
      type: 'boolean',
      summary: () =>
        l10n.t`Installs Kata only on nodes with the label \`feature.node.kubernetes.io/runtime.kata: "true"\`. The Node Feature Discovery Operator sets this label, or you set it manually.`,
      default: () => l10n.t`\`false\`: all selected nodes`,
      since: '1.5',
      consequence: () =>
        l10n.t`With no node so labelled the operator stops with "no Nodes with required labels found. Is NFD running?". Skipped when \`enablePeerPods\` is \`true\`.`,
      section: nodeEligibility,
    },
    'spec.kataConfigPoolSelector': {
      summary: () =>
        l10n.t`Selects the nodes that get kata, by their labels. Ignored on a converged cluster (no separate workers).`,
      default: () => l10n.t`every node labelled \`node-role.kubernetes.io/worker\``,
      since: '1.5',
      consequence: () =>
        [
          l10n.t`Changing it adds or removes nodes.`,
          reboot(),
          l10n.t`An invalid selector stops the operator without any status condition.`,
        ].join(getSentenceSeparator()),
      section: kataConfigByCli,
    },
    'spec.kataConfigPoolSelector.matchLabels': {
      type: 'object',
      summary: () =>
        l10n.t`Labels that a node must have, all of them, with exactly these values. Values are strings: write \`"true"\`, not \`true\`.`,
      section: kataConfigByCli,
    },
    'spec.kataConfigPoolSelector.matchExpressions': {
      summary: () =>
        l10n.t`Conditions on labels that a node must meet, all of them. Each has a \`key\`, an \`operator\` and, for In and NotIn, \`values\`.`,
    },
    'spec.kataConfigPoolSelector.matchExpressions[].key': {
      summary: () => l10n.t`The label key: \`name\` or \`prefix/name\`.`,
    },
    'spec.kataConfigPoolSelector.matchExpressions[].operator': {
      summary: () => l10n.t`How the label is compared with \`values\`.`,
      values: selectorOperators,
    },
    'spec.kataConfigPoolSelector.matchExpressions[].values': {
      type: 'array',
      summary: () => l10n.t`For In and NotIn: at least one value. For Exists and DoesNotExist: must be left out.`,
    },
    status: { summary: () => l10n.t`Written by the operator; never written by hand.`, section: statusMessages },
    'status.runtimeClasses': {
      summary: () =>
        l10n.t`The runtime classes that exist now, such as \`kata\` and \`kata-remote\`. Created at the end of the installation.`,
    },
    'status.waitingForMcoToStart': {
      type: 'boolean',
      summary: () =>
        l10n.t`True after the MachineConfig was created, until the MachineConfigOperator starts to update nodes.`,
    },
    'status.conditions': {
      summary: () =>
        l10n.t`One condition, \`InProgress\`: True while something is being done or has failed, False with an empty reason when all is done.`,
      section: statusMessages,
    },
    'status.kataNodes': {
      summary: () => l10n.t`Where each node stands, as seven lists and two counts.`,
      section: statusMessages,
    },
    'status.kataNodes.nodeCount': {
      summary: () => l10n.t`Nodes that have kata or will get it. Nodes that lose it do not count.`,
    },
    'status.kataNodes.readyNodeCount': { summary: () => l10n.t`Nodes that can run kata workloads now.` },
    'status.kataNodes.installed': { summary: () => l10n.t`Nodes that have kata. Written by the operator.` },
    'status.kataNodes.installing': {
      summary: () => l10n.t`Nodes that are being updated and rebooted to get kata. Written by the operator.`,
    },
    'status.kataNodes.waitingToInstall': {
      summary: () => l10n.t`Nodes that will get kata, each in its turn. Written by the operator.`,
    },
    'status.kataNodes.failedToInstall': {
      summary: () => l10n.t`Nodes whose MachineConfig is degraded while kata is installed. Written by the operator.`,
    },
    'status.kataNodes.uninstalling': {
      summary: () => l10n.t`Nodes that are being updated and rebooted to lose kata. Written by the operator.`,
    },
    'status.kataNodes.waitingToUninstall': {
      summary: () => l10n.t`Nodes that will lose kata, each in its turn. Written by the operator.`,
    },
    'status.kataNodes.failedToUninstall': {
      summary: () => l10n.t`Nodes whose MachineConfig is degraded while kata is removed. Written by the operator.`,
    },
  },
};

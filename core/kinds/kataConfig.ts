/**
 * The KataConfig kind, which installs Kata on the nodes of a cluster. Sources:
 * openshift/sandboxed-containers-operator@d0632e58 api/v1/kataconfig_types.go, controllers/openshift_controller.go;
 * openshift/machine-config-operator@004574ec pkg/controller/container-runtime-config/helpers.go (log levels); OSC 1.5
 * §2.3.2; OSC 1.12 §3.3, §6.3.
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

/**
 * The CRI-O log levels that the Machine Config Operator accepts, from least to most verbose, with the effect of each.
 */
export const logLevels: Readonly<Record<string, Message>> = {
  panic: () => l10n.t`Logs only CRI-O panics. Not enough to find out why a sandbox failed.`,
  fatal: () => l10n.t`Logs only errors that stop CRI-O. Not enough to find out why a sandbox failed.`,
  error: () => l10n.t`Logs only errors. This is the lowest level that still shows failures.`,
  warn: () => l10n.t`Logs errors and warnings.`,
  info: () => l10n.t`Default for normal operation.`,
  debug: () =>
    l10n.t(
      'Level that Red Hat Support requests. Fills journals quickly. Set it before you collect a must-gather, then reset it to `info`. Each change reboots the nodes in the pool.',
    ),
  trace: () => l10n.t`Logs more than debug and produces the largest journals. For CRI-O developers.`,
};

/** Fields that exist only in the development branch of the operator. No known release supports them. */
export const developmentKataConfigFields: Readonly<Record<string, Message>> = {
  'spec.enableMixedCluster': () => 'sandboxed-containers-operator@51dfb08e',
  'spec.unifiedKataCCHandler': () => l10n.t`an unmerged pull request in sandboxed-containers-operator`,
};

/** Fields that pull requests propose, with these pull requests. No branch of the operator supports them. */
export const proposedKataConfigFields: Readonly<Record<string, Message>> = {
  'spec.memoryOverheadMB': () => l10n.t`sandboxed-containers-operator#1057, and #1058 for osc-feature-gates`,
};

const reboot = () =>
  l10n.t`Each selected node is drained and rebooted, one node at a time per pool. On bare metal, this takes from 10 to more than 60 minutes per node.`;

const summary = () =>
  l10n.t`Installs Kata on the cluster nodes and creates the runtime classes. A cluster can have only one KataConfig, with any name. Creating or deleting the KataConfig reboots every selected node.`;

/** The KataConfig kind and its fields. */
export const kataConfigInfo: KindKnowledge = {
  id: 'KataConfig',
  kind: 'KataConfig',
  group: 'kataconfiguration.openshift.io',
  versions: ['v1'],
  scope: 'Cluster',
  ownGroup: true,
  closed: true,
  mentions: ['KataConfig', 'kataconfiguration.openshift.io'],
  summary,
  section: creatingKataConfig,
  fields: {
    ...objectMetaFields,
    apiVersion: { summary: () => l10n.t('Must be `kataconfiguration.openshift.io/v1`, the only served version.') },
    kind: {
      summary,
      consequence: reboot,
      section: creatingKataConfig,
    },
    'metadata.name': {
      summary: () =>
        l10n.t`Any name. A cluster can have only one KataConfig, so the operator rejects a second one, regardless of its name.`,
      examples: ['example-kataconfig'],
    },
    spec: {
      summary: () => l10n.t`Node selection and settings for Kata. If empty, Kata is installed on every worker node.`,
      section: creatingKataConfig,
    },
    'spec.logLevel': {
      summary: () => l10n.t('CRI-O log level on Kata nodes, as in `crio --log-level`.'),
      default: () => '`info`',
      since: '1.5',
      consequence: reboot,
      values: logLevels,
      section: enablingDebugLogs,
    },
    'spec.enablePeerPods': {
      type: 'boolean',
      summary: () =>
        l10n.t(
          'Runs pods with the `kata-remote` runtime class in VMs outside the nodes (peer pods). Deploys the `osc-caa-ds` DaemonSet, the peer pods webhook, and the job that creates the pod VM image.',
        ),
      default: () => l10n.t('`false`: only the `kata` runtime class, on bare metal'),
      since: '1.5',
      consequence: () =>
        l10n.t(
          "The operator requires the ConfigMap `peer-pods-cm` in `openshift-sandboxed-containers-operator`, so create it first. Also set `checkNodeEligibility` to `false`. Otherwise, the operator selects only worker nodes with the eligibility label. If no node has the label, the operator doesn't report an error.",
        ),
      section: creatingKataConfig,
    },
    'spec.checkNodeEligibility': {
      type: 'boolean',
      summary: () =>
        l10n.t`Installs Kata only on nodes with the label \`feature.node.kubernetes.io/runtime.kata: "true"\`. The Node Feature Discovery Operator sets this label, or you set it manually.`,
      default: () => l10n.t`\`false\`: all selected nodes`,
      since: '1.5',
      consequence: () =>
        l10n.t(
          'The operator selects only worker nodes with this label. If no node has the label, the operator doesn\'t install Kata and reports the error "no Nodes with required labels found. Is NFD running?". If `enablePeerPods` is `true`, the operator doesn\'t report this error.',
        ),
      section: nodeEligibility,
    },
    'spec.kataConfigPoolSelector': {
      summary: () =>
        l10n.t`Selects the nodes for Kata by label. Ignored on a compact cluster (no separate worker nodes).`,
      default: () => l10n.t('every node with the label `node-role.kubernetes.io/worker`'),
      since: '1.5',
      consequence: () =>
        [
          l10n.t`Changing the selector installs Kata on newly selected nodes and uninstalls it from nodes that are no longer selected.`,
          reboot(),
          l10n.t`If the selector is invalid, the operator can't process the KataConfig and doesn't set a status condition.`,
        ].join(getSentenceSeparator()),
      section: kataConfigByCli,
    },
    'spec.kataConfigPoolSelector.matchLabels': {
      type: 'object',
      summary: () =>
        l10n.t(
          'Labels that a node must have. All keys and values must match. Values are strings: write `"true"`, not `true`.',
        ),
      section: kataConfigByCli,
    },
    'spec.kataConfigPoolSelector.matchExpressions': {
      summary: () =>
        l10n.t(
          'Label conditions for nodes. A node must meet all of them. Each has a `key`, an `operator`, and, for In and NotIn, `values`.',
        ),
    },
    'spec.kataConfigPoolSelector.matchExpressions[].key': {
      summary: () => l10n.t('Label key: `name` or `prefix/name`.'),
    },
    'spec.kataConfigPoolSelector.matchExpressions[].operator': {
      summary: () => l10n.t('How to compare the label with `values`.'),
      values: selectorOperators,
    },
    'spec.kataConfigPoolSelector.matchExpressions[].values': {
      type: 'array',
      summary: () => l10n.t`At least one value for In and NotIn. Must be omitted for Exists and DoesNotExist.`,
    },
    status: { summary: () => l10n.t`Set by the operator. Don't edit it.`, section: statusMessages },
    'status.runtimeClasses': {
      summary: () =>
        l10n.t(
          'Existing runtime classes, such as `kata` and `kata-remote`. The operator creates them at the end of the installation.',
        ),
    },
    'status.waitingForMcoToStart': {
      type: 'boolean',
      summary: () =>
        l10n.t`True after the MachineConfig is created, until the Machine Config Operator starts to update nodes.`,
    },
    'status.conditions': {
      summary: () =>
        l10n.t(
          'One condition, `InProgress`. True while an operation is in progress or has failed. False with an empty reason when all operations are complete.',
        ),
      section: statusMessages,
    },
    'status.kataNodes': {
      summary: () => l10n.t`Node states: 7 lists of node names and 2 node counts.`,
      section: statusMessages,
    },
    'status.kataNodes.nodeCount': {
      summary: () =>
        l10n.t`Number of nodes where Kata is or will be installed. Excludes nodes where it's being uninstalled.`,
    },
    'status.kataNodes.readyNodeCount': { summary: () => l10n.t`Number of nodes that can run Kata workloads now.` },
    'status.kataNodes.installed': { summary: () => l10n.t`Nodes where Kata is installed. Set by the operator.` },
    'status.kataNodes.installing': {
      summary: () => l10n.t`Nodes that are being updated to a machine config with Kata. Set by the operator.`,
    },
    'status.kataNodes.waitingToInstall': {
      summary: () => l10n.t`Nodes that are waiting for Kata to be installed. Set by the operator.`,
    },
    'status.kataNodes.failedToInstall': {
      summary: () =>
        l10n.t`Degraded nodes: the Machine Config Daemon couldn't apply the machine config with Kata. Set by the operator.`,
    },
    'status.kataNodes.uninstalling': {
      summary: () => l10n.t`Nodes that are being updated to a machine config without Kata. Set by the operator.`,
    },
    'status.kataNodes.waitingToUninstall': {
      summary: () => l10n.t`Nodes that are waiting for Kata to be uninstalled. Set by the operator.`,
    },
    'status.kataNodes.failedToUninstall': {
      summary: () =>
        l10n.t`Degraded nodes: the Machine Config Daemon couldn't apply the machine config without Kata. Set by the operator.`,
    },
  },
};

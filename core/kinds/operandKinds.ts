/**
 * Other objects that users create for Kata: runtime classes, Node Feature Discovery resources, credentials requests,
 * and the old PeerPodConfig.
 */
import * as l10n from '@vscode/l10n';
import { modifyingVmLimit, nodeEligibility } from '../product/docSections.ts';
import { operatorNamespace, peerPodsConfigMapName, peerPodsSecretName } from '../product/namespaces.ts';
import { nodeFeatureOperators, nodeFeatures } from '../product/nodeFeatures.ts';
import { eligibleLabel } from '../product/nodeLabels.ts';
import { knownRuntimeClasses } from '../product/runtimeClasses.ts';
import { renderSandboxMemory } from '../product/sandboxMemory.ts';
import type { FieldTable, KindKnowledge } from './field.ts';
import { objectMetaFields, onlyNamespace, specSummary } from './objectMeta.ts';

const handlers = Object.fromEntries(
  knownRuntimeClasses.flatMap(({ handlers: names, name }) =>
    names.map((handler) => [handler, () => l10n.t`Handler for the ${name} runtime class.`]),
  ),
);

/**
 * Fields of a NodeFeatureRule. A NodeFeatureRule labels nodes in the same way as the rules in a NodeFeatureDiscovery.
 * OpenShift serves the kind in two API groups. Source: openshift/cluster-nfd-operator@0e25cc10
 * config/crd/bases/nfd.openshift.io_nodefeaturerules.yaml and nfd.k8s-sigs.io_nodefeaturerules.yaml. Upstream, the kind
 * is cluster-scoped.
 */
const feature = {
  summary: () => l10n.t`Feature that Node Feature Discovery found on the node.`,
  examples: Object.keys(nodeFeatures),
};
const expressions = {
  type: 'object',
  summary: () => l10n.t('Conditions for the attributes of the feature, such as `VMX: {op: Exists}`.'),
} as const;
const conditions = {
  type: 'array',
  summary: () => l10n.t`Conditions. A node must meet all of them.`,
} as const;

const ruleFields: FieldTable = {
  ...objectMetaFields,
  spec: { summary: specSummary },
  'spec.rules': { type: 'array', summary: () => l10n.t`Rules that label nodes.` },
  'spec.rules[].name': {
    summary: () => l10n.t`Name of the rule, not of the label.`,
    requiredBy: () => l10n.t`API server`,
  },
  'spec.rules[].labels': {
    type: 'object',
    summary: () => l10n.t('Labels of the nodes that meet the conditions. For Kata: `{0}: "true"`.', eligibleLabel),
  },
  'spec.rules[].matchFeatures': conditions,
  'spec.rules[].matchFeatures[].feature': feature,
  'spec.rules[].matchFeatures[].matchExpressions': expressions,
  'spec.rules[].matchAny': {
    type: 'array',
    summary: () => l10n.t`Alternatives. A node must meet the conditions of one of them.`,
  },
  'spec.rules[].matchAny[].matchFeatures': conditions,
  'spec.rules[].matchAny[].matchFeatures[].feature': feature,
  'spec.rules[].matchAny[].matchFeatures[].matchExpressions': expressions,
};

const operator = {
  summary: () => l10n.t`Match operator.`,
  examples: nodeFeatureOperators,
};

/**
 * Fields of the worker configuration in a NodeFeatureDiscovery. Its rules have the fields of those in a
 * NodeFeatureRule. `attribute` stands for the name of any attribute.
 */
export const workerConfigFields: FieldTable = {
  sources: {
    type: 'object',
    summary: () => l10n.t`Settings for the feature sources, which detect the features of a node.`,
  },
  ...Object.fromEntries(
    Object.entries(ruleFields).flatMap(([path, field]) =>
      path.startsWith('spec.rules') ? [[path.replace('spec.rules', 'sources.custom'), field] as const] : [],
    ),
  ),
  'sources.custom[].matchFeatures[].matchExpressions.attribute.op': operator,
  'sources.custom[].matchAny[].matchFeatures[].matchExpressions.attribute.op': operator,
};

const ruleInGroup = (id: string, group: string): KindKnowledge => ({
  id,
  kind: 'NodeFeatureRule',
  group,
  versions: ['v1alpha1'],
  scope: 'Namespaced',
  mentions: ['kata'],
  summary: () => l10n.t`Makes Node Feature Discovery label the nodes that meet the conditions of a rule.`,
  section: nodeEligibility,
  fields: ruleFields,
});

/** The NodeFeatureRule kind in both API groups. */
const nodeFeatureRules: readonly KindKnowledge[] = [
  ruleInGroup('NodeFeatureRule', 'nfd.openshift.io'),
  ruleInGroup('NodeFeatureRule-k8s-sigs', 'nfd.k8s-sigs.io'),
];

/** IDs of the NodeFeatureRule kind in both API groups, for rules. */
export const nodeFeatureRuleIds: readonly string[] = nodeFeatureRules.map(({ id }) => id);

export const operandKinds: readonly KindKnowledge[] = [
  {
    id: 'RuntimeClass',
    kind: 'RuntimeClass',
    group: 'node.k8s.io',
    versions: ['v1'],
    scope: 'Cluster',
    mentions: ['kata'],
    summary: () =>
      l10n.t`Defines a way to run pods. The operator creates and restores the Kata runtime classes. Use a different name for your own.`,
    fields: {
      ...objectMetaFields,
      handler: {
        summary: () => l10n.t`Name of the runtime in CRI-O on the node. Can't be changed later.`,
        requiredBy: () => l10n.t`API server`,
        values: handlers,
      },
      overhead: {
        summary: () =>
          l10n.t`Resources that each pod with this runtime class uses in addition to those of its containers.`,
      },
      'overhead.podFixed': {
        summary: () =>
          l10n.t`The value is the same for every pod. The OSC documentation and the OSC source code specify different values. Changing the value isn't supported (OSC 1.5 §2.1.1).`,
        details: renderSandboxMemory,
      },
      'overhead.podFixed.cpu': { summary: () => l10n.t`CPU per pod.`, examples: ['250m'] },
      'overhead.podFixed.memory': {
        summary: () => l10n.t`Memory per pod.`,
        examples: ['350Mi'],
        details: renderSandboxMemory,
      },
      scheduling: { summary: () => l10n.t`Nodes that can run these pods.` },
      'scheduling.nodeSelector': {
        type: 'object',
        summary: () => l10n.t('Required node labels. The operator sets `node-role.kubernetes.io/kata-oc: ""`.'),
      },
    },
  },
  {
    id: 'NodeFeatureDiscovery',
    kind: 'NodeFeatureDiscovery',
    group: 'nfd.openshift.io',
    versions: ['v1'],
    scope: 'Namespaced',
    mentions: ['runtime.kata'],
    summary: () =>
      l10n.t(
        'Makes the Node Feature Discovery Operator inspect nodes and add the label `{0}: "true"` to nodes that can run Kata.',
        eligibleLabel,
      ),
    section: nodeEligibility,
    fields: {
      ...objectMetaFields,
      'metadata.namespace': {
        summary: () => l10n.t('Namespace of the Node Feature Discovery Operator: `openshift-nfd`.'),
        insert: 'openshift-nfd',
      },
      spec: { summary: specSummary },
      'spec.operand': { summary: () => l10n.t`Component that inspects the nodes (operand).` },
      'spec.operand.image': {
        summary: () => l10n.t`Operand image. If omitted, the operator uses its own matching image.`,
      },
      'spec.operand.imagePullPolicy': {
        summary: () => l10n.t`When the image is pulled.`,
        values: {
          Always: () => l10n.t`Each time the container starts.`,
          IfNotPresent: () => l10n.t`If the node doesn't have the image.`,
        },
      },
      'spec.operand.servicePort': {
        type: 'integer',
        summary: () => l10n.t`Port that the operand listens on.`,
        insert: '12000',
      },
      'spec.workerConfig': { summary: () => l10n.t`Operand settings.` },
      'spec.workerConfig.configData': {
        summary: () =>
          l10n.t('YAML block scalar (`|`). `sources.custom` contains the rule that labels nodes for Kata.'),
      },
    },
  },
  {
    id: 'CredentialsRequest',
    kind: 'CredentialsRequest',
    group: 'cloudcredential.openshift.io',
    versions: ['v1'],
    scope: 'Namespaced',
    mentions: ['sandboxed-containers', 'peer-pods-secret'],
    summary: () =>
      l10n.t`Makes the Cloud Credential Operator create the peer pods credentials in a Secret. Based on unreleased OSC source code.`,
    fields: {
      ...objectMetaFields,
      'metadata.namespace': {
        summary: () =>
          l10n.t('Namespace that the Cloud Credential Operator reads: `openshift-cloud-credential-operator`.'),
        insert: 'openshift-cloud-credential-operator',
      },
      spec: { summary: specSummary },
      'spec.secretRef': { summary: () => l10n.t`Secret with the cloud provider credentials.` },
      'spec.secretRef.name': {
        summary: () => l10n.t('Must be `{0}`. The operator finds the object by this name.', peerPodsSecretName),
        examples: [peerPodsSecretName],
      },
      'spec.secretRef.namespace': {
        summary: onlyNamespace,
        examples: [operatorNamespace],
      },
      'spec.providerSpec': { type: 'object', summary: () => l10n.t`Permissions in the cloud provider's format.` },
      'spec.serviceAccountNames': {
        type: 'array',
        summary: () => l10n.t`Service accounts that can use the credentials.`,
      },
    },
  },
  {
    id: 'PeerPodConfig',
    kind: 'PeerPodConfig',
    group: 'confidentialcontainers.org',
    versions: ['v1alpha1'],
    scope: 'Namespaced',
    closed: true,
    deprecated: true,
    mentions: ['PeerPodConfig'],
    summary: () =>
      l10n.t`Deprecated. Use PEERPODS_LIMIT_PER_NODE in ${peerPodsConfigMapName} instead. Newer operators copy the limit to this key, and then delete the PeerPodConfig.`,
    section: modifyingVmLimit,
    fields: {
      ...objectMetaFields,
      spec: { summary: specSummary },
      'spec.cloudSecretName': {
        summary: () => l10n.t`Secret with the cloud provider credentials.`,
        default: () => `\`${peerPodsSecretName}\``,
        insert: peerPodsSecretName,
      },
      'spec.configMapName': {
        summary: () => l10n.t`ConfigMap with the settings.`,
        default: () => `\`${peerPodsConfigMapName}\``,
        insert: peerPodsConfigMapName,
      },
      'spec.instanceType': {
        summary: () =>
          l10n.t`Instance type for pod VMs. PODVM_INSTANCE_TYPE and similar keys in peer-pods-cm take precedence.`,
      },
      'spec.limit': {
        summary: () =>
          l10n.t`Maximum number of pod VMs per node, as a string. Use PEERPODS_LIMIT_PER_NODE in peer-pods-cm instead.`,
        default: () => '`"10"`',
        insert: '"10"',
      },
      'spec.nodeSelector': { type: 'object', summary: () => l10n.t`Nodes that run peer pods.` },
      'spec.nodeSelector.*': { summary: () => l10n.t`Value that the node label must have.` },
      status: { summary: () => l10n.t`Set by the operator. Don't edit it.` },
      'status.setupCompleted': { type: 'boolean', summary: () => l10n.t`True if peer pods are set up.` },
    },
  },
  ...nodeFeatureRules,
];

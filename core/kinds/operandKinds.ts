/**
 * Objects around kata that people write besides KataConfig: runtime classes, the node features that kata asks for,
 * requests for credentials, and the old PeerPodConfig.
 */
import * as l10n from '@vscode/l10n';
import { modifyingVmLimit, nodeEligibility } from '../product/docSections.ts';
import { operatorNamespace, peerPodsConfigMapName } from '../product/namespaces.ts';
import { eligibleLabel } from '../product/nodeLabels.ts';
import { peerPodsSecretName } from '../peerPods/keys/secretKeys.ts';
import { knownRuntimeClasses } from '../product/runtimeClasses.ts';
import type { KindKnowledge } from './field.ts';
import { objectMetaFields } from './objectMeta.ts';

const handlers = Object.fromEntries(
  knownRuntimeClasses.flatMap(({ handlers: names, name }) =>
    names.map((handler) => [handler, () => l10n.t`The handler of the runtime class ${name}.`]),
  ),
);

export const operandKinds: readonly KindKnowledge[] = [
  {
    id: 'RuntimeClass',
    kind: 'RuntimeClass',
    group: 'node.k8s.io',
    versions: ['v1'],
    scope: 'Cluster',
    mentions: ['kata'],
    summary: () =>
      l10n.t`Names a way to run pods. The operator makes those of kata itself and sets them right again: one of your own needs a name of its own.`,
    fields: {
      ...objectMetaFields,
      handler: {
        summary: () => l10n.t`What CRI-O calls it on the node. It cannot be changed later.`,
        requiredBy: () => l10n.t`API server`,
        values: handlers,
      },
      overhead: {
        summary: () => l10n.t`Resources that each pod of this runtime class uses in addition to its containers.`,
      },
      'overhead.podFixed': {
        summary: () =>
          l10n.t`The same for every pod. Documents and sources of OSC give different figures; changing it is not supported (OSC 1.5 §2.1.1).`,
      },
      'overhead.podFixed.cpu': { summary: () => l10n.t`Processors per pod.`, examples: ['250m'] },
      'overhead.podFixed.memory': { summary: () => l10n.t`Memory per pod.`, examples: ['350Mi'] },
      scheduling: { summary: () => l10n.t`Which nodes can run it.` },
      'scheduling.nodeSelector': {
        type: 'object',
        summary: () => l10n.t`Labels that a node must have. The operator sets \`node-role.kubernetes.io/kata-oc: ""\`.`,
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
      l10n.t`Has the Node Feature Discovery operator look at nodes, and label those that can run kata with \`${eligibleLabel}: "true"\`.`,
    section: nodeEligibility,
    fields: {
      ...objectMetaFields,
      'metadata.namespace': {
        summary: () => l10n.t`The namespace of that operator: \`openshift-nfd\`.`,
        insert: 'openshift-nfd',
      },
      spec: { summary: () => l10n.t`How nodes are looked at.` },
      'spec.operand': { summary: () => l10n.t`The program that looks at nodes.` },
      'spec.operand.image': { summary: () => l10n.t`Its image. Left out, that of the operator is taken, which fits.` },
      'spec.operand.imagePullPolicy': {
        summary: () => l10n.t`When the image is pulled.`,
        values: { Always: () => l10n.t`At each start.`, IfNotPresent: () => l10n.t`When the node does not have it.` },
      },
      'spec.operand.servicePort': { type: 'integer', summary: () => l10n.t`The port it listens on.`, insert: '12000' },
      'spec.workerConfig': { summary: () => l10n.t`Settings of that program.` },
      'spec.workerConfig.configData': {
        summary: () => l10n.t`YAML in a block (\`|\`): under \`sources.custom\` the rule that labels nodes for kata.`,
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
      l10n.t`Has the Cloud Credential Operator make the credentials of peer pods and put them into a Secret. Known from development sources of OSC.`,
    fields: {
      ...objectMetaFields,
      'metadata.namespace': {
        summary: () => l10n.t`Where the Cloud Credential Operator looks: \`openshift-cloud-credential-operator\`.`,
        insert: 'openshift-cloud-credential-operator',
      },
      spec: { summary: () => l10n.t`Which rights, and where the credentials go.` },
      'spec.secretRef': { summary: () => l10n.t`The Secret that the credentials are put into.` },
      'spec.secretRef.name': {
        summary: () => l10n.t`\`${peerPodsSecretName}\` is what OSC reads.`,
        examples: [peerPodsSecretName],
      },
      'spec.secretRef.namespace': {
        summary: () => l10n.t`\`${operatorNamespace}\` is where OSC reads it.`,
        examples: [operatorNamespace],
      },
      'spec.providerSpec': { type: 'object', summary: () => l10n.t`The rights, in the words of the cloud.` },
      'spec.serviceAccountNames': { type: 'array', summary: () => l10n.t`Who may use the credentials.` },
    },
  },
  {
    id: 'PeerPodConfig',
    kind: 'PeerPodConfig',
    group: 'confidentialcontainers.org',
    versions: ['v1alpha1'],
    scope: 'Namespaced',
    closed: true,
    mentions: ['PeerPodConfig'],
    summary: () =>
      l10n.t`Deprecated. Its limit is PEERPODS_LIMIT_PER_NODE of ${peerPodsConfigMapName} now; newer operators take the limit over and delete the object.`,
    section: modifyingVmLimit,
    fields: {
      ...objectMetaFields,
      spec: { summary: () => l10n.t`Settings of peer pods, from before peer-pods-cm had them.` },
      'spec.cloudSecretName': {
        summary: () => l10n.t`The Secret with the credentials of the cloud.`,
        default: () => `\`${peerPodsSecretName}\``,
        insert: peerPodsSecretName,
      },
      'spec.configMapName': {
        summary: () => l10n.t`The ConfigMap with the settings.`,
        default: () => `\`${peerPodsConfigMapName}\``,
        insert: peerPodsConfigMapName,
      },
      'spec.instanceType': {
        summary: () => l10n.t`The instance type of pod VMs. PODVM_INSTANCE_TYPE and its like in peer-pods-cm decide.`,
      },
      'spec.limit': {
        summary: () =>
          l10n.t`The most pod VMs per node, as a string. Write PEERPODS_LIMIT_PER_NODE in peer-pods-cm instead.`,
        default: () => '`"10"`',
        insert: '"10"',
      },
      'spec.nodeSelector': { type: 'object', summary: () => l10n.t`Nodes that run peer pods.` },
      'spec.nodeSelector.*': { summary: () => l10n.t`The value of this label.` },
      status: { summary: () => l10n.t`Written by the operator; never written by hand.` },
      'status.setupCompleted': { type: 'boolean', summary: () => l10n.t`Peer pods are set up.` },
    },
  },
];

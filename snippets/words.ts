/** Provides the translated search words and descriptions of the snippets, by name. Their bodies aren't translated. */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';

export const snippetWords: Readonly<Record<string, { readonly what: Message; readonly description: Message }>> = {
  // kataconfig.json
  KataConfig: { what: () => l10n.t`KataConfig`, description: () => l10n.t`KataConfig: Kata on all worker nodes` },
  'KataConfig for selected nodes': {
    what: () => l10n.t`KataConfig`,
    description: () => l10n.t`KataConfig: Kata on nodes with a label`,
  },
  'KataConfig with node eligibility': {
    what: () => l10n.t`KataConfig`,
    description: () => l10n.t`KataConfig: Kata on nodes labeled as eligible by Node Feature Discovery`,
  },
  'KataConfig for peer pods': {
    what: () => l10n.t`KataConfig`,
    description: () => l10n.t`KataConfig: peer pods (requires the ConfigMap peer-pods-cm)`,
  },
  // peer-pods.json
  'peer-pods-cm for AWS': {
    what: () => l10n.t`Peer pods settings`,
    description: () => l10n.t`ConfigMap peer-pods-cm: peer pods on Amazon Web Services`,
  },
  'peer-pods-cm for Azure': {
    what: () => l10n.t`Peer pods settings`,
    description: () => l10n.t`ConfigMap peer-pods-cm: peer pods on Microsoft Azure and ARO`,
  },
  'peer-pods-cm for Google Cloud': {
    what: () => l10n.t`Peer pods settings`,
    description: () => l10n.t`ConfigMap peer-pods-cm: peer pods on Google Cloud`,
  },
  'peer-pods-cm for libvirt': {
    what: () => l10n.t`Peer pods settings`,
    description: () => l10n.t`ConfigMap peer-pods-cm: peer pods on libvirt hosts (IBM Z, LinuxONE)`,
  },
  'peer-pods-cm for IBM Cloud': {
    what: () => l10n.t`Peer pods settings`,
    description: () =>
      l10n.t`ConfigMap peer-pods-cm: peer pods on IBM Cloud (cloud-api-adaptor only, requires your own image)`,
  },
  // secrets.json
  'peer-pods-secret for AWS': {
    what: () => l10n.t`Peer pods credentials`,
    description: () => l10n.t`peer-pods-secret with AWS credentials (don't commit it)`,
  },
  'peer-pods-secret for Azure': {
    what: () => l10n.t`Peer pods credentials`,
    description: () => l10n.t`peer-pods-secret with Azure credentials (don't commit it)`,
  },
  'peer-pods-secret for Google Cloud': {
    what: () => l10n.t`Peer pods credentials`,
    description: () => l10n.t`peer-pods-secret with Google Cloud credentials (don't commit it)`,
  },
  'peer-pods-secret for libvirt': {
    what: () => l10n.t`Peer pods credentials`,
    description: () => l10n.t`peer-pods-secret with libvirt credentials (don't commit it)`,
  },
  'peer-pods-secret for IBM Cloud': {
    what: () => l10n.t`Peer pods credentials`,
    description: () => l10n.t`peer-pods-secret with IBM Cloud credentials (don't commit it)`,
  },
  'ssh-key-secret': {
    what: () => l10n.t`SSH keys for pod VMs`,
    description: () => l10n.t`Secret ssh-key-secret: SSH keys for pod VMs or the libvirt host`,
  },
  // images.json
  'aws-podvm-image-cm': {
    what: () => l10n.t`Pod VM image settings`,
    description: () => l10n.t`ConfigMap aws-podvm-image-cm: pod VM image build on AWS`,
  },
  'azure-podvm-image-cm': {
    what: () => l10n.t`Pod VM image settings`,
    description: () => l10n.t`ConfigMap azure-podvm-image-cm: pod VM image build on Azure`,
  },
  'gcp-podvm-image-cm': {
    what: () => l10n.t`Pod VM image settings`,
    description: () => l10n.t`ConfigMap gcp-podvm-image-cm: pod VM image build on Google Cloud`,
  },
  'libvirt-podvm-image-cm': {
    what: () => l10n.t`Pod VM image settings`,
    description: () => l10n.t`ConfigMap libvirt-podvm-image-cm: pod VM image build on libvirt`,
  },
  // gates.json
  'osc-feature-gates': {
    what: () => l10n.t`Operator feature gates`,
    description: () => l10n.t`ConfigMap osc-feature-gates: optional operator features`,
  },
  'layered-image-deploy-cm': {
    what: () => l10n.t`Node image for layeredImageDeployment`,
    description: () => l10n.t`ConfigMap layered-image-deploy-cm: the node image that layeredImageDeployment installs`,
  },
  // workloads.json
  'Pod with kata': { what: () => l10n.t`Pod`, description: () => l10n.t`Pod in a VM on its node (kata)` },
  'Pod with kata-remote': {
    what: () => l10n.t`Pod`,
    description: () => l10n.t`Pod in a cloud provider VM (peer pod), sized by its resources`,
  },
  'Pod with kata-remote of an instance type': {
    what: () => l10n.t`Pod`,
    description: () => l10n.t`Pod in a cloud provider VM (peer pod) with a specific instance type`,
  },
  'Deployment with kata': {
    what: () => l10n.t`Deployment`,
    description: () => l10n.t`Deployment with sandboxed pods`,
  },
  'StatefulSet with kata': {
    what: () => l10n.t`StatefulSet`,
    description: () => l10n.t`StatefulSet with sandboxed pods`,
  },
  'DaemonSet with kata': {
    what: () => l10n.t`DaemonSet`,
    description: () => l10n.t`DaemonSet with sandboxed pods`,
  },
  'ReplicaSet with kata': {
    what: () => l10n.t`ReplicaSet`,
    description: () => l10n.t`ReplicaSet with sandboxed pods`,
  },
  'ReplicationController with kata': {
    what: () => l10n.t`ReplicationController`,
    description: () => l10n.t`ReplicationController with sandboxed pods`,
  },
  'DeploymentConfig with kata': {
    what: () => l10n.t`DeploymentConfig`,
    description: () => l10n.t`DeploymentConfig with sandboxed pods`,
  },
  'Job with kata': { what: () => l10n.t`Job`, description: () => l10n.t`Job with sandboxed pods` },
  'CronJob with kata': {
    what: () => l10n.t`CronJob`,
    description: () => l10n.t`CronJob with sandboxed pods`,
  },
  'PodTemplate with kata': {
    what: () => l10n.t`PodTemplate`,
    description: () => l10n.t`PodTemplate for sandboxed pods`,
  },
  'Sandbox with kata': {
    what: () => 'Sandbox',
    description: () => l10n.t`Sandbox of agent-sandbox whose pod runs in a VM`,
  },
  // installation.json
  'Operator installation': {
    what: () => l10n.t`Operator installation`,
    description: () => l10n.t`Namespace, OperatorGroup, and Subscription for the OSC operator`,
  },
  'Namespace of the operator': {
    what: () => l10n.t`Operator installation`,
    description: () => l10n.t`Namespace for the OSC operator`,
  },
  OperatorGroup: {
    what: () => l10n.t`Operator installation`,
    description: () => l10n.t`OperatorGroup for the OSC operator`,
  },
  Subscription: {
    what: () => l10n.t`Operator installation`,
    description: () => l10n.t`Subscription for the OSC operator`,
  },
  CatalogSource: {
    what: () => l10n.t`Catalog with the operator`,
    description: () => l10n.t`CatalogSource: mirrored catalog with the OSC operator`,
  },
  RuntimeClass: {
    what: () => l10n.t`Custom runtime class`,
    description: () => l10n.t`RuntimeClass with a custom name for the handler kata`,
  },
  'NodeFeatureDiscovery for kata': {
    what: () => l10n.t`Node eligibility`,
    description: () => l10n.t`NodeFeatureDiscovery that labels nodes as eligible for Kata`,
  },
  'NodeFeatureRule for kata': {
    what: () => l10n.t`Node eligibility`,
    description: () => l10n.t`NodeFeatureRule that labels nodes as eligible for Kata`,
  },
  CredentialsRequest: {
    what: () => l10n.t`Credentials request`,
    description: () =>
      l10n.t`CredentialsRequest: the Cloud Credential Operator creates peer-pods-secret (based on unreleased source code)`,
  },
};

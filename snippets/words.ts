/** What the snippets are, in words: by their names. Apart from their bodies, which are not of any language. */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';

export const snippetWords: Readonly<Record<string, { readonly what: Message; readonly description: Message }>> = {
  // kataconfig.json
  KataConfig: { what: () => l10n.t`KataConfig`, description: () => l10n.t`KataConfig: kata on all worker nodes` },
  'KataConfig for selected nodes': {
    what: () => l10n.t`KataConfig`,
    description: () => l10n.t`KataConfig: kata on the nodes that carry a label`,
  },
  'KataConfig with node eligibility': {
    what: () => l10n.t`KataConfig`,
    description: () => l10n.t`KataConfig: kata on the nodes that Node Feature Discovery found eligible`,
  },
  'KataConfig for peer pods': {
    what: () => l10n.t`KataConfig`,
    description: () => l10n.t`KataConfig: peer pods in a cloud (needs the ConfigMap peer-pods-cm)`,
  },
  // peer-pods.json
  'peer-pods-cm for AWS': {
    what: () => l10n.t`Settings of peer pods`,
    description: () => l10n.t`ConfigMap peer-pods-cm: peer pods on Amazon Web Services`,
  },
  'peer-pods-cm for Azure': {
    what: () => l10n.t`Settings of peer pods`,
    description: () => l10n.t`ConfigMap peer-pods-cm: peer pods on Microsoft Azure and ARO`,
  },
  'peer-pods-cm for Google Cloud': {
    what: () => l10n.t`Settings of peer pods`,
    description: () => l10n.t`ConfigMap peer-pods-cm: peer pods on Google Cloud`,
  },
  'peer-pods-cm for libvirt': {
    what: () => l10n.t`Settings of peer pods`,
    description: () => l10n.t`ConfigMap peer-pods-cm: peer pods on libvirt hosts (IBM Z, LinuxONE)`,
  },
  'peer-pods-cm for IBM Cloud': {
    what: () => l10n.t`Settings of peer pods`,
    description: () => l10n.t`ConfigMap peer-pods-cm: peer pods on IBM Cloud (cloud-api-adaptor only; bring an image)`,
  },
  // secrets.json
  'peer-pods-secret for AWS': {
    what: () => l10n.t`Credentials of peer pods`,
    description: () => l10n.t`Secret peer-pods-secret: credentials for AWS. Keep it out of version control`,
  },
  'peer-pods-secret for Azure': {
    what: () => l10n.t`Credentials of peer pods`,
    description: () => l10n.t`Secret peer-pods-secret: credentials for Azure. Keep it out of version control`,
  },
  'peer-pods-secret for Google Cloud': {
    what: () => l10n.t`Credentials of peer pods`,
    description: () => l10n.t`Secret peer-pods-secret: credentials for Google Cloud. Keep it out of version control`,
  },
  'peer-pods-secret for libvirt': {
    what: () => l10n.t`Credentials of peer pods`,
    description: () => l10n.t`Secret peer-pods-secret: credentials for libvirt. Keep it out of version control`,
  },
  'peer-pods-secret for IBM Cloud': {
    what: () => l10n.t`Credentials of peer pods`,
    description: () => l10n.t`Secret peer-pods-secret: credentials for IBM Cloud. Keep it out of version control`,
  },
  'ssh-key-secret': {
    what: () => l10n.t`SSH keys for pod VMs`,
    description: () => l10n.t`Secret ssh-key-secret: SSH keys for pod VMs or the libvirt host`,
  },
  // images.json
  'aws-podvm-image-cm': {
    what: () => l10n.t`Settings of the pod VM image`,
    description: () => l10n.t`ConfigMap aws-podvm-image-cm: how the pod VM image is built on AWS`,
  },
  'azure-podvm-image-cm': {
    what: () => l10n.t`Settings of the pod VM image`,
    description: () => l10n.t`ConfigMap azure-podvm-image-cm: how the pod VM image is built on Azure`,
  },
  'gcp-podvm-image-cm': {
    what: () => l10n.t`Settings of the pod VM image`,
    description: () => l10n.t`ConfigMap gcp-podvm-image-cm: how the pod VM image is built on Google Cloud`,
  },
  'libvirt-podvm-image-cm': {
    what: () => l10n.t`Settings of the pod VM image`,
    description: () => l10n.t`ConfigMap libvirt-podvm-image-cm: how the pod VM image is built on libvirt`,
  },
  // gates.json
  'osc-feature-gates': {
    what: () => l10n.t`Feature gates of the operator`,
    description: () => l10n.t`ConfigMap osc-feature-gates: optional operator features`,
  },
  'layered-image-deploy-cm': {
    what: () => l10n.t`Node image for the gate layeredImageDeployment`,
    description: () => l10n.t`ConfigMap layered-image-deploy-cm: the node image that layeredImageDeployment installs`,
  },
  // workloads.json
  'Pod with kata': { what: () => l10n.t`Pod`, description: () => l10n.t`Pod in a virtual machine on its node (kata)` },
  'Pod with kata-remote': {
    what: () => l10n.t`Pod`,
    description: () => l10n.t`Pod in a virtual machine of the cloud (peer pod), sized by its resources`,
  },
  'Pod with kata-remote of an instance type': {
    what: () => l10n.t`Pod`,
    description: () => l10n.t`Pod in a virtual machine of the cloud (peer pod), of an instance type of your choice`,
  },
  'Deployment with kata': {
    what: () => l10n.t`Deployment`,
    description: () => l10n.t`Deployment whose pods run in virtual machines`,
  },
  'StatefulSet with kata': {
    what: () => l10n.t`StatefulSet`,
    description: () => l10n.t`StatefulSet whose pods run in virtual machines`,
  },
  'DaemonSet with kata': {
    what: () => l10n.t`DaemonSet`,
    description: () => l10n.t`DaemonSet whose pods run in virtual machines`,
  },
  'ReplicaSet with kata': {
    what: () => l10n.t`ReplicaSet`,
    description: () => l10n.t`ReplicaSet whose pods run in virtual machines`,
  },
  'ReplicationController with kata': {
    what: () => l10n.t`ReplicationController`,
    description: () => l10n.t`ReplicationController whose pods run in virtual machines`,
  },
  'DeploymentConfig with kata': {
    what: () => l10n.t`DeploymentConfig`,
    description: () => l10n.t`DeploymentConfig whose pods run in virtual machines`,
  },
  'Job with kata': { what: () => l10n.t`Job`, description: () => l10n.t`Job whose pods run in virtual machines` },
  'CronJob with kata': {
    what: () => l10n.t`CronJob`,
    description: () => l10n.t`CronJob whose pods run in virtual machines`,
  },
  // installation.json
  'Operator installation': {
    what: () => l10n.t`Installation of the operator`,
    description: () => l10n.t`Namespace, OperatorGroup and Subscription: installs the OSC operator`,
  },
  'Namespace of the operator': {
    what: () => l10n.t`Installation of the operator`,
    description: () => l10n.t`Namespace of the OSC operator`,
  },
  OperatorGroup: {
    what: () => l10n.t`Installation of the operator`,
    description: () => l10n.t`OperatorGroup of the OSC operator`,
  },
  Subscription: {
    what: () => l10n.t`Installation of the operator`,
    description: () => l10n.t`Subscription to the OSC operator`,
  },
  CatalogSource: {
    what: () => l10n.t`Catalogue with the operator`,
    description: () => l10n.t`CatalogSource: a mirrored catalogue that has the OSC operator`,
  },
  RuntimeClass: {
    what: () => l10n.t`Runtime class of your own`,
    description: () => l10n.t`RuntimeClass of your own name for the handler kata`,
  },
  'NodeFeatureDiscovery for kata': {
    what: () => l10n.t`Node eligibility`,
    description: () => l10n.t`NodeFeatureDiscovery that labels nodes able to run kata`,
  },
  CredentialsRequest: {
    what: () => l10n.t`Request for credentials`,
    description: () =>
      l10n.t`CredentialsRequest: has the Cloud Credential Operator make peer-pods-secret (development sources)`,
  },
};

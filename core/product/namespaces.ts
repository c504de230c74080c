/**
 * Defines the operator namespace, how the operator is installed, and the namespaces that the peer pods webhook ignores.
 * Sources: domain/01-kataconfig.md 1.8.
 */
import * as l10n from '@vscode/l10n';
import { document112, issue, operator111, operatorDev } from './sources.ts';
import type { Message } from '#core/text/message.ts';

/** The only namespace in which the operator runs and from which it reads ConfigMaps and Secrets. */
export const operatorNamespace = 'openshift-sandboxed-containers-operator';

/** DaemonSet whose pods install Kata on clusters without the MachineConfig API. */
export const installerName = 'osc-rpm-install';

/** DaemonSet whose pods uninstall Kata on clusters without the MachineConfig API. */
export const uninstallerName = 'osc-rpm-uninstall';

/** Name of the only peer pods ConfigMap that the operator reads. */
export const peerPodsConfigMapName = 'peer-pods-cm';

/** Name of the only Secret for peer pods that the operator reads. */
export const peerPodsSecretName = 'peer-pods-secret';

/** Name of the ConfigMap with the feature gates. It is in the operator namespace. */
export const featureGatesName = 'osc-feature-gates';

/**
 * Name of the ConfigMap in which an update saves the KataConfig while it is deleted and recreated. It is in the
 * operator namespace.
 */
export const savedKataConfigName = 'kata-vscode-kept-kataconfig';

/** Subscription to the operator as documented. */
export const documentedSubscription = {
  name: 'sandboxed-containers-operator',
  package: 'sandboxed-containers-operator',
  channel: 'stable',
  source: 'redhat-operators',
  sourceNamespace: 'openshift-marketplace',
  /** Prefix of CSV names, as in `sandboxed-containers-operator.v1.12.0`. */
  startingCsvPrefix: 'sandboxed-containers-operator.v',
  operatorGroup: 'sandboxed-containers-operator-group',
  from: document112('2.2'),
} as const;

/** Misspelled namespaces that occur in practice. */
export const misspelledNamespaces: readonly {
  readonly name: string;
  readonly instead: string;
  readonly why: Message;
  readonly source: string;
}[] = [
  {
    name: 'openshft-sandboxed-containers-operator',
    instead: operatorNamespace,
    why: () =>
      l10n.t`The target namespace is misspelled: the "i" in "openshift" is missing. The operator's sample OperatorGroup contains the same typo.`,
    source: operator111('config/samples/deploy.yaml'),
  },
];

/** Source for the fact that the namespace is fixed. */
export const namespaceIsFixed = { source: issue('openshift/sandboxed-containers-operator', 147) } as const;

const openshift = (names: string): string[] => names.split(' ').map((name) => `openshift-${name}`);

/**
 * Namespaces whose pods the webhook doesn't change. It compares complete names, so it does change pods in a
 * user-created namespace such as openshift-foo. A kata-remote pod in one of these namespaces keeps its resources and
 * gets no VM slot.
 */
export const webhookExcludedNamespaces: ReadonlySet<string> = new Set([
  'peer-pods-webhook-system',
  operatorNamespace,
  'openshift',
  'kube-system',
  'kube-node-lease',
  ...openshift(
    'apiserver apiserver-operator authentication authentication-operator cloud-controller-manager cloud-controller-manager-operator',
  ),
  ...openshift(
    'cloud-credential-operator cloud-network-config-controller cluster-csi-drivers cluster-machine-approver cluster-node-tuning-operator',
  ),
  ...openshift(
    'cluster-samples-operator cluster-storage-operator cluster-version config config-managed config-operator console console-operator',
  ),
  ...openshift(
    'console-user-settings controller-manager controller-manager-operator dns dns-operator etcd etcd-operator host-network image-registry infra',
  ),
  ...openshift(
    'ingress ingress-canary ingress-operator insights kni-infra kube-apiserver kube-apiserver-operator kube-controller-manager kube-proxy',
  ),
  ...openshift(
    'kube-scheduler kube-scheduler-operator kube-storage-version-migrator kube-storage-version-migrator-operator machine-api',
  ),
  ...openshift(
    'machine-config-operator marketplace monitoring multus network-diagnostics network-operator node nutanix-infra oauth-apiserver',
  ),
  ...openshift(
    'openstack-infra operator-lifecycle-manager operators ovirt-infra ovn-kubernetes route-controller-manager service-ca service-ca-operator',
  ),
  ...openshift('user-workload-monitoring vsphere-infra'),
]);

/**
 * Describes the peer pods webhook: its name, the runtime class to which it applies, and the extended resource for VM
 * slots. `source` is also the source of `webhookExcludedNamespaces`. An older commit has the same list without
 * openshift-kube-proxy.
 */
export const peerPodsWebhookInfo = {
  name: 'mwebhook.peerpods.io',
  runtimeClass: 'kata-remote',
  extendedResource: 'kata.peerpods.io/vm',
  source: operatorDev('272e14e2', 'controllers/ppwebhook.go'),
} as const;

/** Namespace of the Machine Config Operator and its daemons. Source: openshift/machine-config-operator manifests. */
export const machineConfigNamespace = 'openshift-machine-config-operator';

/**
 * Names of the objects that upstream creates for an installation with OLM v1. Sources:
 * openshift/sandboxed-containers-operator@6336df9b config/olmv1 (01-serviceaccount.yaml to 03-clusterrolebinding.yaml),
 * @d6b97398 config/olmv1/04-clusterextension.yaml.
 */
export const extensionNames = {
  extension: 'sandboxed-containers',
  serviceAccount: 'sandboxed-containers-installer',
  role: 'sandboxed-containers-installer-role',
  binding: 'sandboxed-containers-installer-binding',
} as const;

/**
 * Where the operator lives and how it is installed, and the namespaces that its peer-pods webhook leaves alone.
 * Sources: domain/01-kataconfig.md 1.8.
 */
import * as l10n from '@vscode/l10n';
import { document112, issue, operator111, operatorDev } from './sources.ts';
import type { Message } from '#core/text/message.ts';

/** The one namespace that the operator works in and reads its ConfigMaps and Secrets from. */
export const operatorNamespace = 'openshift-sandboxed-containers-operator';

/** The one object of its kind that the operator reads. */
export const peerPodsConfigMapName = 'peer-pods-cm';

/**
 * Where an update keeps the KataConfig on the cluster while it is deleted and made again: a ConfigMap of ours in that
 * namespace.
 */
export const savedKataConfigName = 'kata-vscode-kept-kataconfig';

/** How the documents subscribe to the operator. */
export const documentedSubscription = {
  name: 'sandboxed-containers-operator',
  package: 'sandboxed-containers-operator',
  channel: 'stable',
  source: 'redhat-operators',
  sourceNamespace: 'openshift-marketplace',
  /** `sandboxed-containers-operator.v1.12.0` */
  startingCsvPrefix: 'sandboxed-containers-operator.v',
  operatorGroup: 'sandboxed-containers-operator-group',
  from: document112('2.2'),
} as const;

/** Channels that the package once had. */
export const oldChannels: Readonly<Record<string, Message>> = {
  'preview-1.0': () => l10n.t`Technology Preview channel.`,
  candidate: () => l10n.t`Channel for release candidates.`,
};

/** Wrong namespaces that are seen in the wild. */
export const misspelledNamespaces: readonly {
  readonly name: string;
  readonly instead: string;
  readonly why: Message;
  readonly source: string;
}[] = [
  {
    name: 'openshft-sandboxed-containers-operator',
    instead: operatorNamespace,
    why: () => l10n.t`Typo in targetNamespaces of the operator's own sample. The i in openshift is missing.`,
    source: operator111('config/samples/deploy.yaml'),
  },
];

/** That the namespace is fixed. */
export const namespaceIsFixed = { source: issue('openshift/sandboxed-containers-operator', 147) } as const;

const openshift = (names: string): string[] => names.split(' ').map((name) => `openshift-${name}`);

/**
 * The namespaces whose pods the webhook does not change, by name. There is no pattern: pods in a namespace of your own
 * called openshift-foo are changed. A kata-remote pod in one of these keeps its resources and gets no VM slot.
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
 * Where that list stands, and what the webhook works on. An older commit has the same list without
 * openshift-kube-proxy.
 */
export const peerPodsWebhookInfo = {
  name: 'mwebhook.peerpods.io',
  runtimeClass: 'kata-remote',
  extendedResource: 'kata.peerpods.io/vm',
  source: operatorDev('272e14e2', 'controllers/ppwebhook.go'),
} as const;

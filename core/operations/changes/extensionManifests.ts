/**
 * Creates the manifests with which OLM v1 installs the operator, with the names that upstream uses. Sources:
 * openshift/sandboxed-containers-operator@6336df9b config/olmv1 (01-serviceaccount.yaml to 03-clusterrolebinding.yaml),
 * @d6b97398 config/olmv1/04-clusterextension.yaml, @24f3950d docs/olm/MIGRATION.md.
 */
import { omitUndefined } from '#core/common/json.ts';
import { compareVersionTexts } from '#core/common/versions.ts';
import { extensionNames, documentedSubscription, operatorNamespace } from '#core/product/namespaces.ts';
import { newestRelease } from '#core/product/releases.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';

const rbac = 'rbac.authorization.k8s.io';
const all = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];
const begin = ['create', 'list', 'watch'];
const change = ['get', 'update', 'patch', 'delete'];

type Rule = readonly [
  groups: readonly string[],
  resources: readonly string[],
  verbs: readonly string[],
  names?: readonly string[],
];

/** The permissions of the installer, in the order of the upstream file. */
const rules: readonly Rule[] = [
  [['olm.operatorframework.io'], ['clusterextensions/finalizers'], ['update'], [extensionNames.extension]],
  [['olm.operatorframework.io'], ['clusterobjectsets/finalizers'], ['update']],
  [['apiextensions.k8s.io'], ['customresourcedefinitions'], begin],
  [
    ['apiextensions.k8s.io'],
    ['customresourcedefinitions'],
    change,
    ['kataconfigs.kataconfiguration.openshift.io', 'peerpods.confidentialcontainers.org'],
  ],
  [[rbac], ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'], begin],
  [[rbac], ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'], change],
  [[''], ['pods', 'pods/finalizers'], ['get', 'create', 'patch', 'update', 'list', 'watch']],
  [[''], ['namespaces'], ['get', 'update', 'list', 'watch']],
  [[''], ['nodes/status'], ['patch']],
  [[''], ['secrets', 'secrets/finalizers', 'secrets/status'], all],
  [[''], ['serviceaccounts'], all],
  [
    ['', 'machineconfiguration.openshift.io'],
    [
      'configmaps',
      'containerruntimeconfigs',
      'endpoints',
      'events',
      'machineconfigpools',
      'machineconfigs',
      'nodes',
      'persistentvolumeclaims',
      'pods',
      'secrets',
      'services',
      'services/finalizers',
    ],
    all,
  ],
  [['coordination.k8s.io'], ['leases'], all],
  [
    ['admissionregistration.k8s.io'],
    ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'],
    ['create', 'delete', 'get', 'list', 'update', 'watch', 'patch'],
  ],
  [['networking.k8s.io'], ['networkpolicies'], ['create', 'delete', 'update']],
  [['apps'], ['daemonsets', 'deployments', 'replicasets', 'statefulsets'], all],
  [['apps'], ['daemonsets/finalizers'], ['update'], ['manager-role']],
  [['batch'], ['jobs'], ['create', 'delete', 'get', 'list', 'watch']],
  [['monitoring.coreos.com'], ['prometheusrules', 'servicemonitors'], all],
  [['cloudcredential.openshift.io'], ['credentialsrequests'], ['create', 'delete', 'get', 'list']],
  [
    ['confidentialcontainers.org'],
    [
      'peerpodconfigs',
      'peerpods',
      'pods',
      'peerpodconfigs/finalizers',
      'peerpods/finalizers',
      'peerpodconfigs/status',
      'peerpods/status',
    ],
    all,
  ],
  [['config.openshift.io'], ['apiservers', 'clusterversions', 'infrastructures'], ['get', 'list', 'watch']],
  [['kataconfiguration.openshift.io'], ['kataconfigs', 'kataconfigs/finalizers', 'kataconfigs/status'], all],
  [['node.k8s.io'], ['runtimeclasses'], all],
  [['security.openshift.io'], ['securitycontextconstraints'], ['create']],
  [
    ['security.openshift.io'],
    ['securitycontextconstraints'],
    ['delete', 'patch', 'update', 'use', 'watch'],
    ['sandboxed-containers-operator-scc', 'kata-install-scc'],
  ],
  [['security.openshift.io'], ['securitycontextconstraints'], ['get', 'list']],
  [['authentication.k8s.io'], ['tokenreviews'], ['create']],
  [['authorization.k8s.io'], ['subjectaccessreviews'], ['create']],
];

/** Options of an installation with OLM v1. */
export interface ExtensionOptions {
  readonly channel: string;
  /** Version or range of versions, such as `1.13.x`. If undefined, the newest version of the channel. */
  readonly version?: string;
  /** True for OSC 1.13 and earlier, which watch only their own namespace. */
  readonly watchesOwnNamespace: boolean;
}

/** First version that watches all namespaces, so that OLM v1 rejects a namespace to watch. */
const firstForAllNamespaces = '1.14.0';

/**
 * Returns the options for the newest version in a channel. If that version watches only its own namespace, the
 * ClusterExtension must specify the namespace. The range then excludes the versions for which OLM v1 rejects it. Source
 * of the range: operator-framework/operator-controller@df2c201d docs/concepts/version-ranges.md.
 * @param version version such as `1.13.1`; by default, the newest published release
 */
export function createExtensionOptions(channel: string, version = `${newestRelease.id}.0`): ExtensionOptions {
  const order = compareVersionTexts(version, firstForAllNamespaces);
  return order !== undefined && order >= 0
    ? { channel, watchesOwnNamespace: false }
    : { channel, version: `<${firstForAllNamespaces}`, watchesOwnNamespace: true };
}

/** A manifest of this file. */
interface NamedManifest extends KubernetesManifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

interface PolicyRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** Manifests of an installation of the operator with OLM v1, in the order in which they're applied. */
export interface ExtensionManifests {
  readonly namespace: NamedManifest;
  readonly serviceAccount: NamedManifest;
  readonly clusterRole: NamedManifest & { readonly rules: readonly PolicyRule[] };
  readonly clusterRoleBinding: NamedManifest;
  readonly clusterExtension: NamedManifest;
}

/** Creates the manifests. */
export function createExtensionManifests(options: ExtensionOptions): ExtensionManifests {
  return {
    namespace: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: operatorNamespace } },
    serviceAccount: {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: extensionNames.serviceAccount, namespace: operatorNamespace },
    },
    clusterRole: {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata: { name: extensionNames.role },
      rules: [
        ...rules.map(([apiGroups, resources, verbs, resourceNames]) => ({
          apiGroups,
          resources,
          verbs,
          ...omitUndefined({ resourceNames }),
        })),
        { nonResourceURLs: ['/metrics'], verbs: ['get'] },
      ],
    },
    clusterRoleBinding: {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: extensionNames.binding },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: extensionNames.role },
      subjects: [{ kind: 'ServiceAccount', name: extensionNames.serviceAccount, namespace: operatorNamespace }],
    },
    clusterExtension: clusterExtensionManifest(options),
  };
}

function clusterExtensionManifest({ channel, version, watchesOwnNamespace }: ExtensionOptions): NamedManifest {
  return {
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtension',
    metadata: { name: extensionNames.extension },
    spec: {
      namespace: operatorNamespace,
      ...(watchesOwnNamespace
        ? { config: { configType: 'Inline', inline: { watchNamespace: operatorNamespace } } }
        : {}),
      serviceAccount: { name: extensionNames.serviceAccount },
      source: {
        sourceType: 'Catalog',
        catalog: {
          packageName: documentedSubscription.package,
          channels: [channel],
          ...omitUndefined({ version }),
          upgradeConstraintPolicy: 'CatalogProvided',
        },
      },
    },
  };
}

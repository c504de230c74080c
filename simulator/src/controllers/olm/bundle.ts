/**
 * Defines the operator bundle from the catalog, which OLM installs in the cluster. Sources:
 * openshift/sandboxed-containers-operator@d0632e58 config/manifests, config/crd/bases, config/webhook. A test verifies
 * that the structure of the CRD matches schemas/sources/kataconfig.crd.yaml.
 */
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';

const registry = 'registry.redhat.io/openshift-sandboxed-containers';

const minKubeVersion = '1.28.0';
export const packageName = documentedSubscription.package;
export const managerServiceName = 'controller-manager-service';
export const webhookName = 'vkataconfig.kb.io';
const webhookPath = '/validate-kataconfiguration-openshift-io-v1-kataconfig';

/** Releases in the catalogs, newest first. */
export const versions = ['1.13.1', '1.13.0', '1.12.0', '1.11.0', '1.10.3'] as const;

/** Newest release in the catalog of the default OpenShift version, which scenarios install by default. */
export const defaultVersion = '1.12.0';

/** Release in the catalog of OpenShift 4.14. It's installed as the others, because its own manifests aren't known. */
export const releaseOf414 = '1.5.0';

/** Returns the oldest Kubernetes version that a release supports. */
export function minKubeVersionOf(version: string): string {
  return version === releaseOf414 ? '1.27.0' : minKubeVersion;
}

/**
 * Returns the versions that OLM updates directly to a release. Source:
 * openshift/sandboxed-containers-operator@2399d1c0 fbc/v4.22/catalog-template.yaml.
 */
export function skipRangeOf(version: string): string {
  return `>=1.1.0 <${version}`;
}

/** Returns a CSV name such as `sandboxed-containers-operator.v1.12.0`. */
export function formatCsvName(version: string): string {
  return `${documentedSubscription.startingCsvPrefix}${version}`;
}

/** Returns the release of a CSV name. */
export function versionOf(csv: string): string | undefined {
  return [...versions, releaseOf414].find((version) => formatCsvName(version) === csv);
}

/** Returns the name of the CSV that a bundle replaces. Returns undefined if it replaces none. */
export function getReplaced(version: string): string | undefined {
  const index = versions.findIndex((other) => other === version);
  const older = index === -1 ? undefined : versions[index + 1];
  return older === undefined ? undefined : formatCsvName(older);
}

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const flag = { type: 'boolean', default: false };
const nodeLists = [
  'failedToInstall',
  'failedToUninstall',
  'installed',
  'installing',
  'uninstalling',
  'waitingToInstall',
  'waitingToUninstall',
];

const spec = {
  type: 'object',
  nullable: true,
  required: ['checkNodeEligibility'],
  properties: {
    checkNodeEligibility: flag,
    enablePeerPods: flag,
    kataConfigPoolSelector: {
      type: 'object',
      nullable: true,
      properties: {
        matchExpressions: {
          type: 'array',
          items: {
            type: 'object',
            required: ['key', 'operator'],
            properties: { key: text, operator: text, values: texts },
          },
        },
        matchLabels: { type: 'object', additionalProperties: text },
      },
    },
    logLevel: { type: 'string', default: 'info' },
  },
};

const status = {
  type: 'object',
  properties: {
    conditions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
        properties: {
          lastTransitionTime: { type: 'string', format: 'date-time' },
          message: text,
          reason: text,
          status: text,
          type: text,
        },
      },
    },
    kataNodes: {
      type: 'object',
      properties: {
        ...Object.fromEntries(nodeLists.map((name) => [name, texts])),
        nodeCount: { type: 'integer' },
        readyNodeCount: { type: 'integer' },
      },
    },
    runtimeClasses: texts,
    waitingForMcoToStart: flag,
  },
};

/** KataConfig CRD. */
export const kataConfigCrd: ObjectToWrite = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'kataconfigs.kataconfiguration.openshift.io' },
  spec: {
    group: 'kataconfiguration.openshift.io',
    names: { kind: 'KataConfig', listKind: 'KataConfigList', plural: 'kataconfigs', singular: 'kataconfig' },
    scope: 'Cluster',
    conversion: { strategy: 'None' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [
          {
            name: 'InProgress',
            type: 'string',
            description: 'Status of Kata runtime installation',
            jsonPath: '.status.conditions[?(@.type=="InProgress")].status',
          },
          {
            name: 'Completed',
            type: 'integer',
            description: 'Number of nodes with Kata runtime installed',
            jsonPath: '.status.kataNodes.readyNodeCount',
          },
          {
            name: 'Total',
            type: 'integer',
            description: 'Total number of nodes',
            jsonPath: '.status.kataNodes.nodeCount',
          },
          {
            name: 'Age',
            type: 'date',
            description: 'Age of the KataConfig Custom Resource',
            jsonPath: '.metadata.creationTimestamp',
          },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { apiVersion: text, kind: text, metadata: { type: 'object' }, spec, status },
          },
        },
      },
    ],
  },
};

const managerLabels = { 'control-plane': 'controller-manager' };

/**
 * Returns the spec of the operator's Deployment.
 * @param isHosted true if the cluster has no nodes of the control plane, so that the pod runs on a worker
 */
export function managerDeployment(version: string, isHosted = false): Readonly<Record<string, unknown>> {
  const container = {
    name: 'manager',
    image: `${registry}/osc-rhel9-operator:${version}`,
    command: ['/manager'],
    args: ['--health-probe-bind-address=:8081', '--leader-elect'],
    ports: [{ containerPort: 9443, name: 'webhook-server', protocol: 'TCP' }],
    resources: { limits: { cpu: '500m', memory: '1Gi' }, requests: { cpu: '100m', memory: '256Mi' } },
  };
  return {
    replicas: 1,
    selector: { matchLabels: managerLabels },
    template: {
      metadata: { labels: managerLabels },
      spec: {
        serviceAccountName: 'controller-manager',
        ...(isHosted ? {} : { nodeSelector: { 'node-role.kubernetes.io/master': '' } }),
        tolerations: [{ key: 'node-role.kubernetes.io/master', operator: 'Exists', effect: 'NoSchedule' }],
        containers: [container],
      },
    },
  };
}

/** Service for the operator webhook. */
export const managerService: ObjectToWrite = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: managerServiceName, namespace: operatorNamespace },
  spec: { ports: [{ name: '443', port: 443, targetPort: 9443, protocol: 'TCP' }], selector: managerLabels },
};

/** Install modes of the operator: it supports its own namespace or a single other one. */
export const installModes = [
  { type: 'OwnNamespace', supported: true },
  { type: 'SingleNamespace', supported: true },
  { type: 'MultiNamespace', supported: false },
  { type: 'AllNamespaces', supported: false },
] as const;

/**
 * Returns the ClusterServiceVersion of a release.
 * @param changes the oldest supported Kubernetes version, and the name of the installed CSV, if they differ from those
 *   in the bundle
 */
export function csvOf(
  version: string,
  namespace: string,
  changes: { readonly kubeVersion?: string; readonly installed?: string } = {},
): ObjectToWrite {
  // OLM writes the name of the installed CSV, even if the bundle replaces another one.
  const replaces = changes.installed ?? getReplaced(version);
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: {
      name: formatCsvName(version),
      namespace,
      labels: {
        [`operators.coreos.com/${packageName}.${namespace}`.slice(0, 63 + 'operators.coreos.com/'.length)]: '',
      },
      annotations: {
        capabilities: 'Seamless Upgrades',
        'olm.skipRange': skipRangeOf(version),
        'operatorframework.io/suggested-namespace': operatorNamespace,
        'operators.openshift.io/must-gather-image': `${registry}/osc-must-gather-rhel9:${version}`,
      },
    },
    spec: {
      displayName: 'OpenShift sandboxed containers Operator',
      version,
      ...(replaces === undefined ? {} : { replaces }),
      minKubeVersion: changes.kubeVersion ?? minKubeVersionOf(version),
      maturity: 'beta',
      provider: { name: 'Red Hat' },
      installModes,
      customresourcedefinitions: {
        owned: [
          {
            kind: 'KataConfig',
            name: 'kataconfigs.kataconfiguration.openshift.io',
            version: 'v1',
            displayName: 'KataConfig',
          },
        ],
      },
      install: {
        strategy: 'deployment',
        spec: { deployments: [{ name: 'controller-manager', label: managerLabels, spec: managerDeployment(version) }] },
      },
      webhookdefinitions: webhookDefinitions,
    },
  };
}

const webhookRules = [
  {
    apiGroups: ['kataconfiguration.openshift.io'],
    apiVersions: ['v1'],
    operations: ['CREATE'],
    resources: ['kataconfigs'],
  },
];

const webhookDefinitions = [
  {
    type: 'ValidatingAdmissionWebhook',
    generateName: webhookName,
    deploymentName: 'controller-manager',
    webhookPath,
    failurePolicy: 'Fail',
    sideEffects: 'None',
    containerPort: 443,
    targetPort: 9443,
    admissionReviewVersions: ['v1'],
    rules: webhookRules,
  },
];

/** Returns the webhook configuration with which the API server sends KataConfig requests to the operator. */
export function webhookConfiguration(namespace: string, owner: string): ObjectToWrite {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: {
      generateName: `${webhookName}-`,
      labels: { 'olm.owner': owner, 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': namespace },
    },
    webhooks: [
      {
        name: webhookName,
        admissionReviewVersions: ['v1'],
        clientConfig: { service: { name: managerServiceName, namespace, path: webhookPath, port: 443 } },
        failurePolicy: 'Fail',
        matchPolicy: 'Equivalent',
        sideEffects: 'None',
        timeoutSeconds: 10,
        rules: webhookRules,
      },
    ],
  };
}

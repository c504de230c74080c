/** Defines the cases of the preflight checks of the operator. */
import { kataConfig, object } from '#test/support/cluster/clusterObjects.ts';
import type { ClusterExtension } from '#core/cluster/watchedKinds/clusterExtension.ts';
import { csv, offered, plainWorker, situationOf, subscription, without } from '#test/support/operations/situations.ts';
import { type Case, group, live, namespace, source } from './checkSituations.ts';

/** Returns a ClusterExtension whose condition `Installed` has this state. */
export function extension(
  status: string,
  reason: string,
  message: string,
  installedVersion?: string,
): ClusterExtension {
  const conditions = [{ type: 'Installed', status, reason, message }];
  return { ...live, conditions, ...(installedVersion === undefined ? {} : { installedVersion }) };
}

/** The cases of each check, by its ID. */
export const operatorCases: Readonly<Record<string, readonly Case[]>> = {
  catalogue: [
    [
      'a catalog offers the package',
      situationOf({}, { packageManifest: offered(), catalogues: source('READY') }),
      'pass',
      /Red Hat Operators/,
    ],
    [
      'the catalog lost its connection',
      situationOf({}, { packageManifest: offered(), catalogues: source('TRANSIENT_FAILURE') }),
      'warn',
      /isn't connected/,
    ],
    [
      'the default catalogs are disabled',
      situationOf({}, { catalogues: { sources: [], hub: { disableAllDefaultSources: true, sources: [] } } }),
      'fail',
      /No catalog contains the operator/,
    ],
    [
      'the catalog is missing after an install',
      situationOf({
        subscriptions: [subscription('stable', 'redhat-operators', 'sandboxed-containers-operator.v1.12.0')],
      }),
      'warn',
      /No catalog contains the operator/,
    ],
  ],
  channel: [
    ['the channel exists', situationOf({}, { packageManifest: offered() }), 'pass', /stable: 1\.12\.0/],
    [
      'the channel is deprecated',
      situationOf({ subscriptions: [subscription('stable-1.3')] }, { packageManifest: offered('stable-1.3', '1.3.3') }),
      'warn',
      /stable-1\.3: 1\.3\.3/,
    ],
    [
      'the catalog has no stable channel',
      situationOf({}, { packageManifest: offered('fast') }),
      'warn',
      /Channel stable doesn't exist/,
    ],
    [
      'the channel of the subscription no longer exists',
      situationOf({ subscriptions: [subscription('preview-1.0')] }, { packageManifest: offered() }),
      'fail',
      /Channel preview-1\.0 doesn't exist/,
    ],
    [
      'the subscription uses another catalog',
      situationOf({ subscriptions: [subscription('mine', 'mirror')] }, { packageManifest: offered() }),
      'warn',
      /Channel mine doesn't exist/,
    ],
    ['no catalog offers the package', situationOf(), 'none', /./],
  ],
  'operator-group': [
    ["the operator isn't installed", situationOf(), 'none', /Not created yet/],
    [
      'the operator group targets the operator namespace',
      situationOf({ operatorGroups: [group('g', [namespace])] }),
      'pass',
      /g/,
    ],
    [
      'a subscription exists without an operator group',
      situationOf({ subscriptions: [subscription()] }),
      'fail',
      /Not found/,
    ],
    [
      'two operator groups exist',
      situationOf({ operatorGroups: [group('g', [namespace]), group('h', [namespace])] }),
      'fail',
      /2 found/,
    ],
    [
      'the operator group targets all namespaces',
      situationOf({ operatorGroups: [object('g', { spec: {}, status: { namespaces: [''] } })] }),
      'fail',
      /all namespaces/,
    ],
    [
      'the operator group targets another namespace',
      situationOf({ operatorGroups: [group('g', ['openshft-sandboxed-containers-operator'])] }),
      'fail',
      /another namespace/,
    ],
    [
      "OLM isn't installed",
      without(situationOf(), 'operatorGroups'),
      'fail',
      /Operator Lifecycle Manager isn't installed/,
    ],
  ],
  'subscription-elsewhere': [
    ['no other subscription exists', situationOf(), 'pass', /None/],
    [
      'a subscription exists in another namespace',
      situationOf(
        {},
        {
          subscriptionsElsewhere: {
            found: [
              {
                ...live,
                namespace: 'openshift-operators',
                package: 'x',
                channel: '',
                source: '',
                sourceNamespace: '',
                approval: '',
                conditions: [],
              },
            ],
          },
        },
      ),
      'fail',
      /1 Subscription in openshift-operators/,
    ],
  ],
  'cluster-extension': [
    ['no ClusterExtension exists', situationOf(), 'pass', /None/],
    [
      'a ClusterExtension has installed nothing',
      situationOf({}, { clusterExtension: { found: [extension('False', 'Failed', 'no bundles found')] } }),
      'fail',
      /OLM v1 hasn't installed the operator/,
    ],
    [
      'a ClusterExtension has installed OSC 1.12, which is documented only with a Subscription',
      situationOf({}, { clusterExtension: { found: [extension('True', 'Succeeded', '', '1.12.1')] } }),
      'warn',
      /Installed by OLM v1/,
    ],
    [
      'a ClusterExtension has installed OSC 1.13, which needs a feature set',
      situationOf(
        {},
        {
          clusterExtension: {
            found: [extension('True', 'Succeeded', '', '1.13.1')],
            featureSet: 'TechPreviewNoUpgrade',
          },
        },
      ),
      'warn',
      /Installed by OLM v1/,
    ],
    [
      'a ClusterExtension has installed OSC 1.14',
      situationOf({}, { clusterExtension: { found: [extension('True', 'Succeeded', '', '1.14.0')] } }),
      'pass',
      /Installed by OLM v1/,
    ],
    [
      'two ClusterExtensions exist',
      situationOf(
        {},
        { clusterExtension: { found: [extension('True', 'Succeeded', ''), extension('False', 'Failed', '')] } },
      ),
      'fail',
      /More than one ClusterExtension/,
    ],
    [
      'a ClusterExtension and a subscription exist',
      situationOf({ subscriptions: [subscription()] }, { clusterExtension: { found: [{ ...live, conditions: [] }] } }),
      'fail',
      /both OLM v1 and a Subscription/,
    ],
  ],
  leftovers: [
    ['no resources are left over', situationOf(), 'pass', /None/],
    [
      'a label and a machine config are left over',
      situationOf({
        nodes: [plainWorker('a', {}, { 'node-role.kubernetes.io/kata-oc': '' })],
        machineConfigs: [object('50-enable-sandboxed-containers-extension')],
      }),
      'warn',
      /2 leftover resources/,
    ],
    [
      'a runtime class remains without the KataConfig CRD',
      without(situationOf({ runtimeClasses: [object('kata', { handler: 'kata' })] }), 'kataConfigs'),
      'warn',
      /1 leftover resource/,
    ],
    [
      'a KataConfig exists',
      situationOf({ kataConfigs: [kataConfig(undefined)], runtimeClasses: [object('kata')] }),
      'none',
      /./,
    ],
    [
      'a KataConfig is being deleted without an operator',
      situationOf({ kataConfigs: [kataConfig(undefined, {}, {}, {}, { deletionTimestamp: '2026-11-21T22:32:15Z' })] }),
      'fail',
      /is being deleted/,
    ],
  ],
  'stray-release': [
    ['no CSV exists', situationOf(), 'pass', /None/],
    [
      'the CSV has a subscription',
      situationOf({ clusterServiceVersions: [csv()], subscriptions: [subscription()] }),
      'pass',
      /None/,
    ],
    [
      'the CSV has no subscription',
      situationOf({ clusterServiceVersions: [csv()] }),
      'fail',
      /v1\.12\.0 has no Subscription/,
    ],
    [
      'the CSV belongs to another operator',
      situationOf({ clusterServiceVersions: [object('nfd.v1')] }),
      'pass',
      /None/,
    ],
  ],
  'operator-namespace': [
    ["the namespace doesn't exist", situationOf(), 'pass', /Not created yet/],
    [
      'the namespace exists',
      situationOf({}, { operatorNamespace: { found: { ...live, phase: 'Active', labels: {}, conditions: [] } } }),
      'pass',
      /Exists/,
    ],
    [
      'the namespace is terminating',
      situationOf(
        {},
        {
          operatorNamespace: {
            found: {
              ...live,
              deleting: 1,
              phase: 'Terminating',
              labels: {},
              conditions: [{ type: 'NamespaceFinalizersRemaining', status: 'True', reason: '', message: 'peerpods' }],
            },
          },
        },
      ),
      'fail',
      /Being deleted/,
    ],
  ],
  'kataconfig-kind': [
    ["the CRD doesn't exist", situationOf(), 'pass', /Not created yet/],
    [
      'the CRD exists',
      situationOf(
        {},
        {
          kataConfigCrd: {
            found: { ...live, versions: [{ name: 'v1', served: true, storage: true }], conditions: [], finalizers: [] },
          },
        },
      ),
      'pass',
      /Exists/,
    ],
    [
      'the CRD is terminating',
      situationOf(
        {},
        { kataConfigCrd: { found: { ...live, deleting: 1, versions: [], conditions: [], finalizers: [] } } },
      ),
      'fail',
      /Being deleted/,
    ],
  ],
  webhook: [
    [
      'a webhook pod is ready',
      situationOf({ clusterServiceVersions: [csv()] }, { webhookEndpoints: { service: 's', ready: 1 } }),
      'pass',
      /has a ready pod/,
    ],
    ['no webhook pod is ready', situationOf({ clusterServiceVersions: [csv()] }), 'warn', /no ready pod/],
    [
      'the webhook service might have another name',
      situationOf({ clusterServiceVersions: [csv()] }, { webhookEndpoints: { service: 's', ready: 0, unheard: true } }),
      'unknown',
      /./,
    ],
    [
      'the operator is being installed',
      situationOf({ clusterServiceVersions: [csv('Installing')] }),
      'none',
      /isn't installed yet/,
    ],
    ["the operator isn't installed", situationOf(), 'none', /isn't installed/],
  ],
};

/** The cases of the preflight checks of the operator and of permissions. */
import { kataConfig, object } from '#test/support/cluster/clusterObjects.ts';
import { csv, offered, plainWorker, situationOf, subscription, without } from '#test/support/operations/situations.ts';
import { type Case, group, live, namespace, source, withAccess } from './checkSituations.ts';

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
      /not connected/,
    ],
    [
      'the default catalogs are disabled',
      situationOf({}, { catalogues: { sources: [], hub: { disableAllDefaultSources: true, sources: [] } } }),
      'fail',
      /No catalogue offers/,
    ],
    [
      'the catalog is missing after an install',
      situationOf({
        subscriptions: [subscription('stable', 'redhat-operators', 'sandboxed-containers-operator.v1.12.0')],
      }),
      'warn',
      /No catalogue offers/,
    ],
  ],
  channel: [
    ['the channel exists', situationOf({}, { packageManifest: offered() }), 'pass', /stable: 1\.12\.0/],
    [
      'the catalog has no stable channel',
      situationOf({}, { packageManifest: offered('fast') }),
      'warn',
      /no channel stable/,
    ],
    [
      'the channel of the subscription no longer exists',
      situationOf({ subscriptions: [subscription('preview-1.0')] }, { packageManifest: offered() }),
      'fail',
      /no channel preview-1\.0/,
    ],
    [
      'the subscription uses another catalog',
      situationOf({ subscriptions: [subscription('mine', 'mirror')] }, { packageManifest: offered() }),
      'warn',
      /no channel mine/,
    ],
    ['no catalog offers the package', situationOf(), 'none', /./],
  ],
  'operator-group': [
    ["the operator isn't installed", situationOf(), 'none', /none yet/],
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
      /none/,
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
    ["OLM isn't installed", without(situationOf(), 'operatorGroups'), 'fail', /no Operator Lifecycle Manager/],
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
      /One in openshift-operators/,
    ],
  ],
  'cluster-extension': [
    ['no ClusterExtension exists', situationOf(), 'pass', /None/],
    [
      'a ClusterExtension exists',
      situationOf({}, { clusterExtension: { found: [{ ...live, conditions: [] }] } }),
      'fail',
      /OLM v1/,
    ],
    [
      'a ClusterExtension and a subscription exist',
      situationOf({ subscriptions: [subscription()] }, { clusterExtension: { found: [{ ...live, conditions: [] }] } }),
      'fail',
      /two ways/,
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
      /2 things/,
    ],
    [
      'a runtime class remains without the KataConfig CRD',
      without(situationOf({ runtimeClasses: [object('kata', { handler: 'kata' })] }), 'kataConfigs'),
      'warn',
      /1 thing/,
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
      /being removed/,
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
      /being removed/,
    ],
  ],
  webhook: [
    [
      'a webhook pod is ready',
      situationOf({ clusterServiceVersions: [csv()] }, { webhookEndpoints: { service: 's', ready: 1 } }),
      'pass',
      /Has a ready pod/,
    ],
    ['no webhook pod is ready', situationOf({ clusterServiceVersions: [csv()] }), 'warn', /Nobody answers/],
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
      /Not created yet/,
    ],
    ["the operator isn't installed", situationOf(), 'none', /not installed/],
  ],
  'rights-look': [
    ['all permissions are granted', situationOf(), 'pass', /You have all/],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('list nodes') }),
      'warn',
      /No permission to list nodes/,
    ],
  ],
  'rights-install': [
    ['all permissions are granted', situationOf(), 'pass', /You have all/],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('create subscriptions') }),
      'fail',
      /You don't have permission to create subscriptions\.operators\.coreos\.com in openshift-sandboxed/,
    ],
    [
      'a permission is missing and the operator is installed',
      situationOf({ clusterServiceVersions: [csv()] }, { access: withAccess('create subscriptions') }),
      'warn',
      /You may not/,
    ],
    [
      'a permission is unknown',
      situationOf({}, { access: { allowed: new Map([['create kataconfigs', true]]) } }),
      'unknown',
      /./,
    ],
  ],
  'rights-configure': [
    ['all permissions are granted', situationOf(), 'pass', /./],
    [
      'two permissions are missing',
      situationOf({}, { access: withAccess('patch nodes', 'patch kataconfigs') }),
      'warn',
      /2 of \d+ rights missing/,
    ],
  ],
  'rights-uninstall': [
    ['all permissions are granted', situationOf(), 'pass', /./],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('delete clusterserviceversions') }),
      'warn',
      /No permission to delete/,
    ],
  ],
  'rights-diagnose': [
    ['all permissions are granted', situationOf(), 'pass', /./],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('create serviceaccounts/token') }),
      'warn',
      /serviceaccounts\/token/,
    ],
  ],
};

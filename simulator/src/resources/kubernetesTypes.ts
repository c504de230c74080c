/** Defines the resource types of Kubernetes as data. */
import { getList, getMap, getNumber, getString } from '../store/kubeObject.ts';
import type { KubeObject } from '../store/kubeObject.ts';
import type { ResourceType } from '../store/resourceType.ts';
import { nodeColumns, podColumns, serviceColumns } from './printerColumns.ts';
import type { ColumnData, ResourceData } from './defineResource.ts';
import { ageColumn, createdAtColumn, defineResource } from './defineResource.ts';
import { accessControlTypes, certificateTypes, reviewTypes } from './accessControlTypes.ts';
import { definitionStrategy } from './customResourceDefinitions.ts';
import { coreEvents, servedEvents } from './eventTypes.ts';
import { podStrategy } from './podStrategy.ts';
import {
  configMapStrategy,
  jobStrategy,
  namespaceStrategy,
  runtimeClassStrategy,
  secretStrategy,
  serviceStrategy,
  workloadStrategy,
} from './resourceStrategies.ts';

const count = (field: string) => (object: KubeObject) => Object.keys(getMap(object, field)).length;
const number =
  (...path: readonly string[]) =>
  (object: KubeObject) =>
    getNumber(object, ...path) ?? 0;
const text =
  (...path: readonly string[]) =>
  (object: KubeObject) =>
    getString(object, ...path) ?? '';

const images: readonly ColumnData[] = [
  {
    name: 'Containers',
    path: (object) =>
      getList(object, 'spec', 'template', 'spec', 'containers')
        .map((each) => getString(each, 'name'))
        .join(','),
    wide: true,
  },
  {
    name: 'Images',
    path: (object) =>
      getList(object, 'spec', 'template', 'spec', 'containers')
        .map((each) => getString(each, 'image'))
        .join(','),
    wide: true,
  },
  {
    name: 'Selector',
    path: (object) =>
      Object.entries(getMap(object, 'spec', 'selector', 'matchLabels'))
        .map(([key, value]) => `${key}=${String(value)}`)
        .join(','),
    wide: true,
  },
];

const core: readonly ResourceData[] = [
  {
    kind: 'Namespace',
    namespaced: false,
    shortNames: ['ns'],
    status: true,
    subresources: ['finalize'],
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
    strategy: namespaceStrategy,
    fields: { 'status.phase': text('status', 'phase') },
    columns: [{ name: 'Status', path: '.status.phase' }, ageColumn],
  },
  {
    kind: 'Node',
    namespaced: false,
    shortNames: ['no'],
    status: true,
    subresources: ['proxy'],
    fields: { 'spec.unschedulable': (node) => String(getMap(node, 'spec')['unschedulable'] === true) },
    columns: nodeColumns,
    // A node reports its own status when it registers.
    strategy: { keepsStatus: true },
  },
  {
    kind: 'Pod',
    shortNames: ['po'],
    categories: ['all'],
    status: true,
    subresources: ['log', 'binding', 'eviction', 'exec'],
    strategy: podStrategy,
    fields: {
      'spec.nodeName': text('spec', 'nodeName'),
      'spec.restartPolicy': text('spec', 'restartPolicy'),
      'spec.schedulerName': text('spec', 'schedulerName'),
      'spec.serviceAccountName': text('spec', 'serviceAccountName'),
      'status.phase': text('status', 'phase'),
      'status.podIP': text('status', 'podIP'),
      'status.nominatedNodeName': text('status', 'nominatedNodeName'),
    },
    columns: podColumns,
  },
  {
    kind: 'ConfigMap',
    shortNames: ['cm'],
    strategy: configMapStrategy,
    columns: [{ name: 'Data', path: count('data') }, ageColumn],
  },
  {
    kind: 'Secret',
    strategy: secretStrategy,
    fields: { type: text('type') },
    columns: [{ name: 'Type', path: '.type' }, { name: 'Data', path: count('data') }, ageColumn],
  },
  {
    kind: 'ServiceAccount',
    shortNames: ['sa'],
    subresources: ['token'],
    strategy: { returnsDeleted: true },
    columns: [{ name: 'Secrets', path: (object) => getList(object, 'secrets').length }, ageColumn],
  },
  {
    kind: 'Service',
    shortNames: ['svc'],
    categories: ['all'],
    status: true,
    subresources: ['proxy'],
    strategy: serviceStrategy,
    columns: serviceColumns,
    verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  },
  {
    kind: 'Endpoints',
    plural: 'endpoints',
    shortNames: ['ep'],
    columns: [
      {
        name: 'Endpoints',
        path: (object) =>
          getList(object, 'subsets')
            .flatMap((each) => getList(each, 'addresses').map((address) => getString(address, 'ip')))
            .join(',') || '<none>',
      },
      ageColumn,
    ],
  },
  coreEvents,
  { kind: 'PersistentVolume', namespaced: false, shortNames: ['pv'], status: true },
  { kind: 'PersistentVolumeClaim', shortNames: ['pvc'], status: true },
  { kind: 'ResourceQuota', shortNames: ['quota'], status: true },
  { kind: 'LimitRange', shortNames: ['limits'] },
];

const apps: readonly ResourceData[] = [
  {
    kind: 'Deployment',
    shortNames: ['deploy'],
    categories: ['all'],
    status: true,
    subresources: ['scale'],
    generation: true,
    strategy: workloadStrategy({
      progressDeadlineSeconds: 600,
      replicas: 1,
      revisionHistoryLimit: 10,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    }),
    columns: [
      {
        name: 'Ready',
        path: (object) =>
          `${getNumber(object, 'status', 'readyReplicas') ?? 0}/${getNumber(object, 'spec', 'replicas') ?? 1}`,
      },
      { name: 'Up-to-date', path: number('status', 'updatedReplicas') },
      { name: 'Available', path: number('status', 'availableReplicas') },
      ageColumn,
      ...images,
    ],
  },
  {
    kind: 'DaemonSet',
    shortNames: ['ds'],
    categories: ['all'],
    status: true,
    generation: true,
    strategy: workloadStrategy(
      { revisionHistoryLimit: 10, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } } },
      { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 },
    ),
    columns: [
      { name: 'Desired', path: number('status', 'desiredNumberScheduled'), type: 'integer' },
      { name: 'Current', path: number('status', 'currentNumberScheduled'), type: 'integer' },
      { name: 'Ready', path: number('status', 'numberReady'), type: 'integer' },
      { name: 'Up-to-date', path: number('status', 'updatedNumberScheduled'), type: 'integer' },
      { name: 'Available', path: number('status', 'numberAvailable'), type: 'integer' },
      {
        name: 'Node Selector',
        path: (object) =>
          Object.entries(getMap(object, 'spec', 'template', 'spec', 'nodeSelector'))
            .map(([key, value]) => `${key}=${String(value)}`)
            .join(',') || '<none>',
      },
      ageColumn,
      ...images,
    ],
  },
  {
    kind: 'ReplicaSet',
    shortNames: ['rs'],
    categories: ['all'],
    status: true,
    subresources: ['scale'],
    generation: true,
    strategy: workloadStrategy({ replicas: 1 }),
    columns: [
      { name: 'Desired', path: number('spec', 'replicas'), type: 'integer' },
      { name: 'Current', path: number('status', 'replicas'), type: 'integer' },
      { name: 'Ready', path: number('status', 'readyReplicas'), type: 'integer' },
      ageColumn,
      ...images,
    ],
  },
  {
    kind: 'StatefulSet',
    shortNames: ['sts'],
    categories: ['all'],
    status: true,
    subresources: ['scale'],
    generation: true,
    strategy: workloadStrategy({
      podManagementPolicy: 'OrderedReady',
      replicas: 1,
      revisionHistoryLimit: 10,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    }),
    columns: [
      {
        name: 'Ready',
        path: (object) =>
          `${getNumber(object, 'status', 'readyReplicas') ?? 0}/${getNumber(object, 'spec', 'replicas') ?? 1}`,
      },
      ageColumn,
    ],
  },
];

const batch: readonly ResourceData[] = [
  {
    kind: 'Job',
    categories: ['all'],
    status: true,
    generation: true,
    strategy: jobStrategy,
    columns: [
      {
        name: 'Status',
        path: (job) =>
          getString(
            getList(job, 'status', 'conditions').find((each) => getString(each, 'status') === 'True'),
            'type',
          ) ?? 'Running',
      },
      {
        name: 'Completions',
        path: (job) => `${getNumber(job, 'status', 'succeeded') ?? 0}/${getNumber(job, 'spec', 'completions') ?? 1}`,
      },
      { name: 'Duration', path: () => '' },
      ageColumn,
    ],
  },
  { kind: 'CronJob', shortNames: ['cj'], categories: ['all'], status: true, generation: true },
];

/** Resource types by group and version. */
const groups: Readonly<Record<string, readonly ResourceData[]>> = {
  v1: core,
  'apps/v1': apps,
  'batch/v1': batch,
  'rbac.authorization.k8s.io/v1': accessControlTypes,
  'node.k8s.io/v1': [
    {
      kind: 'RuntimeClass',
      plural: 'runtimeclasses',
      namespaced: false,
      strategy: runtimeClassStrategy,
      columns: [{ name: 'Handler', path: '.handler' }, ageColumn],
    },
  ],
  'coordination.k8s.io/v1': [{ kind: 'Lease', columns: [{ name: 'Holder', path: '.spec.holderIdentity' }, ageColumn] }],
  'networking.k8s.io/v1': [
    { kind: 'NetworkPolicy', plural: 'networkpolicies', shortNames: ['netpol'], generation: true },
  ],
  'events.k8s.io/v1': [servedEvents],
  'discovery.k8s.io/v1': [
    {
      kind: 'EndpointSlice',
      columns: [
        { name: 'AddressType', path: '.addressType' },
        { name: 'Ports', path: '.ports[*].port' },
        { name: 'Endpoints', path: '.endpoints[*].addresses[*]' },
        ageColumn,
      ],
    },
  ],
  'autoscaling/v2': [
    {
      kind: 'HorizontalPodAutoscaler',
      plural: 'horizontalpodautoscalers',
      shortNames: ['hpa'],
      categories: ['all'],
      status: true,
      columns: [
        {
          name: 'Reference',
          path: (object) =>
            `${getString(object, 'spec', 'scaleTargetRef', 'kind') ?? ''}/${getString(object, 'spec', 'scaleTargetRef', 'name') ?? ''}`,
        },
        { name: 'MinPods', path: number('spec', 'minReplicas') },
        { name: 'MaxPods', path: number('spec', 'maxReplicas'), type: 'integer' },
        { name: 'Replicas', path: number('status', 'currentReplicas'), type: 'integer' },
        ageColumn,
      ],
    },
  ],
  'policy/v1': [{ kind: 'PodDisruptionBudget', shortNames: ['pdb'], status: true, generation: true }],
  'certificates.k8s.io/v1': certificateTypes,
  'storage.k8s.io/v1': [
    {
      kind: 'StorageClass',
      plural: 'storageclasses',
      namespaced: false,
      shortNames: ['sc'],
      columns: [{ name: 'Provisioner', path: '.provisioner' }, ageColumn],
    },
  ],
  'scheduling.k8s.io/v1': [{ kind: 'PriorityClass', plural: 'priorityclasses', namespaced: false, shortNames: ['pc'] }],
  'admissionregistration.k8s.io/v1': [
    {
      kind: 'ValidatingWebhookConfiguration',
      namespaced: false,
      generation: true,
      columns: [{ name: 'Webhooks', path: (object) => getList(object, 'webhooks').length }, ageColumn],
    },
    {
      kind: 'MutatingWebhookConfiguration',
      namespaced: false,
      generation: true,
      columns: [{ name: 'Webhooks', path: (object) => getList(object, 'webhooks').length }, ageColumn],
    },
  ],
  'apiextensions.k8s.io/v1': [
    {
      kind: 'CustomResourceDefinition',
      namespaced: false,
      shortNames: ['crd', 'crds'],
      categories: ['api-extensions'],
      status: true,
      generation: true,
      strategy: definitionStrategy,
      columns: [createdAtColumn],
    },
  ],
  'apiregistration.k8s.io/v1': [{ kind: 'APIService', namespaced: false, status: true }],
};

function defined(data: Readonly<Record<string, readonly ResourceData[]>>): readonly ResourceType[] {
  return Object.entries(data).flatMap(([groupVersion, types]) =>
    types.map((type) => defineResource(groupVersion, type)),
  );
}

/** All Kubernetes types that the simulator supports. */
export const kubernetesTypes: readonly ResourceType[] = [...defined(groups), ...defined(reviewTypes)];

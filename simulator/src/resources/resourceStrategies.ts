/**
 * Defines how the API prepares objects of built-in kinds before it stores them: defaults, immutable fields, and grace
 * periods.
 */
import type { ErrorCause } from '../store/apiError.ts';
import type { JsonObject, KubeObject, ObjectToWrite } from '../store/kubeObject.ts';
import { isJsonObject, getList, getMap, getNumber, isSameJson, getString, getValue } from '../store/kubeObject.ts';
import { invalidValue, nameCauses } from '../store/metadataValidation.ts';
import { podSpecDefaults, podTemplateCauses, required } from './podStrategy.ts';
import type { Strategy } from '../store/resourceType.ts';

export const namespaceStrategy: Strategy = {
  prepareCreate: (object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      labels: { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name ?? '' },
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  }),
  // Finalizers in the spec can be removed only through /finalize.
  prepareUpdate: (object, old) => ({
    ...object,
    spec: { ...getMap(object, 'spec'), finalizers: getValue(old, 'spec', 'finalizers') },
  }),
  heldBy: (object) => getList(object, 'spec', 'finalizers').length > 0,
  markDeleted: (object) => {
    const { deletionGracePeriodSeconds: _grace, ...metadata } = object.metadata;
    return { ...object, metadata, status: { ...getMap(object, 'status'), phase: 'Terminating' } };
  },
  returnsDeleted: true,
};

export const secretStrategy: Strategy = {
  prepareCreate: withStringData,
  prepareUpdate: withStringData,
  validate: (object, old) => [
    ...immutableData(object, old),
    ...(old === undefined || object['type'] === old['type']
      ? []
      : [invalidValue('type', object['type'], 'field is immutable')]),
  ],
};

export const configMapStrategy: Strategy = { validate: immutableData };

const keyWords =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

function withStringData(object: ObjectToWrite): ObjectToWrite {
  const { stringData, ...rest } = object;
  const encoded = Object.entries(isJsonObject(stringData) ? stringData : {}).map(([key, value]) => [
    key,
    Buffer.from(String(value)).toString('base64'),
  ]);
  const data = { ...getMap(object, 'data'), ...Object.fromEntries(encoded) };
  return {
    ...rest,
    metadata: object.metadata,
    apiVersion: object.apiVersion,
    kind: object.kind,
    type: object['type'] ?? 'Opaque',
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
}

function immutableData(object: ObjectToWrite, old: KubeObject | undefined): readonly ErrorCause[] {
  const frozen =
    old !== undefined &&
    old['immutable'] === true &&
    !(isSameJson(object['data'], old['data']) && object['immutable'] === true);
  const wrong = [...Object.keys(getMap(object, 'data')), ...Object.keys(getMap(object, 'binaryData'))].filter(
    (key) => !/^[-._a-zA-Z0-9]{1,253}$/.test(key),
  );
  const causes = wrong.map((key) => invalidValue(`data[${key}]`, key, keyWords));
  return frozen
    ? [
        {
          reason: 'FieldValueForbidden',
          message: 'Forbidden: field is immutable when `immutable` is set',
          field: 'data',
        },
        ...causes,
      ]
    : causes;
}

/**
 * Creates the strategy for Deployments, DaemonSets, ReplicaSets, and StatefulSets: the selector must match the template
 * and can't be changed, and the number of replicas isn't negative. Source: kubernetes/kubernetes
 * pkg/apis/apps/validation/validation.go (ValidateDeploymentSpec).
 * @param status the initial status, before a controller has processed the object
 */
export function workloadStrategy(defaults: JsonObject, status: JsonObject = {}): Strategy {
  return {
    prepareCreate: (object) => ({ ...withTemplate(object, defaults), status }),
    prepareUpdate: (object) => withTemplate(object, defaults),
    validate: (object, old) => {
      const labels = getMap(object, 'spec', 'template', 'metadata', 'labels');
      const wanted = getMap(object, 'spec', 'selector', 'matchLabels');
      const fits =
        Object.keys(wanted).length > 0 && Object.entries(wanted).every(([key, value]) => labels[key] === value);
      const moved =
        old !== undefined && !isSameJson(getValue(object, 'spec', 'selector'), getValue(old, 'spec', 'selector'));
      const replicas = getNumber(object, 'spec', 'replicas') ?? 0;
      return [
        ...(replicas < 0 ? [invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0')] : []),
        ...required(object, 'spec', 'selector'),
        ...(fits ? [] : [mismatch(labels)]),
        ...podTemplateCauses(object),
        ...(moved ? [invalidValue('spec.selector', getValue(object, 'spec', 'selector'), 'field is immutable')] : []),
      ];
    },
  };
}

/** Returns the error cause for a selector that doesn't match, worded as Go formats it. */
function mismatch(labels: JsonObject): ErrorCause {
  const shown =
    Object.keys(labels).length === 0 ? 'map[string]string(nil)' : `map[string]string${JSON.stringify(labels)}`;
  return {
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${shown}: \`selector\` does not match template \`labels\``,
    field: 'spec.template.metadata.labels',
  };
}

function withTemplate(object: ObjectToWrite, defaults: JsonObject): ObjectToWrite {
  const spec = getMap(object, 'spec');
  const template = getMap(spec, 'template');
  const withDefaults = isJsonObject(spec['template'])
    ? { template: { ...template, spec: podSpecDefaults(getMap(template, 'spec')) } }
    : {};
  return { ...object, spec: { ...defaults, ...spec, ...withDefaults } };
}

export const jobStrategy: Strategy = {
  complete: withJobLabels,
  prepareCreate: (object) => ({
    ...withTemplate(object, { backoffLimit: 6, completions: 1, parallelism: 1, suspend: false }),
    status: {},
  }),
  validate: (object, old) => [
    ...podTemplateCauses(object),
    ...(old !== undefined && !isSameJson(getValue(object, 'spec', 'template'), getValue(old, 'spec', 'template'))
      ? [invalidValue('spec.template', getValue(object, 'spec', 'template'), 'field is immutable')]
      : []),
  ],
};

/**
 * Adds a selector and labels so that a job finds its pods by its own UID, unless the job specifies its own selector.
 */
function withJobLabels(job: KubeObject): KubeObject {
  const spec = getMap(job, 'spec');
  if (spec['manualSelector'] === true || spec['selector'] !== undefined) return job;
  const { uid, name } = job.metadata;
  const own = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
  const template = getMap(spec, 'template');
  const metadata = getMap(template, 'metadata');
  const labelled = { ...template, metadata: { ...metadata, labels: { ...getMap(metadata, 'labels'), ...own } } };
  return {
    ...job,
    spec: { ...spec, selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } }, template: labelled },
  };
}

const rbac = 'rbac.authorization.k8s.io';

export const bindingStrategy: Strategy = {
  prepareCreate: withGroups,
  prepareUpdate: withGroups,
  validate: (object, old) => {
    const kind = getString(object, 'roleRef', 'kind') ?? '';
    const name = getString(object, 'roleRef', 'name') ?? '';
    const kinds = old === undefined && object.kind === 'ClusterRoleBinding' ? ['ClusterRole'] : ['Role', 'ClusterRole'];
    const words = kinds.map((each) => JSON.stringify(each)).join(', ');
    const moved = old !== undefined && !isSameJson(object['roleRef'], old['roleRef']);
    const shown = `rbac.RoleRef{APIGroup:${JSON.stringify(getString(object, 'roleRef', 'apiGroup') ?? '')}, Kind:${JSON.stringify(kind)}, Name:${JSON.stringify(name)}}`;
    return [
      ...(kinds.includes(kind)
        ? []
        : [
            {
              reason: 'FieldValueNotSupported',
              message: `Unsupported value: ${JSON.stringify(kind)}: supported values: ${words}`,
              field: 'roleRef.kind',
            },
          ]),
      ...(name === '' ? [{ reason: 'FieldValueRequired', message: 'Required value', field: 'roleRef.name' }] : []),
      ...(moved
        ? [{ reason: 'FieldValueInvalid', message: `Invalid value: ${shown}: cannot change roleRef`, field: 'roleRef' }]
        : []),
    ];
  },
};

function withGroups(object: ObjectToWrite): ObjectToWrite {
  const subjects = getList(object, 'subjects').map((subject) =>
    isJsonObject(subject) && subject['kind'] !== 'ServiceAccount' ? { apiGroup: rbac, ...subject } : subject,
  );
  return {
    ...object,
    roleRef: { apiGroup: rbac, ...getMap(object, 'roleRef') },
    ...(subjects.length === 0 ? {} : { subjects }),
  };
}

export const runtimeClassStrategy: Strategy = {
  validate: (object, old) => [
    ...nameCauses('handler', getString(object, 'handler') ?? '', true),
    ...(old === undefined || object['handler'] === old['handler']
      ? []
      : [invalidValue('handler', object['handler'], 'field is immutable')]),
  ],
};

export const serviceStrategy: Strategy = {
  prepareCreate: (object) => {
    const { ports, ...spec } = getMap(object, 'spec');
    const list = Array.isArray(ports)
      ? ports.map((port: unknown) =>
          isJsonObject(port) ? { protocol: 'TCP', targetPort: port['port'], ...port } : port,
        )
      : undefined;
    const name = object.metadata.name ?? '';
    const clusterIP = `10.217.${Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 250, 7)}.${(name.length * 37) % 250}`;
    const base = spec['type'] === 'ExternalName' ? {} : { clusterIP, clusterIPs: [clusterIP] };
    return {
      ...object,
      spec: {
        sessionAffinity: 'None',
        type: 'ClusterIP',
        ...base,
        ...(list === undefined ? {} : { ports: list }),
        ...spec,
      },
      status: { loadBalancer: {} },
    };
  },
  prepareUpdate: (object, old) => {
    const spec = getMap(object, 'spec');
    const address =
      (spec['clusterIP'] ?? '') === ''
        ? { clusterIP: getValue(old, 'spec', 'clusterIP'), clusterIPs: getValue(old, 'spec', 'clusterIPs') }
        : {};
    return { ...object, spec: { ...spec, ...address } };
  },
  returnsDeleted: true,
};

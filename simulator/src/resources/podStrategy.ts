/** Defines how the API prepares and validates pods and pod templates before it stores them. */
import type { ErrorCause } from '../store/apiError.ts';
import type { JsonObject, ObjectToWrite } from '../store/kubeObject.ts';
import { isJsonObject, getList, getMap, getNumber, isSameJson, getString, getValue } from '../store/kubeObject.ts';
import { invalidValue, labelCauses, labelRuleMessage, nameCauses } from '../store/metadataValidation.ts';
import type { Strategy } from '../store/resourceType.ts';

const containerDefaults = {
  imagePullPolicy: 'IfNotPresent',
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
};

/** Adds the defaults to the spec of a pod or a pod template. */
export function podSpecDefaults(spec: JsonObject): JsonObject {
  const withDefaults = (container: unknown): unknown =>
    isJsonObject(container) ? withContainerDefaults(container) : container;
  return {
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    schedulerName: 'default-scheduler',
    securityContext: {},
    terminationGracePeriodSeconds: 30,
    ...spec,
    ...(Array.isArray(spec['volumes']) ? { volumes: spec['volumes'].map(withModes) } : {}),
    ...(Array.isArray(spec['containers']) ? { containers: spec['containers'].map(withDefaults) } : {}),
    ...(Array.isArray(spec['initContainers']) ? { initContainers: spec['initContainers'].map(withDefaults) } : {}),
  };
}

function pullAlways({ image }: JsonObject): JsonObject {
  return typeof image === 'string' && (image.endsWith(':latest') || !/:[^/]*$/.test(image))
    ? { imagePullPolicy: 'Always' }
    : {};
}

function withContainerDefaults(container: JsonObject): JsonObject {
  const ports = container['ports'];
  const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((name) =>
    isJsonObject(container[name]) ? [[name, withProbeDefaults(container[name])]] : [],
  );
  return {
    ...containerDefaults,
    ...pullAlways(container),
    ...container,
    ...Object.fromEntries(probes),
    ...(Array.isArray(ports)
      ? { ports: ports.map((port: unknown) => (isJsonObject(port) ? { protocol: 'TCP', ...port } : port)) }
      : {}),
  };
}

function withProbeDefaults(probe: JsonObject): JsonObject {
  const { httpGet } = probe;
  const scheme = isJsonObject(httpGet) ? { httpGet: { scheme: 'HTTP', ...httpGet } } : {};
  return { failureThreshold: 3, periodSeconds: 10, successThreshold: 1, timeoutSeconds: 1, ...probe, ...scheme };
}

/** Adds the default mode to a volume, which makes its files readable by everyone. */
function withModes(volume: unknown): unknown {
  if (!isJsonObject(volume)) return volume;
  const sources = ['configMap', 'secret', 'projected', 'downwardAPI'].flatMap((name) =>
    isJsonObject(volume[name]) ? [[name, { defaultMode: 420, ...volume[name] }]] : [],
  );
  return { ...volume, ...Object.fromEntries(sources) };
}

/** Default tolerations, which determine how long pods stay on a node that isn't available. */
const tolerated = ['not-ready', 'unreachable'].map((key) => ({
  effect: 'NoExecute',
  key: `node.kubernetes.io/${key}`,
  operator: 'Exists',
  tolerationSeconds: 300,
}));

function withTolerations(spec: JsonObject): readonly unknown[] {
  const present = getList(spec, 'tolerations');
  const has = (key: string): boolean =>
    present.some(
      (each) => (getString(each, 'key') ?? key) === key && ['', 'NoExecute'].includes(getString(each, 'effect') ?? ''),
    );
  return [...present, ...tolerated.filter(({ key }) => !has(key))];
}

/** Returns an error cause if a required value is missing. */
export function required(object: unknown, ...path: readonly string[]): ErrorCause[] {
  const value = getValue(object, ...path);
  const missing = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return missing ? [{ reason: 'FieldValueRequired', message: 'Required value', field: path.join('.') }] : [];
}

/** Returns error causes for an invalid pod template of a workload. */
export function podTemplateCauses(object: unknown): readonly ErrorCause[] {
  return [
    ...labelCauses('spec.template.labels', getMap(object, 'spec', 'template', 'metadata', 'labels')),
    ...podSpecCauses(object, 'spec', 'template', 'spec'),
  ];
}

/** Returns error causes for an invalid specification of a pod at a path. */
function podSpecCauses(object: unknown, ...path: readonly string[]): readonly ErrorCause[] {
  const runtimeClass = getString(object, ...path, 'runtimeClassName');
  return [
    ...required(object, ...path, 'containers'),
    ...containerCauses(object, ...path, 'containers'),
    ...(runtimeClass === undefined ? [] : nameCauses([...path, 'runtimeClassName'].join('.'), runtimeClass, false)),
  ];
}

/** Returns error causes for invalid containers at a path. */
function containerCauses(object: unknown, ...path: readonly string[]): ErrorCause[] {
  const at = path.join('.');
  return getList(object, ...path).flatMap((container, index) => [
    ...(getString(container, 'name') === undefined
      ? [{ reason: 'FieldValueRequired', message: 'Required value', field: `${at}[${index}].name` }]
      : []),
    ...(/^([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)?$/.test(getString(container, 'name') ?? '')
      ? []
      : [invalidValue(`${at}[${index}].name`, getString(container, 'name'), labelRuleMessage)]),
    ...(getString(container, 'image') === undefined
      ? [{ reason: 'FieldValueRequired', message: 'Required value', field: `${at}[${index}].image` }]
      : []),
  ]);
}

export const podStrategy: Strategy = {
  prepareCreate: (object) => ({
    ...object,
    spec: {
      enableServiceLinks: true,
      preemptionPolicy: 'PreemptLowerPriority',
      priority: 0,
      ...podSpecDefaults(getMap(object, 'spec')),
      tolerations: withTolerations(getMap(object, 'spec')),
    },
    status: { phase: 'Pending', qosClass: 'BestEffort' },
  }),
  validate: (object, old) => {
    const causes = podSpecCauses(object, 'spec');
    if (old === undefined || isSameJson(frozenPod(object), frozenPod(old))) return causes;
    const message =
      'Forbidden: pod updates may not change fields other than `spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds` or `spec.tolerations` (only additions to existing tolerations)';
    return [...causes, { reason: 'FieldValueForbidden', message, field: 'spec' }];
  },
  gracePeriod: (object, asked) => {
    // A pod that isn't running on a node needs no time to stop.
    const phase = getString(object, 'status', 'phase');
    if ((getString(object, 'spec', 'nodeName') ?? '') === '' || phase === 'Succeeded' || phase === 'Failed') return 0;
    const wanted = asked ?? getNumber(object, 'spec', 'terminationGracePeriodSeconds') ?? 30;
    const given = object.metadata.deletionGracePeriodSeconds;
    return given === undefined ? wanted : Math.min(given, wanted);
  },
  returnsDeleted: true,
};

/** Returns the fields of a pod that must not change. */
function frozenPod(object: ObjectToWrite): JsonObject {
  const {
    activeDeadlineSeconds: _deadline,
    tolerations: _tolerations,
    nodeName: _node,
    schedulingGates: _gates,
    containers,
    initContainers,
    ...spec
  } = getMap(object, 'spec');
  const withoutImage = (list: unknown): unknown =>
    Array.isArray(list) ? list.map((item) => (isJsonObject(item) ? { ...item, image: '' } : item)) : list;
  return { ...spec, containers: withoutImage(containers), initContainers: withoutImage(initContainers) };
}

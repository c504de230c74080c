/**
 * Updates references to objects whose names a kustomization changed. Doesn't use VS Code. Source:
 * kubernetes-sigs/kustomize api/internal/konfig/builtinpluginconsts/namereference.go.
 */
import { getString, isJsonObject, type JsonObject } from '#core/common/json.ts';
import { changeAtPath } from './changeAtPath.ts';
import { groupOf, kindOf, nameOf, namespaceOf, type KustomizedObject } from './kustomizedObject.ts';

/** A field that contains the name of an object of another kind. */
interface NameField {
  readonly to: string;
  readonly path: readonly string[];
}

/** Paths of the pod specification by kind. */
const podPaths: Readonly<Record<string, readonly string[]>> = {
  '/Pod': ['spec'],
  '/ReplicationController': ['spec', 'template', 'spec'],
  'apps/Deployment': ['spec', 'template', 'spec'],
  'apps/ReplicaSet': ['spec', 'template', 'spec'],
  'apps/DaemonSet': ['spec', 'template', 'spec'],
  'apps/StatefulSet': ['spec', 'template', 'spec'],
  'batch/Job': ['spec', 'template', 'spec'],
  'batch/CronJob': ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
};

const containerFields: readonly NameField[] = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
  [
    { to: 'ConfigMap', path: ['env', '*', 'valueFrom', 'configMapKeyRef', 'name'] },
    { to: 'ConfigMap', path: ['envFrom', '*', 'configMapRef', 'name'] },
    { to: 'Secret', path: ['env', '*', 'valueFrom', 'secretKeyRef', 'name'] },
    { to: 'Secret', path: ['envFrom', '*', 'secretRef', 'name'] },
  ].map(({ to, path }) => ({ to, path: [list, '*', ...path] })),
);

const podFields: readonly NameField[] = [
  ...containerFields,
  { to: 'ConfigMap', path: ['volumes', '*', 'configMap', 'name'] },
  { to: 'ConfigMap', path: ['volumes', '*', 'projected', 'sources', '*', 'configMap', 'name'] },
  { to: 'Secret', path: ['volumes', '*', 'secret', 'secretName'] },
  { to: 'Secret', path: ['volumes', '*', 'projected', 'sources', '*', 'secret', 'name'] },
  { to: 'Secret', path: ['volumes', '*', 'csi', 'nodePublishSecretRef', 'name'] },
  { to: 'Secret', path: ['imagePullSecrets', '*', 'name'] },
  { to: 'ServiceAccount', path: ['serviceAccountName'] },
  { to: 'PersistentVolumeClaim', path: ['volumes', '*', 'persistentVolumeClaim', 'claimName'] },
  { to: 'PriorityClass', path: ['priorityClassName'] },
];

const namesInRules: readonly NameField[] = ['Secret', 'ConfigMap'].map((to) => ({
  to,
  path: ['rules', '*', 'resourceNames', '*'],
}));

/** Fields of other kinds. */
const otherFields: Readonly<Record<string, readonly NameField[]>> = {
  '/ServiceAccount': [
    { to: 'Secret', path: ['secrets', '*', 'name'] },
    { to: 'Secret', path: ['imagePullSecrets', '*', 'name'] },
  ],
  'rbac.authorization.k8s.io/Role': namesInRules,
  'rbac.authorization.k8s.io/ClusterRole': namesInRules,
  '/PersistentVolumeClaim': [
    { to: 'StorageClass', path: ['spec', 'storageClassName'] },
    { to: 'PersistentVolume', path: ['spec', 'volumeName'] },
  ],
  'apps/StatefulSet': [{ to: 'Service', path: ['spec', 'serviceName'] }],
  'networking.k8s.io/Ingress': [
    { to: 'Secret', path: ['spec', 'tls', '*', 'secretName'] },
    { to: 'Service', path: ['spec', 'defaultBackend', 'service', 'name'] },
    { to: 'Service', path: ['spec', 'rules', '*', 'http', 'paths', '*', 'backend', 'service', 'name'] },
  ],
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': [
    { to: 'Service', path: ['webhooks', '*', 'clientConfig', 'service', 'name'] },
  ],
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': [
    { to: 'Service', path: ['webhooks', '*', 'clientConfig', 'service', 'name'] },
  ],
  'apiregistration.k8s.io/APIService': [{ to: 'Service', path: ['spec', 'service', 'name'] }],
};

/** Paths of references that contain the kind of the object. */
const kindReferences: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'rbac.authorization.k8s.io/RoleBinding': [['roleRef'], ['subjects', '*']],
  'rbac.authorization.k8s.io/ClusterRoleBinding': [['roleRef'], ['subjects', '*']],
  'autoscaling/HorizontalPodAutoscaler': [['spec', 'scaleTargetRef']],
};

/** A reference that can't be resolved, because several objects had its name. */
export class AmbiguousName extends Error {}

/**
 * Returns the objects with updated references.
 * @throws AmbiguousName if a reference matches objects with different names
 */
export function updateReferences(objects: readonly KustomizedObject[]): readonly KustomizedObject[] {
  if (objects.every(({ names, namespaces }) => names.size === 1 && namespaces.size === 1)) return objects;
  const byName = new Map<string, KustomizedObject[]>();
  for (const one of objects)
    for (const name of one.names) {
      const key = `${kindOf(one.object)}/${name}`;
      byName.set(key, [...(byName.get(key) ?? []), one]);
    }
  return objects.map((one) => ({ ...one, object: updateObject(one.object, byName) }));
}

function updateObject(object: JsonObject, byName: ReadonlyMap<string, readonly KustomizedObject[]>): JsonObject {
  const id = `${groupOf(object)}/${kindOf(object)}`;
  const find = (kind: string, name: unknown, namespace?: string): JsonObject | undefined => {
    const matches = (byName.get(`${kind}/${String(name)}`) ?? []).filter(
      (one) =>
        isClusterScoped(kind) ||
        // A reference can name the original or the current namespace, but no namespace in between.
        (namespace === undefined
          ? isClusterScoped(kindOf(object)) || namespaceOf(one.object) === namespaceOf(object)
          : [[...one.namespaces][0], namespaceOf(one.object)].includes(namespace)),
    );
    if (new Set(matches.map((one) => nameOf(one.object))).size > 1) throw new AmbiguousName(`${kind} ${String(name)}`);
    return matches[0]?.object;
  };
  const currentName = (kind: string, name: unknown): unknown => {
    const found = typeof name === 'string' ? find(kind, name) : undefined;
    return found === undefined ? name : nameOf(found);
  };
  let result: unknown = object;
  const podPath = Object.hasOwn(podPaths, id) ? podPaths[id] : undefined;
  const own = Object.hasOwn(otherFields, id) ? (otherFields[id] ?? []) : [];
  const inPod = podPath === undefined ? [] : podFields.map(({ to, path }) => ({ to, path: [...podPath, ...path] }));
  for (const { to, path } of [...own, ...inPod]) result = changeAtPath(result, path, (name) => currentName(to, name));
  for (const path of Object.hasOwn(kindReferences, id) ? (kindReferences[id] ?? []) : [])
    result = changeAtPath(result, path, (reference) => {
      if (!isJsonObject(reference)) return reference;
      const found = find(getString(reference, 'kind') ?? '', reference['name'], getString(reference, 'namespace'));
      if (found === undefined) return reference;
      const namespace = path[0] === 'subjects' ? getString(found, 'metadata', 'namespace') : undefined;
      return { ...reference, name: nameOf(found), ...(namespace === undefined ? {} : { namespace }) };
    });
  return isJsonObject(result) ? result : object;
}

function isClusterScoped(kind: string): boolean {
  return ['ClusterRole', 'ClusterRoleBinding', 'StorageClass', 'PersistentVolume', 'PriorityClass'].includes(kind);
}

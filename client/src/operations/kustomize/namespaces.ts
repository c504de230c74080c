/**
 * Sets the namespace of the objects of a kustomization. Doesn't use VS Code. Source: kubernetes-sigs/kustomize
 * api/filters/namespace/namespace.go, api/internal/konfig/builtinpluginconsts/namespace.go.
 */
import { getList, getMap, getString, isJsonObject, type JsonObject } from '#core/common/json.ts';
import { setAtPath } from './changeAtPath.ts';
import { changed, isBuiltIn, kindOf, renamed, type KustomizedObject } from './kustomizedObject.ts';

/** Built-in kinds without a namespace. Kustomize adds a namespace to all custom resources. */
const clusterScoped: ReadonlySet<string> = new Set(
  (
    'APIService CSIDriver CSINode CertificateSigningRequest ClusterRole ClusterRoleBinding ComponentStatus ' +
    'CustomResourceDefinition FlowSchema IngressClass MutatingWebhookConfiguration Namespace Node PersistentVolume ' +
    'PriorityClass PriorityLevelConfiguration RuntimeClass SelfSubjectAccessReview SelfSubjectRulesReview StorageClass ' +
    'SubjectAccessReview TokenReview ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ' +
    'ValidatingWebhookConfiguration VolumeAttachment'
  ).split(' '),
);

/** Returns a copy of the object in the namespace. A Namespace gets the name, and cluster-scoped objects are kept. */
export function setNamespace(one: KustomizedObject, namespace: string): KustomizedObject {
  const { object } = one;
  const kind = kindOf(object);
  if (kind === 'Namespace') return renamed(one, namespace);
  if (kind === 'ClusterRoleBinding' || kind === 'RoleBinding')
    return placed(changed(one, withSubjects(object, namespace)), namespace);
  if (kind === 'APIService') {
    const next = setAtPath(object, ['spec', 'service', 'namespace'], () => namespace);
    return isJsonObject(next) ? changed(one, next) : one;
  }
  return placed(one, namespace);
}

function placed(one: KustomizedObject, namespace: string): KustomizedObject {
  const { object } = one;
  if (isBuiltIn(object) && clusterScoped.has(kindOf(object))) return one;
  return changed(one, { ...object, metadata: { ...getMap(object, 'metadata'), namespace } });
}

/** Sets the namespace of the subject `default`. References to other ServiceAccounts are updated with their names. */
function withSubjects(object: JsonObject, namespace: string): JsonObject {
  if (object['subjects'] === undefined) return object;
  return {
    ...object,
    subjects: getList(object, 'subjects').map((subject) =>
      isJsonObject(subject) && getString(subject, 'kind') === 'ServiceAccount' && subject['name'] === 'default'
        ? { ...subject, namespace }
        : subject,
    ),
  };
}

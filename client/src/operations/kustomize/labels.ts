/**
 * Adds labels and annotations to the objects of a kustomization. Doesn't use VS Code. Source: kubernetes-sigs/kustomize
 * api/internal/konfig/builtinpluginconsts (commonLabels.go, templateLabels.go, metadataLabels.go,
 * commonAnnotations.go).
 */
import { isJsonObject, type JsonObject } from '#core/common/json.ts';
import { changeAtPath, setAtPath } from './changeAtPath.ts';
import { groupOf, kindOf } from './kustomizedObject.ts';

/** Labels to add, and the places of the objects that get them. */
export interface LabelRule {
  readonly pairs: Readonly<Record<string, string>>;
  readonly includesSelectors: boolean;
  readonly includesTemplates: boolean;
}

/** Paths that are created if they don't exist, and paths that are changed only if they exist. */
interface LabelPaths {
  readonly create: readonly (readonly string[])[];
  readonly change: readonly (readonly string[])[];
}

const none: LabelPaths = { create: [], change: [] };
const pod = ['spec', 'template'];
const job = ['spec', 'jobTemplate', 'spec'];

/** Returns the paths of the labels of pods and claims that the object contains. */
function templatePaths(object: JsonObject): LabelPaths {
  switch (`${groupOf(object)}/${kindOf(object)}`) {
    case '/ReplicationController':
    case 'apps/Deployment':
    case 'apps/ReplicaSet':
    case 'apps/DaemonSet':
    case 'batch/Job':
      return { create: [[...pod, 'metadata', 'labels']], change: [] };
    case 'apps/StatefulSet':
      return {
        create: [
          [...pod, 'metadata', 'labels'],
          ['spec', 'volumeClaimTemplates', '*', 'metadata', 'labels'],
        ],
        change: [],
      };
    case 'batch/CronJob':
      return {
        create: [
          ['spec', 'jobTemplate', 'metadata', 'labels'],
          [...job, 'template', 'metadata', 'labels'],
        ],
        change: [],
      };
    default:
      return none;
  }
}

/** Returns the paths of the selectors of an object. */
function selectorPaths(object: JsonObject): LabelPaths {
  switch (`${groupOf(object)}/${kindOf(object)}`) {
    case '/Service':
    case '/ReplicationController':
      return { create: [['spec', 'selector']], change: [] };
    case 'apps/Deployment':
    case 'apps/StatefulSet':
      return { create: [['spec', 'selector', 'matchLabels']], change: placementPaths };
    case 'apps/ReplicaSet':
    case 'apps/DaemonSet':
      return { create: [['spec', 'selector', 'matchLabels']], change: [] };
    case 'batch/Job':
    case 'policy/PodDisruptionBudget':
      return { create: [], change: [['spec', 'selector', 'matchLabels']] };
    case 'batch/CronJob':
      return { create: [], change: [[...job, 'selector', 'matchLabels']] };
    case 'networking.k8s.io/NetworkPolicy':
      return {
        create: [],
        change: [
          ['spec', 'podSelector', 'matchLabels'],
          ['spec', 'ingress', '*', 'from', '*', 'podSelector', 'matchLabels'],
          ['spec', 'egress', '*', 'to', '*', 'podSelector', 'matchLabels'],
        ],
      };
    default:
      return none;
  }
}

const selector = ['labelSelector', 'matchLabels'];
const placementPaths = [
  ...['podAffinity', 'podAntiAffinity'].flatMap((field) => {
    const terms = [...pod, 'spec', 'affinity', field];
    return [
      [...terms, 'preferredDuringSchedulingIgnoredDuringExecution', '*', 'podAffinityTerm', ...selector],
      [...terms, 'requiredDuringSchedulingIgnoredDuringExecution', '*', ...selector],
    ];
  }),
  [...pod, 'spec', 'topologySpreadConstraints', '*', ...selector],
];

/** Returns a copy of the object, and of its pod templates, with the annotations. */
export function addAnnotations(object: JsonObject, annotations: Readonly<Record<string, string>>): JsonObject {
  const add = (value: unknown): unknown => ({ ...(isJsonObject(value) ? value : {}), ...annotations });
  const inTemplates = templatePaths(object)
    .create.filter((path) => !path.includes('volumeClaimTemplates'))
    .map((path) => [...path.slice(0, -1), 'annotations']);
  let result: unknown = object;
  for (const path of [['metadata', 'annotations'], ...inTemplates]) result = setAtPath(result, path, add);
  return isJsonObject(result) ? result : object;
}

/** Returns a copy of the object with the labels. */
export function addLabels(object: JsonObject, { pairs, includesSelectors, includesTemplates }: LabelRule): JsonObject {
  const add = (value: unknown): unknown => ({ ...(isJsonObject(value) ? value : {}), ...pairs });
  const paths: LabelPaths[] = [{ create: [['metadata', 'labels']], change: [] }];
  if (includesSelectors || includesTemplates) paths.push(templatePaths(object));
  if (includesSelectors) paths.push(selectorPaths(object));
  let result: unknown = object;
  for (const { create, change } of paths) {
    for (const path of create) result = setAtPath(result, path, add);
    for (const path of change) result = changeAtPath(result, path, add);
  }
  return isJsonObject(result) ? result : object;
}

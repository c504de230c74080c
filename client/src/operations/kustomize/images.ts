/**
 * Changes image names and the number of replicas. Doesn't use VS Code. Source: kubernetes-sigs/kustomize
 * api/filters/imagetag (legacy.go, updater.go), api/internal/image/image.go, api/internal/builtins
 * (ReplicaCountTransformer.go).
 */
import { getMap, getString, isJsonObject, type JsonObject } from '#core/common/json.ts';
import { changed, groupOf, kindOf, type KustomizedObject } from './kustomizedObject.ts';

/** A change of an image. */
export interface ImageRule {
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly tagSuffix?: string;
  readonly digest?: string;
}

/** A change of the number of replicas of the workloads with this name. */
export interface ReplicaRule {
  readonly name: string;
  readonly count: number;
}

/** Returns a copy of the object in which the images of all containers are changed. */
export function changeImages(object: JsonObject, rules: readonly ImageRule[]): JsonObject {
  if (rules.length === 0 || kindOf(object) === 'CustomResourceDefinition') return object;
  const next = changeIn(object, (image) => rules.reduce(changeImage, image));
  return isJsonObject(next) ? next : object;
}

/** Changes the images of all lists `containers` and `initContainers`, at any depth. */
function changeIn(value: unknown, change: (image: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => changeIn(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => {
      const inner = changeIn(item, change);
      const isList = ['containers', 'initContainers'].includes(field) && Array.isArray(inner);
      return [field, isList ? inner.map((container: unknown) => changeContainer(container, change)) : inner];
    }),
  );
}

function changeContainer(container: unknown, change: (image: string) => string): unknown {
  const image = getString(container, 'image');
  return isJsonObject(container) && image !== undefined ? { ...container, image: change(image) } : container;
}

function changeImage(image: string, { name, newName, newTag, tagSuffix, digest }: ImageRule): string {
  // The tag can't contain a slash, so the port of a registry isn't a tag.
  const [, current = '', tag, oldDigest] = /^(.+?)(?::([^:/@]*))?(?:@(.*))?$/.exec(image) ?? [];
  if (current !== name) return image;
  let next: readonly [string | undefined, string | undefined] = [tag, oldDigest];
  if (newTag !== undefined || digest !== undefined) next = [newTag, digest];
  else if (tagSuffix !== undefined) next = [`${tag ?? ''}${tagSuffix}`, undefined];
  const [nextTag = '', nextDigest = ''] = next;
  return `${newName ?? current}${nextTag === '' ? '' : `:${nextTag}`}${nextDigest === '' ? '' : `@${nextDigest}`}`;
}

const scaled: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  '/ReplicationController',
]);

/** Sets the number of replicas. Returns undefined if no workload has the name. */
export function setReplicas(
  objects: readonly KustomizedObject[],
  { name, count }: ReplicaRule,
): readonly KustomizedObject[] | undefined {
  const matches = ({ object, names }: KustomizedObject): boolean =>
    names.has(name) && scaled.has(`${groupOf(object)}/${kindOf(object)}`);
  if (!objects.some(matches)) return undefined;
  return objects.map((one) => {
    if (!matches(one)) return one;
    return changed(one, { ...one.object, spec: { ...getMap(one.object, 'spec'), replicas: count } });
  });
}

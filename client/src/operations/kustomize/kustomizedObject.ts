/** An object that a kustomization builds. Doesn't use VS Code. */
import { getMap, getString, type JsonObject } from '#core/common/json.ts';

export interface KustomizedObject {
  readonly object: JsonObject;
  /** All names that the object had, including the current one. Patches and references can use each of them. */
  readonly names: ReadonlySet<string>;
  /** All namespaces that the object had, including the current one. */
  readonly namespaces: ReadonlySet<string>;
  /** True if a generator created the object, and its name gets a hash. */
  readonly isHashed: boolean;
  /** File that contains the object, or the kustomization that generates it. */
  readonly file: string;
}

/** Returns the current name of an object. */
export function nameOf(object: JsonObject): string {
  return getString(object, 'metadata', 'name') ?? '';
}

export function kindOf(object: JsonObject): string {
  return getString(object, 'kind') ?? '';
}

/** Returns the group of the object's apiVersion. Empty for the core group. */
export function groupOf(object: JsonObject): string {
  const [group = '', version] = (getString(object, 'apiVersion') ?? '').split('/');
  return version === undefined ? '' : group;
}

/** Returns the namespace. Kustomize treats a missing namespace like `default`. */
export function namespaceOf(object: JsonObject): string {
  const namespace = getString(object, 'metadata', 'namespace') ?? '';
  return namespace === '' ? 'default' : namespace;
}

/** Returns the object of a file or a generator, before a kustomization changes it. */
export function createKustomizedObject(object: JsonObject, file: string, isHashed: boolean): KustomizedObject {
  return { object, names: new Set([nameOf(object)]), namespaces: new Set([namespaceOf(object)]), isHashed, file };
}

/** Returns a copy with another state of the object, whose name and namespace can differ. */
export function changed(one: KustomizedObject, object: JsonObject): KustomizedObject {
  return {
    ...one,
    object,
    names: new Set([...one.names, nameOf(object)]),
    namespaces: new Set([...one.namespaces, namespaceOf(object)]),
  };
}

/** Returns a copy of the object with another name. */
export function renamed(one: KustomizedObject, name: string): KustomizedObject {
  return changed(one, { ...one.object, metadata: { ...getMap(one.object, 'metadata'), name } });
}

/** Groups of Kubernetes itself that don't end in `.k8s.io`. */
const ownGroups: ReadonlySet<string> = new Set(['', 'apps', 'batch', 'autoscaling', 'policy', 'extensions']);

/** Returns whether the kind is built into Kubernetes, so that lists have merge keys. Custom resources have none. */
export function isBuiltIn(object: JsonObject): boolean {
  const group = groupOf(object);
  return ownGroups.has(group) || /^[a-z-]+(?:\.[a-z-]+)*\.k8s\.io$/.test(group);
}

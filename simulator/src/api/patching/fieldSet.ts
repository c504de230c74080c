/**
 * Determines the fields of an object as paths for server-side apply.
 * The elements have the format of sigs.k8s.io/structured-merge-diff: `f:` for fields, `k:` for items of lists with
 * keys, and `v:` for items of sets.
 */
import type { Schema } from '#simulator/resources/schema.ts';
import { itemKey, listKeys, findFieldSchema } from '#simulator/resources/schema.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { isJsonObject } from '#simulator/store/kubeObject.ts';

/** Separator of path elements. Field names never contain it. */
const separator = '\u0000';

/** Values by path. A field that is set as a whole has its value as JSON. Other fields have an empty string. */
export type FieldValues = ReadonlyMap<string, string>;
export type FieldPaths = ReadonlySet<string>;

/** Fields without an owner, because the API server sets them or they identify the object. */
const unowned = new Set(['apiVersion', 'kind', 'status']);
const unownedMetadata = new Set([
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
  'selfLink',
  'generateName',
]);

/**
 * Which new mappings and lists a field manager owns as fields of their own. `none` is for an apply. `undeclared` is for
 * an update of a built-in kind: lists, and mappings whose fields the schema doesn't declare. `all` is for an update of
 * a custom resource.
 */
export type ContainerOwnership = 'none' | 'undeclared' | 'all';

/**
 * Returns all fields of an object that can be owned.
 * @param statusOnly true for a write to /status
 */
export function collectOwnedFields(
  object: JsonObject,
  schema: Schema | undefined,
  withStatus: boolean,
  statusOnly: boolean,
  containers: ContainerOwnership = 'none',
): FieldValues {
  const fields = new Map<string, string>();
  for (const [field, value] of Object.entries(object)) {
    if (field === 'apiVersion' || field === 'kind' || value === undefined) continue;
    if (field === 'status' ? !withStatus : statusOnly || unowned.has(field)) continue;
    const inner = findFieldSchema(schema, field);
    if (field === 'metadata') {
      const owned = isJsonObject(value)
        ? Object.fromEntries(Object.entries(value).filter(([key]) => !unownedMetadata.has(key)))
        : {};
      visitMap(owned, inner, 'f:metadata', fields, containers);
    } else
      visitField(
        value,
        inner,
        `f:${field}`,
        fields,
        schema?.properties !== undefined && Object.hasOwn(schema.properties, field),
        containers,
      );
  }
  return fields;
}

function visitField(
  value: unknown,
  schema: Schema | undefined,
  path: string,
  fields: Map<string, string>,
  declared: boolean,
  containers: ContainerOwnership,
): void {
  visit(value, schema, path, fields, containers);
  const isContainer =
    Array.isArray(value) || (isJsonObject(value) && (containers === 'all' || schema?.properties === undefined));
  if (containers !== 'none' && isContainer && !fields.has(path)) fields.set(path, '');
  const isEmpty = value === null || (isJsonObject(value) && Object.keys(value).length === 0);
  if ((isEmpty || !declared) && !fields.has(path)) fields.set(path, isEmpty ? JSON.stringify(value) : '');
}

function visit(
  value: unknown,
  schema: Schema | undefined,
  path: string,
  fields: Map<string, string>,
  containers: ContainerOwnership,
): void {
  if (isJsonObject(value) && schema?.['x-kubernetes-map-type'] !== 'atomic')
    return visitMap(value, schema, path, fields, containers);
  if (!Array.isArray(value)) return void fields.set(path, JSON.stringify(value));
  const keys = listKeys(schema);
  if (keys.kind === 'atomic' || value.length === 0) return void fields.set(path, JSON.stringify(value));
  for (const item of value as readonly unknown[]) {
    const at = `${path}${separator}${keys.kind === 'set' ? `v:${JSON.stringify(item)}` : `k:${keyText(keys.keys, item, schema)}`}`;
    fields.set(at, '');
    if (keys.kind === 'map') visit(item, schema?.items, at, fields, containers);
  }
}

function visitMap(
  value: JsonObject,
  schema: Schema | undefined,
  path: string,
  fields: Map<string, string>,
  containers: ContainerOwnership,
): void {
  for (const [field, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    const declared = schema?.properties !== undefined && Object.hasOwn(schema.properties, field);
    visitField(inner, findFieldSchema(schema, field), `${path}${separator}f:${field}`, fields, declared, containers);
  }
}

function keyText(keys: readonly string[], item: unknown, schema: Schema | undefined): string {
  const key = itemKey(keys, item, schema);
  return JSON.stringify(Object.fromEntries(Object.entries(key).sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** Converts paths to the format of `metadata.managedFields`. */
export function toFieldsV1(paths: FieldPaths): JsonObject {
  interface Node {
    readonly children: Map<string, Node>;
    isMember: boolean;
  }
  const root: Node = { children: new Map(), isMember: false };
  for (const path of paths) {
    let here = root;
    for (const element of path.split(separator)) {
      const next = here.children.get(element) ?? { children: new Map<string, Node>(), isMember: false };
      here.children.set(element, next);
      here = next;
    }
    here.isMember = true;
  }
  const written = (node: Node): JsonObject => ({
    ...(node.isMember && node.children.size > 0 ? { '.': {} } : {}),
    ...Object.fromEntries(
      [...node.children]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([element, child]) => [element, written(child)]),
    ),
  });
  return written(root);
}

export function fromFieldsV1(fields: unknown): FieldPaths {
  const paths = new Set<string>();
  const read = (node: unknown, path: string, depth: number): void => {
    if (!isJsonObject(node) || depth > 100) return;
    const entries = Object.entries(node);
    if (path !== '' && (entries.length === 0 || Object.hasOwn(node, '.'))) paths.add(path);
    for (const [element, child] of entries)
      if (element !== '.') read(child, path === '' ? element : `${path}${separator}${element}`, depth + 1);
  };
  read(fields, '', 0);
  return paths;
}

/** Returns the added, modified, and removed paths. */
export function compared(
  before: FieldValues,
  after: FieldValues,
): { readonly added: FieldPaths; readonly modified: FieldPaths; readonly removed: FieldPaths } {
  const added = new Set<string>();
  const modified = new Set<string>();
  for (const [path, value] of after) {
    const old = before.get(path);
    if (old === undefined) added.add(path);
    else if (old !== value) modified.add(path);
  }
  return { added, modified, removed: new Set([...before.keys()].filter((path) => !after.has(path))) };
}

/** Formats a path for users, such as `.spec.containers[name="a"].image`. */
export function pathText(path: string): string {
  return path
    .split(separator)
    .map((element) => {
      const rest = element.slice(2);
      if (element.startsWith('f:')) return `.${rest}`;
      if (element.startsWith('v:')) return `[=${rest}]`;
      const key: unknown = JSON.parse(rest);
      const words = isJsonObject(key)
        ? Object.entries(key).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
        : [];
      return `[${words.join(',')}]`;
    })
    .join('');
}

/** Returns the elements of a path. */
export function elementsOf(path: string): readonly string[] {
  return path.split(separator);
}

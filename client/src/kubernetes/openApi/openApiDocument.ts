/**
 * Reads the OpenAPI v3 documents of an API server: the index with one hash per group and version, and the schemas of
 * the kinds in a document. Pure functions without VS Code.
 * Source: kubernetes/kubernetes@5e813c7c staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder.
 */
import { getList, getMap, getString, isJsonObject, type JsonObject } from '#core/common/json.ts';
import { numericKeywords } from '#core/kinds/custom/numericKeywords.ts';

/** A document in the index. */
export interface IndexedDocument {
  /** Path on the API server, with the hash as query. */
  readonly path: string;
  readonly hash: string;
}

/** The schema of a kind, without references. */
export interface KindSchema {
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly schema: JsonObject;
}

/** Maximum number of documents in an index, kinds in a document, and values and nested values in a schema. */
const maxDocuments = 2000;
const maxKinds = 200;
const maxValues = 50_000;
/** Maximum number of values in all schemas of a document. A small document can repeat a schema many times. */
const maxDocumentValues = 200_000;
const maxDepth = 60;
/** Maximum length of a text in a schema. */
const maxText = 1000;

const documentPath = /^\/openapi\/v3\/apis\/([a-z0-9.-]{1,253}\/v[a-z0-9]{1,62})\?hash=([\w-]{1,200})$/;

/**
 * Returns the documents by group and version, such as `kbs.confidentialcontainers.org/v1alpha1`.
 * @returns undefined if the response isn't an index
 */
export function readOpenApiIndex(response: unknown): ReadonlyMap<string, IndexedDocument> | undefined {
  if (!isJsonObject(response) || !isJsonObject(response['paths'])) return undefined;
  const documents = new Map<string, IndexedDocument>();
  for (const entry of Object.values(getMap(response, 'paths')).slice(0, maxDocuments)) {
    const path = getString(entry, 'serverRelativeURL') ?? '';
    const [, groupVersion, hash] = documentPath.exec(path) ?? [];
    if (groupVersion !== undefined && hash !== undefined) documents.set(groupVersion, { path, hash });
  }
  return documents;
}

/**
 * Returns the schemas of the kinds of a group and version. Omits a kind whose schema is recursive, too large, or refers
 * to an unknown schema.
 * @returns undefined if the document contains no usable kind
 */
export function readKindSchemas(document: unknown, groupVersion: string): readonly KindSchema[] | undefined {
  const schemas = getMap(document, 'components', 'schemas');
  const namespaced = namespacedKinds(getMap(document, 'paths'));
  const kinds: KindSchema[] = [];
  let left = maxDocumentValues;
  for (const schema of Object.values(schemas)) {
    const kind = kindOf(schema, groupVersion);
    if (kind === undefined || kinds.length >= maxKinds || left <= 0) continue;
    const resolver = new Resolver(schemas, Math.min(left, maxValues));
    const resolved = resolver.resolveKind(schema);
    left -= resolver.values;
    if (resolved !== undefined) kinds.push({ kind, isNamespaced: namespaced.has(kind), schema: resolved });
  }
  return kinds.length === 0 ? undefined : kinds;
}

/** Returns the kind of a schema. Schemas of lists, and those that are shared by several groups, have none. */
function kindOf(schema: unknown, groupVersion: string): string | undefined {
  const all = getList(schema, 'x-kubernetes-group-version-kind');
  const [only] = all;
  const kind = getString(only, 'kind') ?? '';
  const isOwn =
    all.length === 1 && `${getString(only, 'group') ?? ''}/${getString(only, 'version') ?? ''}` === groupVersion;
  return isOwn && /^[A-Za-z][A-Za-z0-9]{0,62}$/.test(kind) && !kind.endsWith('List') ? kind : undefined;
}

function namespacedKinds(paths: JsonObject): ReadonlySet<string> {
  return new Set(
    Object.entries(paths).flatMap(([path, operations]) =>
      path.includes('/namespaces/{namespace}/') && isJsonObject(operations)
        ? Object.values(operations).flatMap((one) => getString(one, 'x-kubernetes-group-version-kind', 'kind') ?? [])
        : [],
    ),
  );
}

/** Cancels the reading of a kind. Thrown and caught only in this file. */
class Unusable extends Error {}

/** Keywords whose values are copied. */
const scalars = [
  'type',
  'format',
  'nullable',
  ...numericKeywords,
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-type',
] as const;
/** Keywords with lists of scalars. */
const lists = ['required', 'enum', 'x-kubernetes-list-map-keys'] as const;
/** Keywords with lists of schemas, and the maximum length of such a list. */
const combinations = ['allOf', 'anyOf', 'oneOf'] as const;
const maxCombined = 50;

/** Copies a schema with the schemas that it refers to. */
class Resolver {
  readonly #schemas: JsonObject;
  readonly #maxValues: number;
  /** Number of values that were read. */
  values = 0;

  constructor(schemas: JsonObject, maxValues: number) {
    this.#schemas = schemas;
    this.#maxValues = maxValues;
  }

  /** Returns the schema of a kind without its metadata, which every kind has. */
  resolveKind(schema: unknown): JsonObject | undefined {
    if (!isJsonObject(schema)) return undefined;
    const { metadata: _, ...properties } = getMap(schema, 'properties');
    try {
      return this.#resolve({ ...schema, properties }, [], 0);
    } catch (error) {
      if (error instanceof Unusable) return undefined;
      throw error;
    }
  }

  #resolve(schema: unknown, open: readonly string[], depth: number): JsonObject {
    this.values += 1;
    if (!isJsonObject(schema) || depth > maxDepth || this.values > this.#maxValues) throw new Unusable();
    const reference = getString(schema, '$ref') ?? referenceIn(schema);
    if (reference !== undefined) {
      const name = reference.replace('#/components/schemas/', '');
      if (open.includes(name) || !Object.hasOwn(this.#schemas, name)) throw new Unusable();
      const target = this.#resolve(this.#schemas[name], [...open, name], depth + 1);
      return { ...target, ...textOf(schema, 'description'), ...scalarDefault(schema) };
    }
    const below = (child: unknown) => this.#resolve(child, open, depth + 1);
    const { properties, items, additionalProperties: additional } = schema;
    return {
      ...textOf(schema, 'description'),
      ...scalarDefault(schema),
      ...Object.fromEntries(scalars.flatMap((name) => (isScalar(schema[name]) ? [[name, schema[name]]] : []))),
      ...Object.fromEntries(lists.flatMap((name) => scalarList(name, schema[name]))),
      ...validations(schema),
      ...(schema['not'] === undefined ? {} : { not: below(schema['not']) }),
      ...(isJsonObject(properties)
        ? { properties: Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, below(child)])) }
        : {}),
      ...(items === undefined ? {} : { items: below(items) }),
      ...(isJsonObject(additional)
        ? { additionalProperties: below(additional) }
        : additional === true
          ? { additionalProperties: true }
          : {}),
      ...Object.fromEntries(combinations.flatMap((name) => this.#combination(name, schema[name], below))),
    };
  }

  /** Copies a list of schemas that only restrict the value further. Omits it if one of them can't be copied. */
  #combination(
    name: string,
    list: unknown,
    copy: (schema: unknown) => JsonObject,
  ): readonly (readonly [string, readonly JsonObject[]])[] {
    if (!Array.isArray(list) || list.length === 0 || list.length > maxCombined) return [];
    try {
      return [[name, list.map(copy)]];
    } catch (error) {
      if (error instanceof Unusable && this.values <= this.#maxValues) return [];
      throw error;
    }
  }
}

/** Returns the reference of a field. OpenAPI v3 needs `allOf` for a field that also has a description or default. */
function referenceIn(schema: JsonObject): string | undefined {
  const all = getList(schema, 'allOf');
  return all.length === 1 ? getString(all[0], '$ref') : undefined;
}

function isScalar(value: unknown): value is string | number | boolean {
  return (typeof value === 'string' && value.length <= maxText) || ['number', 'boolean'].includes(typeof value);
}

function scalarList(name: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(value) || value.length > maxText) return [];
  return value.every((item) => item === null || isScalar(item)) ? [[name, value]] : [];
}

function textOf(schema: JsonObject, field: string): JsonObject {
  const text = schema[field];
  return typeof text === 'string' ? { [field]: text.slice(0, maxText) } : {};
}

/** Returns the default. The value of a mapping or list doesn't matter, only that there is one. */
function scalarDefault(schema: JsonObject): JsonObject {
  if (!Object.hasOwn(schema, 'default')) return {};
  const { default: value } = schema;
  return { default: isScalar(value) ? value : {} };
}

function validations(schema: JsonObject): JsonObject {
  const field = 'x-kubernetes-validations';
  const rules = getList(schema, field)
    .slice(0, 5)
    .map((rule) => ({ ...textOf(getMap(rule), 'rule'), ...textOf(getMap(rule), 'message') }));
  return rules.length === 0 ? {} : { [field]: rules };
}

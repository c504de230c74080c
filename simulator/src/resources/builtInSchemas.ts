/**
 * Converts the tables of Kubernetes fields to the schemas that an API server publishes. The tables contain all covered
 * versions, and a schema the fields of one version.
 */
import { KubernetesTables, type KubernetesField, type KubernetesType } from '#core/kubernetes/decodeTables.ts';
import type { JsonObject } from '../store/kubeObject.ts';
import described from './fieldDescriptions.json' with { type: 'json' };
import encoded from './kubernetesTables.json' with { type: 'json' };

const tables = new KubernetesTables(encoded);
const atomicTypes: ReadonlySet<string> = new Set(encoded.atomic.split(' '));
const descriptions: Readonly<Record<string, readonly number[]>> = described.types;

/** Name of the schema of quantities, which accept numbers although the type is string. */
export const quantityName = 'api.resource.Quantity';

/** The schemas of types with a form of their own. */
const ownForms: Readonly<Record<string, JsonObject>> = {
  [quantityName]: { description: 'Quantity is a fixed-point representation of a number.', type: 'string' },
  'meta.v1.Time': {
    description: 'Time is a wrapper around time.Time which supports correct marshaling to YAML and JSON.',
    type: 'string',
    format: 'date-time',
  },
  'util.intstr.IntOrString': {
    description: 'IntOrString is a type that can hold an int32 or a string.',
    type: 'string',
    format: 'int-or-string',
  },
};

const scalars: Readonly<Record<(KubernetesType & { readonly type: 'scalar' })['scalar'], JsonObject>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  number: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
  time: { $ref: 'meta.v1.Time' },
  quantity: { $ref: quantityName },
  intOrString: { $ref: 'util.intstr.IntOrString' },
};

/** Returns the name of the schema of a kind, such as `core.v1.Pod`. Returns undefined if the tables lack the kind. */
export function findSchemaName(apiVersion: string, kind: string): string | undefined {
  return tables.findKind(apiVersion, kind)?.name;
}

/**
 * Returns the schema of a type, with references to other schemas.
 * @param minor the Kubernetes version, such as 34 for Kubernetes 1.34
 */
export function createSchema(name: string, minor: number): JsonObject {
  const own = ownForms[name];
  if (own !== undefined) return own;
  const type = tables.findType(name);
  if (type === undefined) return { type: 'object' };
  const fields = [...type.fields().values()];
  const [ownText, ...texts] = descriptions[name] ?? [];
  const exists = ({ since = 0, until = Infinity }: KubernetesField) => since <= minor && minor <= until;
  const required = fields.filter((field) => field.isRequired && exists(field)).map((field) => field.name);
  return {
    ...describe(ownText),
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(
      fields.flatMap((field, index) => (exists(field) ? [[field.name, fieldSchema(field, texts[index])]] : [])),
    ),
    ...(atomicTypes.has(name) ? { 'x-kubernetes-map-type': 'atomic' } : {}),
  };
}

function describe(index: number | undefined): JsonObject {
  const description = index === undefined ? '' : (described.texts[index] ?? '');
  return description === '' ? {} : { description };
}

function fieldSchema(field: KubernetesField, description: number | undefined): JsonObject {
  const { type, patch, keys } = field;
  const isList = type.type === 'list';
  const listType = keys.length > 0 ? 'map' : patch.find((one) => one === 'set' || (one === 'atomic' && isList));
  const strategy = patch.find((one) => /^(?:merge|retainKeys|replace)/.test(one));
  const mergeKey = patch.find((one) => one.startsWith('/'))?.slice(1);
  return {
    ...typeSchema(type),
    ...describe(description),
    ...defaultOf(field),
    ...(listType === undefined ? {} : { 'x-kubernetes-list-type': listType }),
    ...(keys.length === 0 ? {} : { 'x-kubernetes-list-map-keys': keys }),
    ...(patch.includes('atomic') && !isList ? { 'x-kubernetes-map-type': 'atomic' } : {}),
    ...(strategy === undefined ? {} : { 'x-kubernetes-patch-strategy': strategy }),
    ...(mergeKey === undefined ? {} : { 'x-kubernetes-patch-merge-key': mergeKey }),
  };
}

function typeSchema(type: KubernetesType): JsonObject {
  switch (type.type) {
    case 'scalar':
      return scalars[type.scalar];
    case 'enum':
      return { type: 'string' };
    case 'list':
      return { type: 'array', items: typeSchema(type.items) };
    case 'map':
      return { type: 'object', additionalProperties: typeSchema(type.values) };
    case 'object':
      return { $ref: type.name };
    default:
      return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  }
}

/** Returns the default of a field. A default that refers to a Go constant isn't published. */
function defaultOf({ type, default: initial }: KubernetesField): JsonObject {
  if (initial === undefined || initial.startsWith('ref(')) return {};
  if (type.type === 'enum' || (type.type === 'scalar' && type.scalar === 'string')) return { default: initial };
  if (type.type !== 'scalar') return {};
  if (type.scalar === 'boolean') return { default: initial === 'true' };
  return type.scalar === 'int32' || type.scalar === 'int64' ? { default: Number(initial) } : {};
}

/**
 * Converts the tables of Kubernetes fields to fields for completion and hovers. Loaded with the first completion or
 * hover in a workload.
 */
import * as l10n from '@vscode/l10n';
import type { FieldKnowledge, FieldTable } from '#core/kinds/field.ts';
import { formatFieldPath } from '#core/kinds/field.ts';
import { describeKubernetesField } from '#core/kubernetes/descriptions.ts';
import { findKataMeaning } from '#core/kubernetes/kataMeanings.ts';
import { openShiftOffset } from '#core/kubernetes/kubernetesVersions.ts';
import {
  coveredMinors,
  findKubernetesKind,
  type KubernetesField,
  type KubernetesType,
} from '#core/kubernetes/tables.ts';
import { renderSource } from '#core/product/sourceLinks.ts';
import { noText } from '#core/text/message.ts';
import { sanitizeMarkdown } from '#core/text/sanitize.ts';
import type { PathSegment } from '#server/engine/yaml/node.ts';

type ObjectType = KubernetesType & { readonly type: 'object' };

/** A place in an object: the type at the place, and the field that leads to it. */
interface Place {
  readonly type: KubernetesType;
  readonly field: { readonly owner: ObjectType; readonly field: KubernetesField } | undefined;
}

/** The pod of an object: the path of its template, and its runtime class. */
interface Pod {
  readonly path: readonly string[];
  readonly runtimeClass: string | undefined;
}

/**
 * Returns the fields at and directly below a path of an object.
 * @param path path of the cursor, with the index of each list item
 */
export function kubernetesFieldsAt(
  apiVersion: string,
  kind: string,
  path: readonly PathSegment[],
  pod: Pod | undefined,
): FieldTable {
  const root = findKubernetesKind(apiVersion, kind);
  const place = root === undefined ? undefined : findPlace(root, path);
  if (place === undefined) return {};
  const fields: Record<string, FieldKnowledge> = {};
  const at = formatFieldPath(path);
  if (place.field !== undefined) fields[at] = describe(place.type, place.field.owner, place.field.field, path, pod);
  addChildren(fields, path, place.type, pod);
  if (place.type.type === 'list') {
    const { items } = place.type;
    if (place.field !== undefined) fields[`${at}[]`] = describe(items, place.field.owner, place.field.field, path, pod);
    addChildren(fields, [...path, 0], items, pod);
  }
  return fields;
}

/** Describes the meaning of a field in the Kata VM of a pod, with its source. Undefined if it's the usual meaning. */
export function describeKataMeaning(path: readonly PathSegment[], pod: Pod | undefined): string | undefined {
  if (pod === undefined || !pod.path.every((step, index) => path[index] === step)) return undefined;
  const meaning = findKataMeaning(path.slice(pod.path.length), pod.runtimeClass);
  if (meaning === undefined) return undefined;
  return l10n.t`**In a Kata VM:** ${meaning.text()} (${meaning.source.split('; ').map(renderSource).join(', ')})`;
}

function findPlace(root: ObjectType, path: readonly PathSegment[]): Place | undefined {
  let place: Place = { type: root, field: undefined };
  for (const step of path) {
    const { type } = place;
    if (typeof step === 'number') {
      if (type.type !== 'list') return undefined;
      place = { type: type.items, field: place.field };
    } else if (type.type === 'map') place = { type: type.values, field: place.field };
    else {
      const field = type.type === 'object' ? type.fields().get(step) : undefined;
      if (type.type !== 'object' || field === undefined) return undefined;
      place = { type: field.type, field: { owner: type, field } };
    }
  }
  return place;
}

/** Returns the fields that users write. The API server sets the status and the other metadata. */
function writtenFields(type: ObjectType, parent: readonly PathSegment[]): readonly KubernetesField[] {
  const fields = type.fields();
  if (type.name === 'meta.v1.ObjectMeta')
    return ['name', 'namespace', 'labels', 'annotations', 'finalizers'].flatMap((name) => fields.get(name) ?? []);
  return [...fields.values()].filter(({ name }) => parent.length > 0 || name !== 'status');
}

function addChildren(
  fields: Record<string, FieldKnowledge>,
  parent: readonly PathSegment[],
  type: KubernetesType,
  pod: Pod | undefined,
): void {
  if (type.type !== 'object') return;
  for (const field of writtenFields(type, parent)) {
    const path = [...parent, field.name];
    fields[formatFieldPath(path)] = describe(field.type, type, field, path, pod);
  }
}

function describe(
  type: KubernetesType,
  owner: ObjectType,
  field: KubernetesField,
  path: readonly PathSegment[],
  pod: Pod | undefined,
): FieldKnowledge {
  const values =
    type.type === 'enum' ? type.values.filter(({ value, until }) => value !== '' && until === undefined) : [];
  const listed = Object.fromEntries(values.map(({ value }) => [value, noText] as const));
  return {
    summary: () => [...summarize(type, owner, field), describeKataMeaning(path, pod) ?? []].flat().join('\n\n'),
    type: fieldType(type),
    ...(field.isRequired ? { requiredBy: () => 'Kubernetes' } : {}),
    ...(field.default === undefined ? {} : { default: () => `\`${field.default ?? ''}\`` }),
    ...(type.type !== 'enum' ? {} : type.isOpen ? { examples: Object.keys(listed) } : { values: listed }),
  };
}

function summarize(type: KubernetesType, owner: ObjectType, field: KubernetesField): readonly string[] {
  const description = describeKubernetesField(owner, field.name);
  const { since, until, gates } = field;
  return [
    ...(description === '' ? [] : [sanitizeMarkdown(description)]),
    l10n.t`**Type:** ${typeName(type)}`,
    ...(since === undefined
      ? []
      : [l10n.t`**Since:** Kubernetes ${`1.${since}`} (OpenShift ${`4.${since - openShiftOffset}`})`]),
    ...(until === undefined || until === coveredMinors.newest ? [] : [l10n.t`**Until:** Kubernetes ${`1.${until}`}`]),
    ...(gates.length === 0 ? [] : [l10n.t`**Feature gate:** ${gates.join(', ')}`]),
  ];
}

/** Returns the type as the API documentation writes it. */
function typeName(type: KubernetesType): string {
  switch (type.type) {
    case 'any':
    case 'object':
      return 'object';
    case 'map':
      return `map (${typeName(type.values)})`;
    case 'list':
      return `array (${typeName(type.items)})`;
    case 'enum':
      return 'string';
    default:
      return scalarNames[type.scalar] ?? type.scalar;
  }
}

const scalarNames: Readonly<Record<string, string>> = {
  int32: 'integer',
  int64: 'integer',
  bytes: 'string (base64)',
  time: 'string (date-time)',
  intOrString: 'integer, string',
};

function fieldType(type: KubernetesType): NonNullable<FieldKnowledge['type']> {
  switch (type.type) {
    case 'any':
    case 'object':
    case 'map':
      return 'object';
    case 'list':
      return 'array';
    case 'enum':
      return 'string';
    default:
      if (type.scalar === 'boolean') return 'boolean';
      return type.scalar === 'int32' || type.scalar === 'int64' || type.scalar === 'number' ? 'integer' : 'string';
  }
}

/**
 * Converts the tables of Kubernetes fields to fields for completion and hovers. Loaded with the first completion or
 * hover in a workload.
 */
import * as l10n from '@vscode/l10n';
import type { FieldKnowledge, FieldTable } from '#core/kinds/field.ts';
import { formatFieldPath } from '#core/kinds/field.ts';
import { describeKubernetesField } from '#core/kubernetes/descriptions.ts';
import { openShiftOffset } from '#core/kubernetes/kubernetesVersions.ts';
import {
  coveredMinors,
  findKubernetesKind,
  type KubernetesField,
  type KubernetesType,
} from '#core/kubernetes/tables.ts';
import { noText } from '#core/text/message.ts';
import { sanitizeMarkdown } from '#core/text/sanitize.ts';
import type { PathSegment } from '#server/engine/yaml/node.ts';

type ObjectType = KubernetesType & { readonly type: 'object' };

/** A place in an object: the type at the place, and the field that leads to it. */
interface Place {
  readonly type: KubernetesType;
  readonly field: { readonly owner: ObjectType; readonly field: KubernetesField } | undefined;
}

/**
 * Returns the fields at and directly below a path of an object.
 * @param path a path as the cursor has it, with the index of each list item
 */
export function kubernetesFieldsAt(apiVersion: string, kind: string, path: readonly PathSegment[]): FieldTable {
  const root = findKubernetesKind(apiVersion, kind);
  const place = root === undefined ? undefined : findPlace(root, path);
  if (place === undefined) return {};
  const fields: Record<string, FieldKnowledge> = {};
  const at = formatFieldPath(path);
  if (place.field !== undefined) fields[at] = describe(place.type, place.field.owner, place.field.field);
  addChildren(fields, at, place.type);
  if (place.type.type === 'list') {
    const { items } = place.type;
    if (place.field !== undefined) fields[`${at}[]`] = describe(items, place.field.owner, place.field.field);
    addChildren(fields, `${at}[]`, items);
  }
  return fields;
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
function writtenFields(type: ObjectType, parent: string): readonly KubernetesField[] {
  const fields = type.fields();
  if (type.name === 'meta.v1.ObjectMeta')
    return ['name', 'namespace', 'labels', 'annotations', 'finalizers'].flatMap((name) => fields.get(name) ?? []);
  return [...fields.values()].filter(({ name }) => parent !== '' || name !== 'status');
}

function addChildren(fields: Record<string, FieldKnowledge>, parent: string, type: KubernetesType): void {
  if (type.type !== 'object') return;
  for (const field of writtenFields(type, parent)) {
    const step = formatFieldPath([field.name]);
    fields[parent === '' || step.startsWith('[') ? `${parent}${step}` : `${parent}.${step}`] = describe(
      field.type,
      type,
      field,
    );
  }
}

function describe(type: KubernetesType, owner: ObjectType, field: KubernetesField): FieldKnowledge {
  const values =
    type.type === 'enum' ? type.values.filter(({ value, until }) => value !== '' && until === undefined) : [];
  const listed = Object.fromEntries(values.map(({ value }) => [value, noText] as const));
  return {
    summary: () => summarize(type, owner, field),
    type: fieldType(type),
    ...(field.isRequired ? { requiredBy: () => 'Kubernetes' } : {}),
    ...(field.default === undefined ? {} : { default: () => `\`${field.default ?? ''}\`` }),
    ...(type.type !== 'enum' ? {} : type.isOpen ? { examples: Object.keys(listed) } : { values: listed }),
  };
}

function summarize(type: KubernetesType, owner: ObjectType, field: KubernetesField): string {
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
  ].join('\n\n');
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

/** Converts the schema of a CRD in the workspace to fields for completion and hovers. */
import * as l10n from '@vscode/l10n';
import type { FieldKnowledge, FieldTable, KindKnowledge } from '#core/kinds/field.ts';
import { formatFieldPath } from '#core/kinds/field.ts';
import { findDocumentedValues } from '#core/kinds/custom/documentedValues.ts';
import { objectMetaFields } from '#core/kinds/objectMeta.ts';
import { noText } from '#core/text/message.ts';
import { sanitizeMarkdown, sanitizeMarkdownCode } from '#core/text/sanitize.ts';
import type { CrdSchema } from './crdSchema.ts';
import type { IndexedCrd, SchemaCluster } from './readCrds.ts';
import { getUriFileName } from '../relatedObjects.ts';

/** Maximum number of fields of one version to offer. */
const maxFields = 5000;

/** Returns the cluster of a schema, for a sentence about its CRD. */
export function formatSchemaCluster({ name }: SchemaCluster): string {
  return l10n.t({
    message: 'the cluster {0}',
    args: [name],
    comment: ['Used instead of a file name: "The CRD in the cluster demo requires ...". {0} is a name.'],
  });
}

/** Returns where a schema is defined: the name of the file, or the cluster with the age of the schema. */
function describeSource({ uri, cluster }: IndexedCrd): string {
  return cluster === undefined ? getUriFileName(uri) : `${formatSchemaCluster(cluster)} (${cluster.age})`;
}

/** Describes a field. The summary contains the description and the file, so that users can find the definition. */
function describeField(schema: CrdSchema, file: string): FieldKnowledge {
  const { type, isIntOrString, values, items, additional, default: byDefault } = schema;
  const known = fieldType(schema);
  const name = isIntOrString ? 'integer, string' : typeName(type, items, additional);
  return {
    summary: () =>
      [
        ...(schema.description === '' ? [] : [sanitizeMarkdown(schema.description)]),
        ...(name === undefined ? [] : [l10n.t`**Type:** ${name}`]),
        ...describeRules(schema),
        l10n.t`**Defined in:** ${sanitizeMarkdown(file)}`,
      ].join('\n\n'),
    ...(known === undefined ? {} : { type: known }),
    ...(byDefault === undefined ? {} : { default: () => `\`${byDefault.replaceAll('`', '')}\`` }),
    ...(values === undefined
      ? {}
      : { values: Object.fromEntries(values.map((value) => [String(value), noText] as const)) }),
  };
}

/** Describes the rules of a field that only the API server evaluates. */
function describeRules({ rules }: CrdSchema): readonly string[] {
  return (rules ?? []).map(({ rule, message }) =>
    [
      l10n.t`**Rule that only the API server checks:** ${sanitizeMarkdownCode(rule)}`,
      ...(message === '' ? [] : [sanitizeMarkdown(message)]),
    ].join('\n\n'),
  );
}

/** Returns the type for users, with the type of the items or values in parentheses. */
function typeName(
  type: string | undefined,
  items: CrdSchema | undefined,
  additional: CrdSchema | undefined,
): string | undefined {
  if (type !== undefined && items?.type !== undefined) return `${type} (${items.type})`;
  return type === undefined || additional?.type === undefined ? type : `${type} (${additional.type})`;
}

/** Returns the type for which completion inserts a value. A number is treated as an integer. */
function fieldType({ type, isIntOrString }: CrdSchema): FieldKnowledge['type'] {
  if (isIntOrString || type === 'number') return 'integer';
  return type;
}

/** Returns the schema of a field with the values that the operator documents, if the CRD lists none. */
function withDocumentedValues(schema: CrdSchema, { group, kind }: IndexedCrd, path: string): CrdSchema {
  const values = schema.values === undefined ? findDocumentedValues(group, kind, path)?.values : undefined;
  return values === undefined ? schema : { ...schema, values };
}

const tables = new WeakMap<CrdSchema, FieldTable>();

/** Returns the fields of a schema by path. */
export function fieldsOfSchema(schema: CrdSchema, crd: IndexedCrd): FieldTable {
  const known = tables.get(schema);
  if (known !== undefined) return known;
  const file = describeSource(crd);
  const fields: Record<string, FieldKnowledge> = {};
  let left = maxFields;
  const add = (at: CrdSchema, path: string): void => {
    left -= 1;
    if (left < 0) return;
    if (path !== '') fields[path] = describeField(withDocumentedValues(at, crd, path), file);
    for (const [name, child] of at.properties) {
      if (path === '' && (name === 'apiVersion' || name === 'kind' || name === 'metadata')) continue;
      const step = formatFieldPath([name]);
      add(child, path === '' || step.startsWith('[') ? `${path}${step}` : `${path}.${step}`);
    }
    if (at.items !== undefined) add(at.items, `${path}[]`);
    if (at.additional !== undefined && path !== '') add(at.additional, `${path}.*`);
  };
  add(schema, '');
  tables.set(schema, fields);
  return fields;
}

const merged = new WeakMap<FieldTable, WeakMap<FieldTable, FieldTable>>();

/** Returns the fields of a known kind, and the fields that only a CRD of the workspace defines. */
export function withCrdFields(fields: FieldTable, ofCrd: FieldTable): FieldTable {
  if (Object.keys(ofCrd).length === 0) return fields;
  const byCrd = merged.get(fields) ?? new WeakMap<FieldTable, FieldTable>();
  merged.set(fields, byCrd);
  const known = byCrd.get(ofCrd) ?? { ...ofCrd, ...fields };
  byCrd.set(ofCrd, known);
  return known;
}

/** ID of all kinds that only a CRD of the workspace defines. */
export const customResourceId = 'CustomResource';

/** Creates the description of a kind that only a CRD of the workspace defines. */
export function customKind(crd: IndexedCrd, schema: CrdSchema): KindKnowledge {
  const { group, kind, scope, versions } = crd;
  return {
    id: customResourceId,
    kind,
    group,
    versions: versions.map(({ name }) => name),
    scope,
    mentions: [],
    summary: () => describeField(schema, describeSource(crd)).summary(),
    fields: { ...objectMetaFields, ...fieldsOfSchema(schema, crd) },
  };
}

/** Creates the description of a kind for objects whose version the CRD doesn't serve. Their fields are unknown. */
export function unservedKind({ group, kind, scope, served = [] }: IndexedCrd): KindKnowledge {
  return {
    id: customResourceId,
    kind,
    group,
    versions: served,
    scope,
    mentions: [],
    summary: noText,
    fields: objectMetaFields,
  };
}

/**
 * Our schema as it is handed to another YAML extension: all that it needs to complete and explain, and of constraints
 * only the types. What our rules say better (unknown fields, bad values) it must not say as well.
 */
import type { KindKnowledge } from '#core/kinds/field.ts';
import { kataConfigInfo } from '#core/kinds/kataConfig.ts';
import { schemas } from '#schemas/index.ts';

/** A JSON Schema, as far as it is looked into here. */
interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/**
 * The kinds of our own groups. For others that extension has the schemas of Kubernetes, which ours must not take the
 * place of.
 */
export const handedKinds: readonly KindKnowledge[] = [kataConfigInfo];

const schemaOf = (kind: string) => Object.entries<JsonSchema>(schemas).find(([name]) => name === kind)?.[1] ?? {};

/** One schema for files with many documents: each kind's applies only to documents of its group. */
export const handedSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'OpenShift sandboxed containers',
  allOf: handedKinds.map(({ kind, group }) => ({
    if: {
      type: 'object',
      properties: { apiVersion: { type: 'string', pattern: `^${group.replaceAll('.', '\\.')}/` } },
      required: ['apiVersion'],
    },
    then: lenient(schemaOf(kind)),
  })),
};

function lenient(schema: JsonSchema): JsonSchema {
  const {
    additionalProperties,
    required: _required,
    // With it, that extension writes the default behind a key that is completed, and offers no other value.
    default: _default,
    enum: values,
    markdownEnumDescriptions,
    properties,
    items,
    type,
    $schema: _draft,
    $comment: _comment,
    ...rest
  } = schema;
  const out: Record<string, unknown> = { ...rest };
  if (properties !== undefined)
    out['properties'] = Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, lenient(child)]));
  if (items !== undefined) out['items'] = lenient(items);
  if (typeof additionalProperties === 'object') out['additionalProperties'] = additionalProperties;
  if (values === undefined) {
    if (type !== undefined) out['type'] = type;
  } else
    out['anyOf'] = [
      { type, enum: values, ...(markdownEnumDescriptions === undefined ? {} : { markdownEnumDescriptions }) },
      { type },
    ];
  return out;
}

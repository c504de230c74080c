/**
 * Builds the variant of our schema for the YAML extension. It contains everything for completion and hovers, but only
 * types as constraints. Our rules report unknown fields and invalid values with better messages, so the YAML extension
 * must not report them too.
 */
import type { KindKnowledge } from '#core/kinds/field.ts';
import { kataConfigInfo } from '#core/kinds/kataConfig.ts';
import { schemas } from '#schemas/index.ts';

/** The part of a JSON Schema that this module uses. */
interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/**
 * The kinds in our own API groups. For other kinds, the YAML extension has the Kubernetes schemas, and our schema must
 * not replace them.
 */
export const handedKinds: readonly KindKnowledge[] = [kataConfigInfo];

const schemaOf = (kind: string) => Object.entries<JsonSchema>(schemas).find(([name]) => name === kind)?.[1] ?? {};

/**
 * Combined schema for files with multiple documents. The schema of each kind applies only to documents of its API
 * group.
 */
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
    // With a default, the YAML extension inserts it when it completes the key and offers no other values.
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

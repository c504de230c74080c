/**
 * Converts the schema of a kind to a JSON Schema for yaml-language-server. The schema allows null everywhere, because
 * the API server accepts it for each optional field. It omits everything that the API server might evaluate
 * differently: required fields, patterns, formats, and string lengths. It accepts unknown fields.
 */
import type { JsonObject } from '#core/common/json.ts';
import { hasInvisible, sanitizeMarkdown } from '#core/text/sanitize.ts';
import type { CrdSchema } from '../../engine/workspace/crds/crdSchema.ts';

/** Maximum length of a schema in JSON. */
const maxLength = 2_000_000;
/** Bounds that mean the same in both. */
const sameBounds = ['minimum', 'maximum', 'minItems', 'maxItems'] as const;

const texts = new WeakMap<CrdSchema, string>();

/** Returns the JSON Schema as text. Omits the descriptions if it's too long. */
export function jsonSchemaText(schema: CrdSchema): string {
  const known = texts.get(schema);
  if (known !== undefined) return known;
  const whole = write(schema, true);
  const text = whole.length <= maxLength ? whole : write(schema, false);
  texts.set(schema, text);
  return text;
}

function write(schema: CrdSchema, describes: boolean): string {
  const head = Object.fromEntries(['apiVersion', 'kind'].map((name) => [name, { type: 'string' }]));
  const { properties, ...root } = convert(schema, describes);
  return JSON.stringify({ ...root, properties: { ...head, metadata: { type: 'object' }, ...asObject(properties) } });
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function convert(schema: CrdSchema, describes: boolean): JsonObject {
  const { type, isIntOrString, description, properties, items, additional, limits } = schema;
  const types = isIntOrString ? ['integer', 'string'] : type === undefined ? [] : [type];
  const below = (child: CrdSchema) => convert(child, describes);
  return {
    ...(types.length === 0 ? {} : { type: [...types, 'null'] }),
    ...(describes && description !== '' ? { markdownDescription: sanitizeMarkdown(description) } : {}),
    ...defaultOf(schema),
    ...valuesOf(schema),
    ...Object.fromEntries(sameBounds.flatMap((name) => (limits?.[name] === undefined ? [] : [[name, limits[name]]]))),
    ...(properties.size === 0
      ? {}
      : {
          properties: Object.fromEntries(
            Array.from(properties)
              .filter(([name]) => isPlain(name))
              .map(([name, child]) => [name, below(child)]),
          ),
        }),
    ...(items === undefined ? {} : { items: below(items) }),
    ...(additional === undefined ? {} : { additionalProperties: below(additional) }),
    ...combinedOf(schema, below),
  };
}

/** Converts `allOf`, `anyOf`, and `oneOf`. Without required fields, `oneOf` means that at least one schema applies. */
function combinedOf({ combined, values }: CrdSchema, below: (child: CrdSchema) => JsonObject): JsonObject {
  if (combined === undefined) return {};
  const all = combined.all.map(below).filter(isRestriction);
  const any = combined.any
    .map((list) => list.map(below))
    .filter((list) => list.every(isRestriction))
    .map((list) => joinValues(list) ?? { anyOf: list });
  const [only, ...others] = [...all, ...any];
  if (only === undefined) return {};
  return others.length === 0 && !('enum' in only && values !== undefined) && all.length === 0
    ? only
    : { allOf: [only, ...others] };
}

/** Returns one list of values for alternatives that only list values, because hovers show one alternative. */
function joinValues(list: readonly JsonObject[]): JsonObject | undefined {
  const listed = list.map(({ enum: values, ...rest }) =>
    Array.isArray(values) && Object.keys(rest).every((keyword) => keyword === 'markdownDescription')
      ? (values as readonly unknown[]).filter((value) => value !== null)
      : undefined,
  );
  const known = listed.filter((values) => values !== undefined);
  return known.length === list.length ? { enum: [...new Set(known.flat()), null] } : undefined;
}

function isRestriction(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => keyword !== 'markdownDescription');
}

/** Returns the listed values, unless one of them can't be displayed unchanged. */
function valuesOf({ values }: CrdSchema): JsonObject {
  const isShown = values?.every((value) => typeof value !== 'string' || isPlain(value)) === true;
  return values !== undefined && isShown ? { enum: [...values, null] } : {};
}

/** Returns the default of a scalar with its type. */
function defaultOf({ type, default: text }: CrdSchema): JsonObject {
  if (text === undefined || !isPlain(text)) return {};
  if (type === 'string') return { default: text };
  if (type === 'boolean' && (text === 'true' || text === 'false')) return { default: text === 'true' };
  return (type === 'integer' || type === 'number') && Number.isFinite(Number(text)) ? { default: Number(text) } : {};
}

/** Returns whether a text can appear in a list of suggestions and as code in a hover. */
function isPlain(text: string): boolean {
  return text.length <= 200 && !/[`\r\n]/.test(text) && !hasInvisible(text);
}

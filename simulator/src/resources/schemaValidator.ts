/** Validates values against a schema with Ajv and words the errors as the API does. */
import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';
import type { ErrorCause } from '../store/apiError.ts';
import { getList, getMap, isJsonObject } from '../store/kubeObject.ts';
import type { Result } from '#core/common/result.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { Schema } from './schema.ts';

export type Validator = (value: unknown) => readonly ErrorCause[];

const dateTime = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Compiles a schema. Returns an error if the schema is invalid. */
export function compileSchema(schema: Schema): Result<Validator, string> {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    logger: false,
    validateSchema: false,
    unicodeRegExp: false,
    verbose: true,
  });
  ajv.addFormat('date-time', dateTime);
  try {
    const validate = ajv.compile(forAjv(schema));
    return succeed((value) => {
      if (validate(value)) return [];
      const errors = (validate.errors ?? []).slice(0, 100);
      // If a value matches none of several alternatives, only that is reported.
      return errors
        .filter(({ keyword, schemaPath }) => !(/\/(anyOf|oneOf)\/\d+\//.test(schemaPath) && keyword !== 'anyOf'))
        .map(causeOf);
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Converts a schema to plain JSON Schema, which supports neither `x-kubernetes-int-or-string` nor `nullable` without a
 * type.
 */
function forAjv(schema: unknown): object {
  const { 'x-kubernetes-int-or-string': intOrString, ...rest } = isJsonObject(schema) ? schema : {};
  const out: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, converted(key, value)]),
  );
  if (intOrString === true) {
    out['type'] = out['nullable'] === true ? ['integer', 'string', 'null'] : ['integer', 'string'];
    delete out['anyOf'];
  } else if (out['nullable'] === true && typeof out['type'] === 'string') out['type'] = [out['type'], 'null'];
  if (Array.isArray(out['enum']) && out['nullable'] === true) out['enum'] = [...(out['enum'] as unknown[]), null];
  if (out['x-kubernetes-embedded-resource'] === true) addEmbedded(out);
  delete out['nullable'];
  // Defaults were already added. Descriptions, CEL validations, and `$ref` are ignored.
  for (const key of ['default', 'description', 'x-kubernetes-validations', '$ref', 'id', '$id']) delete out[key];
  return out;
}

/** Adds what the API server requires of an object in another object. */
function addEmbedded(out: Record<string, unknown>): void {
  const strings = { type: 'object', additionalProperties: { type: 'string' } };
  const metadata = { type: 'object', properties: { name: { type: 'string' }, labels: strings, annotations: strings } };
  const text = { type: 'string' };
  out['properties'] = { ...getMap(out, 'properties'), apiVersion: text, kind: text, metadata };
  out['required'] = ['apiVersion', 'kind', ...getList(out, 'required')];
}

function converted(key: string, value: unknown): unknown {
  if (key === 'properties' || key === 'patternProperties') {
    return Object.fromEntries(
      Object.entries(isJsonObject(value) ? value : {}).map(([name, inner]) => [name, forAjv(inner)]),
    );
  }
  if (['items', 'not', 'additionalProperties'].includes(key) && isJsonObject(value)) return forAjv(value);
  return ['allOf', 'anyOf', 'oneOf'].includes(key) && Array.isArray(value) ? value.map(forAjv) : value;
}

function jsonTypeOf(data: unknown): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return 'array';
  if (typeof data === 'number') return Number.isInteger(data) ? 'integer' : 'number';
  return typeof data;
}

function causeOf({ instancePath, keyword, params, data }: ErrorObject): ErrorCause {
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const field = parts.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
    '',
  );
  const given: Readonly<Record<string, unknown>> = params;
  const shown = JSON.stringify(data) ?? 'null';
  if (keyword === 'required') {
    const missing = `${field === '' ? '' : `${field}.`}${String(given['missingProperty'])}`;
    return { reason: 'FieldValueRequired', message: 'Required value', field: missing };
  }
  if (keyword === 'type') {
    const type = jsonTypeOf(data);
    const wanted = Array.isArray(given['type']) ? given['type'][0] : given['type'];
    return {
      reason: 'FieldValueTypeInvalid',
      message: `Invalid value: ${JSON.stringify(type)}: ${field} in body must be of type ${String(wanted)}: ${JSON.stringify(type)}`,
      field,
    };
  }
  if (keyword === 'enum') {
    const allowed = (Array.isArray(given['allowedValues']) ? given['allowedValues'] : [])
      .filter((value) => value !== null)
      .map((value) => JSON.stringify(value));
    return {
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${shown}: supported values: ${allowed.join(', ')}`,
      field,
    };
  }
  const limit = String(given['limit']);
  const words: Readonly<Record<string, string>> = {
    pattern: `should match '${String(given['pattern'])}'`,
    minimum: `should be greater than or equal to ${limit}`,
    maximum: `should be less than or equal to ${limit}`,
    exclusiveMinimum: `should be greater than ${limit}`,
    exclusiveMaximum: `should be less than ${limit}`,
    minLength: `should be at least ${limit} chars long`,
    maxLength: `should be at most ${limit} chars long`,
    minItems: `should have at least ${limit} items`,
    maxItems: `should have at most ${limit} items`,
    format: `must be of type ${String(given['format'])}: ${shown}`,
  };
  return {
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${shown}: ${field} in body ${words[keyword] ?? `must be valid (${keyword})`}`,
    field,
  };
}

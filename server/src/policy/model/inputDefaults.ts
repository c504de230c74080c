/**
 * Adds missing fields to the input of a request. The agent serializes the whole protocol message, so `input` contains
 * fields that the runtime didn't set, with their defaults. Source:
 * kata-containers@7c6ba40c src/libs/protocols/src/serde_config.rs, src/agent/src/policy.rs.
 */
import { messageFields, requestFields, type CopyFileInput } from '#core/agent/inputs/inputs.ts';
import { hasNumericValues, type InputField, type InputType } from '#core/agent/inputs/inputType.ts';
import { emptyArray, emptyObject, makeObject, RegoArray, RegoObject, type RegoValue } from '../rego/values/values.ts';

/** A completed input. */
export interface CompletedInput {
  readonly input: RegoValue;
  /** Paths of the added fields, such as `interface.mtu`, each only once. */
  readonly added: readonly string[];
}

/** Adds the missing fields to the input of a request. Changes nothing if the request is unknown. */
export function completeInput(request: string, input: RegoValue, copyFile: CopyFileInput): CompletedInput {
  const fields = requestFields(request, copyFile);
  const added = new Set<string>();
  return { input: fields === undefined ? input : withFields(input, fields, '', added), added: [...added] };
}

function withFields(value: RegoValue, fields: readonly InputField[], path: string, added: Set<string>): RegoValue {
  if (!(value instanceof RegoObject)) return value;
  const entries = value.entries.map(([key, inner]) => {
    const field = fields.find(({ name }) => name === key);
    return field === undefined
      ? ([key, inner] as const)
      : ([key, complete(inner, field.type, `${path}${field.name}`, added)] as const);
  });
  for (const field of fields) {
    const missing = value.get(field.name) === undefined && isSentByAll(field) ? defaultOf(field) : undefined;
    if (missing === undefined) continue;
    added.add(`${path}${field.name}`);
    entries.push([field.name, missing]);
  }
  return makeObject(entries);
}

/** Returns whether the agent sends the field in every version that the release might include. */
function isSentByAll({ only }: InputField): boolean {
  return only === undefined;
}

function complete(value: RegoValue, type: InputType, path: string, added: Set<string>): RegoValue {
  switch (type.kind) {
    case 'message':
      return withFields(value, messageFields(type.name) ?? [], `${path}.`, added);
    case 'list':
      return value instanceof RegoArray
        ? new RegoArray(value.items.map((item) => complete(item, type.of, `${path}[_]`, added)))
        : value;
    default:
      return value;
  }
}

/** Returns the default for a field in the protocol. Returns undefined for values that the agent computes itself. */
function defaultOf({ type, nullable }: InputField): RegoValue | undefined {
  if (nullable) return null;
  switch (type.kind) {
    case 'string':
      return '';
    case 'number':
      return 0n;
    case 'bool':
      return false;
    case 'bytes':
    case 'list':
      return emptyArray;
    case 'map':
      return emptyObject;
    case 'enum':
      return hasNumericValues(type) ? 0n : undefined;
    default:
      return null;
  }
}

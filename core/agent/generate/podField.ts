/** Reads fields of a pod and remembers their paths, for messages and comments. */
/** Path of a field in an object: keys and indexes. */
export type FieldPath = readonly (string | number)[];

/** A field with its plain value. The value is undefined if the field is absent or unknown. */
export interface PodField {
  readonly value: unknown;
  readonly path: FieldPath;
}

/** Information about a field that the policy doesn't cover completely. */
export interface FieldMessage {
  readonly path: FieldPath;
  readonly message: string;
  /** True if no policy can be generated. */
  readonly fatal?: true;
}

/** Collects messages while a policy is generated. */
export interface MessageCollector {
  add(field: PodField, message: string): void;
}

/** Returns the field at a path below another field. */
export function fieldAt(field: PodField, ...steps: FieldPath): PodField {
  let value = field.value;
  for (const step of steps)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Readonly<Record<string | number, unknown>>)[step]
        : undefined;
  return { value, path: [...field.path, ...steps] };
}

/** Returns the items of a list, each with its path. Any other value has no items. */
export function itemsOf(field: PodField): readonly PodField[] {
  return Array.isArray(field.value)
    ? field.value.map((value: unknown, index) => ({ value, path: [...field.path, index] }))
    : [];
}

/** Returns a string field. Returns undefined for any other value. */
export function textOf(field: PodField): string | undefined {
  return typeof field.value === 'string' ? field.value : undefined;
}

/** Returns the strings of a list. Returns undefined if the field isn't a list of strings. */
export function textsOf(field: PodField): readonly string[] | undefined {
  if (!Array.isArray(field.value)) return undefined;
  const items: readonly unknown[] = field.value;
  const texts = items.filter((item) => typeof item === 'string');
  return texts.length === items.length ? texts : undefined;
}

/** Returns an integer field. Returns undefined for any other value. */
export function integerOf(field: PodField): number | undefined {
  return typeof field.value === 'number' && Number.isSafeInteger(field.value) ? field.value : undefined;
}

/** Returns the first of several fields that has a value. Returns the last one if none has. */
export function firstSet(...fields: readonly [PodField, ...PodField[]]): PodField {
  const [first] = fields;
  return fields.find(({ value }) => value !== undefined && value !== null) ?? fields.at(-1) ?? first;
}

/** Returns the path as text for a comment, such as `spec.containers[0].image`. */
export function pathText({ path }: PodField): string {
  let text = '';
  for (const step of path)
    text +=
      typeof step === 'number'
        ? `[${step}]`
        : /^[\w-]+$/.test(step)
          ? `${text === '' ? '' : '.'}${step}`
          : `[${JSON.stringify(step)}]`;
  return text;
}

/** Renders a text as a Rego string. JSON strings are valid in Rego. */
export function regoString(text: string): string {
  return JSON.stringify(text);
}

/** Renders a list of strings in Rego. */
export function regoList(texts: readonly string[]): string {
  return `[${texts.map(regoString).join(', ')}]`;
}

/** Escapes a text for a regular expression of the policy engine (RE2). */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

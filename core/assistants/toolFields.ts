/**
 * Defines the input fields of tools. The JSON Schema and the parser are both derived from them, because assistants
 * might send anything.
 */
import { isJsonObject, type JsonObject } from '../common/json.ts';
import { fail, succeed, type Result } from '../common/result.ts';
import { cutText, sanitizeLiteral } from '../text/sanitize.ts';

interface Described {
  /** Sentence that describes the field to the assistant. */
  readonly description: string;
}

export interface TextField extends Described {
  readonly kind: 'text';
  /** Maximum length, in UTF-16 code units. */
  readonly most: number;
  /** True if the text must be a single line without control characters, as names and paths are. */
  readonly line?: true;
}

export interface TextsField extends Described {
  readonly kind: 'texts';
  /** Maximum number of items, and maximum length of each, in UTF-16 code units. Each item is a single line. */
  readonly most: number;
  readonly longest: number;
}

interface ChoiceField extends Described {
  readonly kind: 'choice';
  readonly of: readonly string[];
}

type Field = TextField | TextsField | ChoiceField;
export type ToolInputFields = Readonly<Record<string, Field>>;

/** Parsed input by field. All fields are optional. */
export type ToolInput<Of extends ToolInputFields> = {
  readonly [Name in keyof Of]?: Of[Name] extends TextsField ? readonly string[] : string;
};

/** Creates a field for the path of a file or folder. */
export function createPathField(description: string): TextField {
  return { kind: 'text', most: longestPath, line: true, description };
}

/** Creates a field for several paths. */
export function pathsField(description: string): TextsField {
  return { kind: 'texts', most: 50, longest: longestPath, description };
}

const longestPath = 4096;

/** Returns the JSON Schema of an input. */
export function schemaOf(fields: ToolInputFields): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, propertyOf(field)])),
    additionalProperties: false,
  };
}

function propertyOf(field: Field): JsonObject {
  const { description } = field;
  switch (field.kind) {
    case 'text':
      return { type: 'string', description, minLength: 1, maxLength: field.most };
    case 'texts':
      return {
        type: 'array',
        description,
        items: { type: 'string', minLength: 1, maxLength: field.longest },
        minItems: 1,
        maxItems: field.most,
      };
    default:
      return { type: 'string', description, enum: field.of };
  }
}

/** Parses the input. The error describes what is wrong, so that the assistant can correct it. Never throws. */
export function parseToolInput<Of extends ToolInputFields>(fields: Of, input: unknown): Result<ToolInput<Of>, string> {
  // Some clients send nothing if there is no input.
  const sent = input === undefined || input === null ? {} : input;
  if (!isJsonObject(sent)) return fail('The input must be an object.');
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(fields, name))
      return fail(`Unknown field ${shortly(name)}. Valid fields: ${Object.keys(fields).join(', ')}.`);
  }
  const read: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (value === undefined || value === null) continue;
    const problem = problemOf(field, value);
    if (problem !== undefined) return fail(`${name} ${problem}.`);
    read[name] = value;
  }
  return succeed(read as ToolInput<Of>);
}

function problemOf(field: Field, value: unknown): string | undefined {
  switch (field.kind) {
    case 'text':
      return textProblem(value, field.most, field.line === true);
    case 'texts': {
      if (!Array.isArray(value)) return 'must be a list of strings';
      if (value.length === 0 || value.length > field.most) return `must have 1 to ${field.most} items`;
      const items: readonly unknown[] = value;
      for (const item of items) {
        const problem = textProblem(item, field.longest, true);
        if (problem !== undefined) return `has an item that ${problem}`;
      }
      return undefined;
    }
    default:
      return typeof value === 'string' && field.of.includes(value)
        ? undefined
        : `must be one of ${field.of.join(', ')}`;
  }
}

function textProblem(value: unknown, most: number, isLine: boolean): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '') return 'must not be empty';
  if (value.length > most) return `must not be longer than ${most} characters`;
  if (value.includes('\0')) return 'must not contain NUL characters';
  return isLine && /\p{Cc}/u.test(value) ? 'must not contain control characters' : undefined;
}

function shortly(name: string): string {
  return cutText(sanitizeLiteral(name), 41);
}

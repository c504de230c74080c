/**
 * What a tool may be given: each field is told once, and both its JSON Schema and its reading are made of that.
 * Assistants send anything.
 */
import { isJsonObject, type JsonObject } from '../common/json.ts';
import { fail, succeed, type Result } from '../common/result.ts';
import { cutText, sanitizeLiteral } from '../text/sanitize.ts';

interface Said {
  /** For the assistant, in a sentence. */
  readonly description: string;
}

export interface TextField extends Said {
  readonly kind: 'text';
  /** UTF-16 units, at most. */
  readonly most: number;
  /** It is one line: no control characters. Names and paths are. */
  readonly line?: true;
}

export interface TextsField extends Said {
  readonly kind: 'texts';
  /** So many, at most, each one line of so many UTF-16 units. */
  readonly most: number;
  readonly longest: number;
}

interface ChoiceField extends Said {
  readonly kind: 'choice';
  readonly of: readonly string[];
}

type Field = TextField | TextsField | ChoiceField;
export type ToolInputFields = Readonly<Record<string, Field>>;

/** What was given, field by field; none of them must be. */
export type ToolInput<Of extends ToolInputFields> = {
  readonly [Name in keyof Of]?: Of[Name] extends TextsField ? readonly string[] : string;
};

/** A path of a file or folder. */
export function createPathField(description: string): TextField {
  return { kind: 'text', most: longestPath, line: true, description };
}

/** Several paths. */
export function pathsField(description: string): TextsField {
  return { kind: 'texts', most: 50, longest: longestPath, description };
}

const longestPath = 4096;

/** The JSON Schema of an input. */
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

/** The input, if it is one. The error says what is wrong with it, for the assistant to mend. Never throws. */
export function parseToolInput<Of extends ToolInputFields>(fields: Of, input: unknown): Result<ToolInput<Of>, string> {
  // Some clients send nothing where there is nothing to say.
  const sent = input === undefined || input === null ? {} : input;
  if (!isJsonObject(sent)) return fail('The input must be an object.');
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(fields, name))
      return fail(`There is no field ${shortly(name)}; there are ${Object.keys(fields).join(', ')}.`);
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
      if (!Array.isArray(value)) return 'must be a list of texts';
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
  if (typeof value !== 'string') return 'must be a text';
  if (value === '') return 'must not be empty';
  if (value.length > most) return `must not be longer than ${most} characters`;
  if (value.includes('\0')) return 'must not hold NUL characters';
  return isLine && /\p{Cc}/u.test(value) ? 'must not hold control characters' : undefined;
}

function shortly(name: string): string {
  return cutText(sanitizeLiteral(name), 41);
}

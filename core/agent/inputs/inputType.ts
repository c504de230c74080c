/** Defines the types of `input` in a policy and the short notation for the tables. */
import type { Message } from '#core/text/message.ts';

/**
 * Type of a value in `input`. Message fields that weren't sent are `null`, enumerations are usually numbers, and bytes
 * are lists of numbers.
 */
export type InputType =
  | { readonly kind: 'string' | 'number' | 'bool' | 'bytes' }
  | { readonly kind: 'list'; readonly of: InputType }
  | { readonly kind: 'map'; readonly of: InputType }
  | { readonly kind: 'message'; readonly name: string }
  | { readonly kind: 'enum'; readonly name: string; readonly values: readonly EnumValue[] };

/** An enumeration. */
type EnumType = Extract<InputType, { readonly kind: 'enum' }>;

/** Returns whether the values of an enumeration are numbers in `input`, and not strings. */
export function hasNumericValues({ values }: EnumType): boolean {
  return values.every(({ value }) => typeof value === 'number');
}

/** A value of an enumeration. */
interface EnumValue {
  /** Value in `input`. A string if the agent writes strings. */
  readonly value: number | string;
  readonly name: string;
}

/** A field of a message in `input`. */
export interface InputField {
  /** Case-sensitive name in `input`. */
  readonly name: string;
  readonly type: InputType;
  /** True if the field can be `null` although it isn't a message. */
  readonly nullable: boolean;
  readonly summary?: Message;
  /** Agents that have the field, if not all do. */
  readonly only?: Message;
}

/** Enumerations by their names in the Kata protocol. The agent defines `FileType` itself, with string values. */
const enums: Readonly<Record<string, readonly EnumValue[]>> = {
  IPFamily: [
    { value: 0, name: 'v4' },
    { value: 1, name: 'v6' },
  ],
  FSGroupChangePolicy: [
    { value: 0, name: 'Always' },
    { value: 1, name: 'OnRootMismatch' },
  ],
  FileType: ['Regular', 'Directory', 'Symlink', 'Unknown'].map((name) => ({ value: name, name })),
};

/**
 * Fields of a message in short notation: `string`, `number`, `bool`, `bytes`, `[T]` for a list, `{T}` for a map, or the
 * name of a message or enumeration. A `?` at the end means that the field can be null.
 */
export type Notation = Readonly<Record<string, string>>;

/** Parses the notation of a type. */
export function typeOf(notation: string): InputType {
  switch (notation) {
    case 'string':
    case 'number':
    case 'bool':
    case 'bytes':
      return { kind: notation };
    default:
  }
  if (notation.startsWith('[')) return { kind: 'list', of: typeOf(notation.slice(1, -1)) };
  if (notation.startsWith('{')) return { kind: 'map', of: typeOf(notation.slice(1, -1)) };
  const values = Object.hasOwn(enums, notation) ? enums[notation] : undefined;
  return values === undefined ? { kind: 'message', name: notation } : { kind: 'enum', name: notation, values };
}

/**
 * Parses the notation of a message.
 * @param summaryOf returns the description of a field
 */
export function fieldsIn(notation: Notation, summaryOf: (field: string) => Message | undefined): readonly InputField[] {
  return Object.entries(notation).map(([name, text]) => {
    const nullable = text.endsWith('?');
    const summary = summaryOf(name);
    return {
      name,
      type: typeOf(nullable ? text.slice(0, -1) : text),
      nullable,
      ...(summary === undefined ? {} : { summary }),
    };
  });
}

/** Formats a type for display, without translation: `list of Device`, `map of string`, `number: 0 v4, 1 v6`. */
export function describeType(type: InputType): string {
  switch (type.kind) {
    case 'list':
      return `list of ${describeType(type.of)}`;
    case 'map':
      return `map of ${describeType(type.of)}`;
    case 'message':
      return type.name;
    case 'enum': {
      const numbered = type.values.every(({ value }) => typeof value === 'number');
      return numbered
        ? `number: ${type.values.map(({ value, name }) => `${value} ${name}`).join(', ')}`
        : `string: ${type.values.map(({ name }) => name).join(', ')}`;
    }
    case 'bytes':
      return 'bytes, as a list of numbers';
    default:
      return type.kind;
  }
}

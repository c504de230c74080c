/** The types of what a policy sees in `input`, and the short notation in which the tables are written. */
import type { Message } from '#core/text/message.ts';

/** A type. Messages that were not sent are `null`; enumerations are numbers; bytes are lists of numbers. */
export type InputType =
  | { readonly kind: 'string' | 'number' | 'bool' | 'bytes' }
  | { readonly kind: 'list'; readonly of: InputType }
  | { readonly kind: 'map'; readonly of: InputType }
  | { readonly kind: 'message'; readonly name: string }
  | { readonly kind: 'enum'; readonly name: string; readonly values: readonly EnumValue[] };

/** One value of an enumeration. */
interface EnumValue {
  /** What stands in `input`; a text where the agent writes a text. */
  readonly value: number | string;
  readonly name: string;
}

/** One field. */
export interface InputField {
  /** As it is spelt in `input`: case counts. */
  readonly name: string;
  readonly type: InputType;
  /** It may be `null` though it is no message. */
  readonly nullable: boolean;
  readonly summary?: Message;
  /** It is there on some agents only. */
  readonly only?: Message;
}

/** Enumerations, by the names of kata's protocol. `FileType` is the agent's own, and text. */
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
 * Fields of one message in notation: `string`, `number`, `bool`, `bytes`, `[T]` list, `{T}` map, a name of a message or
 * enumeration; `?` may be null.
 */
export type Notation = Readonly<Record<string, string>>;

/** Reads the notation of one type. */
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

/** Reads the notation of a message; `summaryOf` gives the words for a field. */
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

/**
 * The type, in a notation that is the same in every language: `list of Device`, `map of string`, `number: 0 v4, 1 v6`.
 */
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

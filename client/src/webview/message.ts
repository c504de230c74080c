/** Messages of pages, as they come in: nothing of them is believed before it was looked at. */

/** The field `type` of a message; `` when it is no message at all. */
export function getMessageType(message: unknown): string {
  return getStringField(message, 'type') ?? '';
}

/** A field of a message that is a text; undefined when it is none. */
export function getStringField(message: unknown, name: string): string | undefined {
  const value = field(message, name);
  return typeof value === 'string' ? value : undefined;
}

/** A field of a message that is a whole number from 0; undefined when it is none. */
export function getIndexField(message: unknown, name: string): number | undefined {
  const value = field(message, name);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A field of a message that is yes or no; undefined when it is none. */
export function flagField(message: unknown, name: string): boolean | undefined {
  const value = field(message, name);
  return typeof value === 'boolean' ? value : undefined;
}

function field(message: unknown, name: string): unknown {
  return typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined;
}

/** Validates messages from pages, which are untrusted. */

/** Returns the field `type` of a message. Empty if the value isn't a message. */
export function getMessageType(message: unknown): string {
  return getStringField(message, 'type') ?? '';
}

/** Returns a string field of a message. Returns undefined if it isn't a string. */
export function getStringField(message: unknown, name: string): string | undefined {
  const value = field(message, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns a field of a message that is a non-negative integer. Returns undefined otherwise. */
export function getIndexField(message: unknown, name: string): number | undefined {
  const value = field(message, name);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Returns a Boolean field of a message. Returns undefined if it isn't a Boolean. */
export function flagField(message: unknown, name: string): boolean | undefined {
  const value = field(message, name);
  return typeof value === 'boolean' ? value : undefined;
}

function field(message: unknown, name: string): unknown {
  return typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined;
}

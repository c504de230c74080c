/** Reads the parameters of custom requests and checks their types, because a client can send any value. */

/** Returns the value as an object, or an empty object if it isn't one. */
export function readParams(sent: unknown): Readonly<Record<string, unknown>> {
  return typeof sent === 'object' && sent !== null ? { ...sent } : {};
}

/** Returns the value as a string, or an empty string if it isn't one. */
export function readText(sent: unknown): string {
  return typeof sent === 'string' ? sent : '';
}

/** Returns the URI of the file in a request, or an empty string if there is none. */
export function readUri(sent: unknown): string {
  return readText(readParams(sent)['uri']);
}

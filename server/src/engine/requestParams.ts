/** Reads the parameters of custom requests, because a client can send any value. */

/** Returns the value as an object. Empty if it isn't an object. */
export function readParams(sent: unknown): Readonly<Record<string, unknown>> {
  return typeof sent === 'object' && sent !== null ? { ...sent } : {};
}

/** Returns the value as a string. Empty if it isn't a string. */
export function readText(sent: unknown): string {
  return typeof sent === 'string' ? sent : '';
}

/** Returns the URI of the file in a request. Empty if there is none. */
export function readUri(sent: unknown): string {
  return readText(readParams(sent)['uri']);
}

/** Reads the parameters of custom requests. A client can send anything. */

/** Returns what a client sent as an object. Empty if it is something else. */
export function readParams(sent: unknown): Readonly<Record<string, unknown>> {
  return typeof sent === 'object' && sent !== null ? { ...sent } : {};
}

/** Returns a text that a client sent. Empty if it is something else. */
export function readText(sent: unknown): string {
  return typeof sent === 'string' ? sent : '';
}

/** Returns the URI of the file that a request concerns. Empty if it names none. */
export function readUri(sent: unknown): string {
  return readText(readParams(sent)['uri']);
}

/** Decodes the bytes of a file. Keeps a byte order mark, as the text decoder of the policy editor does. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

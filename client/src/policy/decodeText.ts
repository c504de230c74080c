/** The text of a file's bytes; a mark of their order stays, as it does where an editor reads the file. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

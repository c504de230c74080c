import { Buffer } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import type { ByteConverter } from '../platform.ts';

export const bytes: ByteConverter = {
  copyOf: (text) => Buffer.from(text, 'utf16le').toString('utf16le'),
  utf8Length: (text) => Buffer.byteLength(text),
  fromBase64: (text) => Buffer.from(text, 'base64'),
  toBase64: (given) => Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString('base64'),
  sameData: isDeepStrictEqual,
};

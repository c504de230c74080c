/** What stands in a Secret: base64 as the API server reads it, or text. Values are looked at here and shown nowhere. */
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { bytes } from '#platform/bytes.ts';

/** Longer values are not taken apart. */
const maxLength = 100_000;

/** True for what the API server decodes: the standard alphabet with its padding, line breaks aside. */
export function isBase64(text: string): boolean {
  const bare = text.replaceAll(/[\r\n]/g, '');
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare);
}

/** It has characters that no kind of base64 has, damaged or not: it is certainly text. */
export function isSurelyText(text: string): boolean {
  return /[^A-Za-z0-9+/=_\-\s]/.test(text) || uuid.test(text);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The id of an access key of AWS: of the letters of base64, and of a length that decodes, to nothing that anybody could
 * mean.
 */
const accessKeyId = /^A[KS]IA[A-Z0-9]{16}$/;

/** Base64 by its letters, but text by what it is: decoded it would be rubbish. */
export function isTextInDisguise(key: string, text: string): boolean {
  return key === 'AWS_ACCESS_KEY_ID' && accessKeyId.test(text.trim());
}

/**
 * Base64 of something that people read: of a plain text of some length. Random letters are not, nor are short words.
 */
export function hidesText(text: string, key: ConfigKey | undefined): boolean {
  const bare = text.trim();
  if (key?.type === 'base64' || bare.length < 16 || bare.length > maxLength || !isBase64(bare)) return false;
  const decoded = bytes.fromBase64(bare);
  return (
    decoded.length >= 12 &&
    decoded.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09)
  );
}

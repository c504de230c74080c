/**
 * Detects whether a value of a Secret is base64 that the API server accepts, or plain text. Never displays the values.
 */
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { bytes } from '#platform/bytes.ts';

/** Maximum length of a value to analyze. */
const maxLength = 100_000;

/** Returns whether the API server can decode the text: the standard alphabet with padding, ignoring line breaks. */
export function isBase64(text: string): boolean {
  const bare = text.replaceAll(/[\r\n]/g, '');
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare);
}

/**
 * Returns whether a value is definitely plain text, because it contains characters that don't occur in any base64
 * alphabet.
 */
export function isSurelyText(text: string): boolean {
  return /[^A-Za-z0-9+/=_\-\s]/.test(text) || uuid.test(text);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * An AWS access key ID. It consists of base64 characters and has a valid base64 length, but decodes to meaningless
 * data.
 */
const accessKeyId = /^A[KS]IA[A-Z0-9]{16}$/;

/** Returns whether a value consists of base64 characters but is plain text, which would decode to invalid data. */
export function isTextInDisguise(key: string, text: string): boolean {
  return key === 'AWS_ACCESS_KEY_ID' && accessKeyId.test(text.trim());
}

/**
 * Returns whether a value is base64 of readable text. Short values don't count, and neither does base64 of other bytes.
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

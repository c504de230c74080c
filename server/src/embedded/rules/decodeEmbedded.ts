/**
 * Decodes policies and initdata in YAML values, and caches them by their encoded text. The manifest around a value
 * changes with each keystroke, but the value rarely does.
 */
import { parseInitdata, type InitdataDocument } from '#server/initdata/document.ts';
import {
  packInitdata,
  packPolicy,
  unpackInitdata,
  unpackPolicy,
  type UnpackResult,
} from '#server/engine/encoding/pack.ts';
import { agentPackage, Policy } from '#server/policy/model/policy.ts';

interface Measured {
  /** True if the decoded text is too large to check in place. Its text is then omitted. */
  readonly tooLarge: boolean;
}

/** A decoded policy. */
export interface DecodedPolicy extends UnpackResult, Measured {
  readonly policy: Policy | undefined;
}

/** Decoded initdata. */
export interface DecodedInitdata extends UnpackResult, Measured {
  readonly document: InitdataDocument | undefined;
}

/** Maximum length of a decoded text that is checked in place, in characters. A few KiB can expand to many MiB. */
export const maxCheckedLength = 256 * 1024;
export const maxCheckedLines = 5000;

/**
 * Maximum number of characters in one cache, encoded and decoded. Parsed documents need about 100 times as much memory.
 */
const mostKept = 1024 * 1024;

function keeping<Of extends UnpackResult>(unpack: (packed: string) => Of): (packed: string) => Of {
  const kept = new Map<string, Of>();
  let total = 0;
  const lengthOf = (packed: string, { text = '' }: Of) => packed.length + text.length;
  return (packed) => {
    const known = kept.get(packed);
    if (known !== undefined) return known;
    const found = unpack(packed);
    const length = lengthOf(packed, found);
    if (length > mostKept) return found;
    // The oldest entry is removed first, because rules check one value after another.
    for (const [oldest, of] of kept) {
      if (total + length <= mostKept) break;
      kept.delete(oldest);
      total -= lengthOf(oldest, of);
    }
    kept.set(packed, found);
    total += length;
    return found;
  };
}

function isTooLarge(text: string): boolean {
  if (text.length > maxCheckedLength) return true;
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= maxCheckedLines; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > maxCheckedLines;
}

/** Decodes the policy in an annotation value. */
export const decodePolicy = keeping((packed): DecodedPolicy => {
  const { text, problems } = unpackPolicy(packed);
  if (text === undefined) return { problems, tooLarge: false, policy: undefined };
  return isTooLarge(text)
    ? { problems, tooLarge: true, policy: undefined }
    : { text, problems, tooLarge: false, policy: new Policy(text) };
});

/** Decodes the initdata in an annotation value or in INITDATA. */
export const decodeInitdata = keeping((packed): DecodedInitdata => {
  const { text, problems } = unpackInitdata(packed);
  if (text === undefined) return { problems, tooLarge: false, document: undefined };
  return isTooLarge(text)
    ? { problems, tooLarge: true, document: undefined }
    : { text, problems, tooLarge: false, document: parseInitdata(text) };
});

/** Returns whether a value is Rego that isn't encoded. */
export function isRego(text: string): boolean {
  return new RegExp(`^\\s*(?:#[^\\n]*\\n\\s*)*package\\s+${agentPackage}\\b`).test(text);
}

/** Returns whether a value is an initdata document (TOML) that isn't encoded. */
export function isToml(text: string): boolean {
  // Encoded initdata starts with H4sI, the header of gzip data.
  return /^(?:\s*#[^\n]*\n)*\s*(?:(?:algorithm|version)\s*=|\[\s*data\b|data\s*[.=])/.test(text);
}

/** Returns whether a decoded text is a complete initdata document. */
function isDocument(text: string): boolean {
  return isToml(text) && text.includes('[data]');
}

/** Returns the correct encoding of a policy, or undefined if the value is correct or isn't recognizable. */
export function encodePolicyCorrectly(written: string): string | undefined {
  if (isRego(written)) return packPolicy(written);
  const { text, problems } = decodePolicy(written);
  if (text === undefined) return undefined;
  if (isRego(text)) return problems.length === 0 ? undefined : packPolicy(text);
  // The policy is encoded twice.
  const inner = decodePolicy(text.trim()).text;
  return inner !== undefined && isRego(inner) ? packPolicy(inner) : undefined;
}

/**
 * Returns the correct encoding of initdata. Returns undefined if the value is correct, isn't recognizable, or can't be
 * parsed.
 */
export function encodeInitdataCorrectly(written: string): string | undefined {
  if (isToml(written)) return parseInitdata(written).toml.problems.length === 0 ? packInitdata(written) : undefined;
  const { text, problems, tooLarge } = decodeInitdata(written);
  if (tooLarge) return undefined;
  if (text !== undefined && isDocument(text)) return problems.length === 0 ? undefined : packInitdata(text);
  // The document is encoded twice: the decoded text is base64-encoded gzip data again.
  const packed = text ?? unpackPolicy(written).text;
  const inner = packed === undefined ? undefined : decodeInitdata(packed.trim()).text;
  return inner !== undefined && isDocument(inner) ? packInitdata(inner) : undefined;
}

/**
 * What is packed in YAML, taken out once for as long as it stays the same: the text around it changes with every key
 * that is pressed.
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
  /** So much came out that it is not checked here; its text is not kept. */
  readonly tooLarge: boolean;
}

/** A policy that was packed. */
export interface PackedPolicy extends UnpackResult, Measured {
  readonly policy: Policy | undefined;
}

/** Initdata that was packed. */
export interface PackedInitdata extends UnpackResult, Measured {
  readonly document: InitdataDocument | undefined;
}

/** What is checked in place, of one value: compressed, a few kilobytes can hold far more than anybody waits for. */
export const longestChecked = 256 * 1024;
export const mostLinesChecked = 5000;

/**
 * Characters that are kept in one cache, packed and unpacked: what is read of them takes some hundred times as much.
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
    // The oldest goes first: rules look at one value one after the other.
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
  if (text.length > longestChecked) return true;
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= mostLinesChecked; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > mostLinesChecked;
}

/** The policy in the value of an annotation. */
export const readPackedPolicy = keeping((packed): PackedPolicy => {
  const { text, problems } = unpackPolicy(packed);
  if (text === undefined) return { problems, tooLarge: false, policy: undefined };
  return isTooLarge(text)
    ? { problems, tooLarge: true, policy: undefined }
    : { text, problems, tooLarge: false, policy: new Policy(text) };
});

/** The initdata in the value of an annotation or of INITDATA. */
export const readPackedInitdata = keeping((packed): PackedInitdata => {
  const { text, problems } = unpackInitdata(packed);
  if (text === undefined) return { problems, tooLarge: false, document: undefined };
  return isTooLarge(text)
    ? { problems, tooLarge: true, document: undefined }
    : { text, problems, tooLarge: false, document: parseInitdata(text) };
});

/** Rego that somebody forgot to encode. */
export function isRego(text: string): boolean {
  return new RegExp(`^\\s*(?:#[^\\n]*\\n\\s*)*package\\s+${agentPackage}\\b`).test(text);
}

/** TOML that somebody forgot to pack. */
export function isToml(text: string): boolean {
  return /^\s*(?:algorithm|version)\s*=/.test(text) && text.includes('[data]');
}

/** The value that a policy should have: of what was written, if it is clear what that is. */
export function rightPolicy(written: string): string | undefined {
  if (isRego(written)) return packPolicy(written);
  const { text, problems } = readPackedPolicy(written);
  if (text === undefined) return undefined;
  if (isRego(text)) return problems.length === 0 ? undefined : packPolicy(text);
  // Encoded twice.
  const inner = readPackedPolicy(text.trim()).text;
  return inner !== undefined && isRego(inner) ? packPolicy(inner) : undefined;
}

/** The value that initdata should have. */
export function rightInitdata(written: string): string | undefined {
  if (isToml(written)) return packInitdata(written);
  const { text, problems, tooLarge } = readPackedInitdata(written);
  if (tooLarge) return undefined;
  if (text !== undefined && isToml(text)) return problems.length === 0 ? undefined : packInitdata(text);
  // Encoded twice: what is in it is base64 of gzip again.
  const packed = text ?? unpackPolicy(written).text;
  const inner = packed === undefined ? undefined : readPackedInitdata(packed.trim()).text;
  return inner !== undefined && isToml(inner) ? packInitdata(inner) : undefined;
}

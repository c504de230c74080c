/**
 * Encodes and decodes initdata and policies in YAML. Initdata is TOML, compressed with gzip and encoded as base64. A
 * policy is Rego, encoded as base64. The size is limited, so that a decompression bomb is stopped early.
 */
import * as l10n from '@vscode/l10n';
import { packing } from '#platform/packing.ts';
import type { GunzipFault } from '#server/platform/platform.ts';
import type { Span } from '../text/span.ts';
import { type Base64Code, decodeBase64, encodeBase64 } from './base64.ts';
import { type InitdataProblem, createInitdataProblem } from './problem.ts';

/** Size limits. */
export interface PackLimits {
  /** Maximum number of base64 characters. */
  readonly packed: number;
  /** Maximum number of bytes of the decoded text. */
  readonly unpacked: number;
}

/**
 * Default size limits, which are far larger than any initdata. The API server accepts 256 KiB of annotations and 1 MiB
 * in a ConfigMap.
 */
const packLimits: PackLimits = { packed: 2 * 1024 * 1024, unpacked: 4 * 1024 * 1024 };

/** Codes of encoding problems. */
type PackCode =
  | Base64Code
  | 'gzip-missing'
  | 'gzip-broken'
  | 'gzip-cut'
  | 'gzip-too-large'
  | 'double-encoded'
  | 'gzip-unexpected'
  | 'not-utf8';

/** The result of decoding. */
export interface UnpackResult {
  /** The text. Present even if there are encoding problems, as long as the intended value is clear. */
  readonly text?: string;
  readonly problems: readonly InitdataProblem<PackCode>[];
}

/** Decodes initdata: base64, gzip, and UTF-8. */
export function unpackInitdata(packed: string, limits: PackLimits = packLimits): UnpackResult {
  const { bytes, problems: faults } = decodeBase64(packed, limits.packed);
  const problems: InitdataProblem<PackCode>[] = [...faults];
  if (bytes === undefined) return { problems };
  const range = { start: 0, end: packed.length };
  if (!isGzip(bytes)) return withoutGzip(bytes, range, problems, limits);
  const inner = inflate(bytes, range, problems, limits);
  if (inner === undefined) return { problems };
  if (isGzip(inner)) {
    problems.push(createInitdataProblem('double-encoded', l10n.t`The data is encoded twice.`, range));
    return { problems };
  }
  const text = utf8(inner, range, problems);
  if (text === undefined) return { problems };
  if (looksPacked(text))
    problems.push(createInitdataProblem('double-encoded', l10n.t`The data is encoded twice.`, range));
  return { text, problems };
}

/** Decodes a policy annotation: base64 and UTF-8. */
export function unpackPolicy(packed: string, limits: PackLimits = packLimits): UnpackResult {
  const { bytes, problems: faults } = decodeBase64(packed, limits.packed);
  const problems: InitdataProblem<PackCode>[] = [...faults];
  if (bytes === undefined) return { problems };
  const range = { start: 0, end: packed.length };
  if (isGzip(bytes)) {
    problems.push(
      createInitdataProblem(
        'gzip-unexpected',
        l10n.t`The policy is compressed, but a policy annotation must contain plain Rego as base64. The value might be initdata.`,
        range,
      ),
    );
    return { problems };
  }
  const text = utf8(bytes, range, problems);
  if (text === undefined) return { problems };
  // The text is trimmed first. A pattern that allows spaces in two places would backtrack over all of them.
  const again = /^[A-Za-z0-9+/\s]{16,}={0,2}$/.test(text.trimEnd());
  if (again) problems.push(createInitdataProblem('double-encoded', l10n.t`The data is encoded twice.`, range));
  return { text, problems };
}

/** Encodes initdata. The same text always produces the same bytes on every system, so the digest doesn't change. */
export function packInitdata(toml: string): string {
  return encodeBase64(packing.gzip(new TextEncoder().encode(toml)));
}

/**
 * Encodes edited initdata. If the text is unchanged, returns the previous value, because another tool might have
 * encoded the text differently.
 */
export function repackInitdata(before: string, toml: string): string {
  const { text, problems } = unpackInitdata(before);
  return text === toml && problems.length === 0 ? before : packInitdata(toml);
}

/** Encodes a policy for the annotation. */
export function packPolicy(rego: string): string {
  return encodeBase64(new TextEncoder().encode(rego));
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Returns whether the text starts like base64-encoded gzip data. */
function looksPacked(text: string): boolean {
  return /^\s*H4sI[A-Za-z0-9+/=\s]+$/.test(text);
}

function withoutGzip(
  bytes: Uint8Array,
  range: Span,
  problems: InitdataProblem<PackCode>[],
  limits: PackLimits,
): UnpackResult {
  const missing = l10n.t`The initdata isn't compressed. It must be base64-encoded gzip data, because cloud-api-adaptor has rejected uncompressed data since May 2025.`;
  if (bytes.length > limits.unpacked) {
    problems.push(createInitdataProblem('gzip-missing', missing, range));
    return { problems };
  }
  const text = utf8(bytes, range, []);
  if (text === undefined) {
    problems.push(
      createInitdataProblem('gzip-missing', l10n.t`The data is neither gzip nor text ("gzip: invalid header").`, range),
    );
    return { problems };
  }
  if (looksPacked(text)) {
    problems.push(createInitdataProblem('double-encoded', l10n.t`The data is encoded twice.`, range));
    return { problems };
  }
  problems.push(createInitdataProblem('gzip-missing', missing, range));
  return { text, problems };
}

function inflate(
  bytes: Uint8Array,
  range: Span,
  problems: InitdataProblem<PackCode>[],
  limits: PackLimits,
): Uint8Array | undefined {
  const inner = packing.gunzip(bytes, limits.unpacked);
  if (inner instanceof Uint8Array) return inner;
  problems.push(createInitdataProblem(...gzipFault(inner, limits), range));
  return undefined;
}

function gzipFault({ fault, reason }: GunzipFault, limits: PackLimits): readonly [PackCode, string] {
  switch (fault) {
    case 'too-large':
      return [
        'gzip-too-large',
        l10n.t`The decompressed data exceeds ${Math.floor(limits.unpacked / 1024)} KiB and wasn't read completely.`,
      ];
    case 'cut':
      return ['gzip-cut', l10n.t`The compressed data is truncated.`];
    default:
      return ['gzip-broken', l10n.t`The compressed data is damaged (${reason ?? 'gzip'}).`];
  }
}

function utf8(bytes: Uint8Array, range: Span, problems: InitdataProblem<PackCode>[]): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    problems.push(createInitdataProblem('not-utf8', l10n.t`The content isn't UTF-8 text.`, range));
    return undefined;
  }
}

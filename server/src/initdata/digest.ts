/** Computes the digest of initdata and fits it into the attestation evidence of a TEE. */
import * as l10n from '@vscode/l10n';
import type { InitdataAlgorithm, TeeField } from '#core/agent/initdata.ts';
import { packing } from '#platform/packing.ts';

/** Computes the hexadecimal digest of the exact TOML bytes, including all whitespace. */
export function computeInitdataDigest(toml: string | Uint8Array, algorithm: InitdataAlgorithm): string {
  return hex(packing.digest(algorithm, bytesOf(toml)));
}

/** A digest in the size of a field in the evidence of a TEE. */
export interface FittedDigest {
  /** Hexadecimal content of the field. */
  readonly value: string;
  readonly fit: 'exact' | 'truncated' | 'padded';
  /** Number of bytes that were truncated or added. */
  readonly bytes: number;
  /** Description for users. */
  readonly words: string;
}

/** Fits a hexadecimal digest into a field: truncates it at the end or pads it with zeros. */
export function fitDigest(digest: string, { title, field, bytes }: TeeField): FittedDigest {
  const length = digest.length / 2;
  if (length === bytes)
    return {
      value: digest,
      fit: 'exact',
      bytes: 0,
      words: l10n.t`The digest has exactly the length of ${field} (${title}, ${bytes} bytes).`,
    };
  if (length > bytes) {
    const cut = length - bytes;
    return {
      value: digest.slice(0, bytes * 2),
      fit: 'truncated',
      bytes: cut,
      words: l10n.t`The last ${cut} bytes of the digest don't fit ${field} (${title}, ${bytes} bytes) and are truncated.`,
    };
  }
  const added = bytes - length;
  return {
    value: digest.padEnd(bytes * 2, '0'),
    fit: 'padded',
    bytes: added,
    words: l10n.t`The digest is padded with ${added} zero bytes to fill ${field} (${title}, ${bytes} bytes).`,
  };
}

/**
 * Computes PCR 8 of an Azure vTPM: the SHA-256 of 32 zero bytes followed by the SHA-256 of the initdata. The algorithm
 * that the initdata specifies has no effect.
 */
export function azurePcr8(toml: string | Uint8Array): string {
  const measured = new Uint8Array(64);
  measured.set(packing.digest('sha256', bytesOf(toml)), 32);
  return hex(packing.digest('sha256', measured));
}

function bytesOf(toml: string | Uint8Array): Uint8Array {
  return typeof toml === 'string' ? new TextEncoder().encode(toml) : toml;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The digest of initdata, and what becomes of it in the proof of the machine. */
import * as l10n from '@vscode/l10n';
import type { InitdataAlgorithm, TeeField } from '#core/agent/initdata.ts';
import { packing } from '#platform/packing.ts';

/** The digest of the TOML, byte by byte as it is: every blank counts. Hexadecimal. */
export function computeInitdataDigest(toml: string | Uint8Array, algorithm: InitdataAlgorithm): string {
  return hex(packing.digest(algorithm, bytesOf(toml)));
}

/** A digest in the field of a machine. */
export interface FittedDigest {
  /** What stands in the field, hexadecimal. */
  readonly value: string;
  readonly fit: 'exact' | 'truncated' | 'padded';
  /** Bytes that were cut off or added. */
  readonly bytes: number;
  /** In words, for people. */
  readonly words: string;
}

/** Fits a hexadecimal digest into a field: cut at its end, or filled up with zeros. */
export function fitDigest(digest: string, { title, field, bytes }: TeeField): FittedDigest {
  const length = digest.length / 2;
  if (length === bytes)
    return {
      value: digest,
      fit: 'exact',
      bytes: 0,
      words: l10n.t`The digest fits ${field} of ${title} (${bytes} bytes).`,
    };
  if (length > bytes) {
    const cut = length - bytes;
    return {
      value: digest.slice(0, bytes * 2),
      fit: 'truncated',
      bytes: cut,
      words: l10n.t`The last ${cut} bytes of the digest don't fit ${field} of ${title} (${bytes} bytes) and are truncated.`,
    };
  }
  const added = bytes - length;
  return {
    value: digest.padEnd(bytes * 2, '0'),
    fit: 'padded',
    bytes: added,
    words: l10n.t`The digest is padded with ${added} zero bytes to fill ${field} of ${title} (${bytes} bytes).`,
  };
}

/**
 * PCR 8 of an Azure vTPM: the hash of 32 zero bytes and of the SHA-256 of the initdata, whichever algorithm it names.
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

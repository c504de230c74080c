import type { InitdataDocument } from './document.ts';

/** Returns whether initdata contains attestation settings, which only confidential pods use. */
export function configuresAttestation({ data }: InitdataDocument): boolean {
  return data.some(({ name, text }) => (name === 'aa.toml' || name === 'cdh.toml') && text.trim() !== '');
}

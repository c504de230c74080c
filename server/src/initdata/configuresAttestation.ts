import type { InitdataDocument } from './document.ts';

/** Returns whether initdata contains attestation settings, which only confidential pods use. */
export function configuresAttestation({ data }: InitdataDocument): boolean {
  return data.some(({ name, text }) => (name === 'aa.toml' || name === 'cdh.toml') && text.trim() !== '');
}

/**
 * Returns whether initdata is for a pod without attestation: it contains an empty aa.toml and no cdh.toml. The operator
 * writes such initdata for pods that aren't confidential.
 * Source: openshift/sandboxed-containers-operator@f98cd446 config/peerpods/default-non-cc-initdata.toml
 */
export function declinesAttestation({ data }: InitdataDocument): boolean {
  return (
    data.some(({ name, text }) => name === 'aa.toml' && text.trim() === '') &&
    data.every(({ name }) => name !== 'cdh.toml')
  );
}

/** Certificates and keys, which stand in a kubeconfig themselves, or in a file that it names. */
import path from 'node:path';
import type { Material } from './entries.ts';
import type { FieldReader } from './fieldReader.ts';

/** @returns of a certificate or key what counts: data goes before a file, as for kubectl */
export function material(fields: FieldReader, name: string, folder: string): Material | undefined {
  const data = fields.text(`${name}-data`);
  if (data !== undefined) return { data };
  const file = fields.text(name);
  return file === undefined ? undefined : { file: path.resolve(folder, file) };
}

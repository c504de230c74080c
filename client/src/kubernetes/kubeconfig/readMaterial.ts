/** Reads certificates and keys, which are embedded in the kubeconfig or stored in a file that it names. */
import path from 'node:path';
import type { Material } from './entries.ts';
import type { FieldReader } from './fieldReader.ts';

/**
 * Reads a certificate or key. Embedded data takes precedence over a file, as in kubectl.
 * @returns the embedded data or the absolute path of the file; undefined if the fields contain neither
 */
export function material(fields: FieldReader, name: string, folder: string): Material | undefined {
  const data = fields.text(`${name}-data`);
  if (data !== undefined) return { data };
  const file = fields.text(name);
  return file === undefined ? undefined : { file: path.resolve(folder, file) };
}

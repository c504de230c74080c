/** Reads certificates and keys as PEM bytes from the kubeconfig or from a file. */
import * as l10n from '@vscode/l10n';
import { succeed } from '#core/common/result.ts';
import type { ApiResult } from '../connection.ts';
import type { Material } from '../kubeconfig/entries.ts';
import { fileFailure, readFileWithLimit } from '../readFileWithLimit.ts';
import { failWithoutCredentials } from './authProblem.ts';

/** Maximum file size in bytes. CA bundles have a few hundred thousand bytes. */
const maxSize = 2_000_000;

/**
 * Reads a certificate or key.
 * @param what description for messages, such as `certificate-authority of cluster "prod"`
 */
export async function readPem(material: Material, what: string): Promise<ApiResult<Buffer>> {
  if ('data' in material) return pem(Buffer.from(material.data, 'base64'), l10n.t`${what} (in the kubeconfig)`);
  const read = await readFileWithLimit(material.file, maxSize);
  return read.ok
    ? pem(read.value, `${what} (${material.file})`)
    : failWithoutCredentials(l10n.t`Can't read ${what}: ${fileFailure(material.file, read.error)}.`);
}

function pem(bytes: Buffer, what: string): ApiResult<Buffer> {
  return bytes.includes('-----BEGIN ')
    ? succeed(bytes)
    : failWithoutCredentials(
        l10n.t`Invalid PEM data in ${what}. The data might have been truncated when it was copied.`,
      );
}

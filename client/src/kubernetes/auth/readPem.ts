/** Certificates and keys as bytes of PEM, from the kubeconfig or from their file. */
import * as l10n from '@vscode/l10n';
import { ok } from '#core/common/result.ts';
import type { Answer } from '../connection.ts';
import type { Material } from '../kubeconfig/entries.ts';
import { fileFailure, readRegular } from '../readFileWithLimit.ts';
import { noCredentials } from './authProblem.ts';

/** In bytes: bundles of authorities have some hundred thousand. */
const maxSize = 2_000_000;

/** @param what for messages: `The certificate-authority of the cluster "prod"` */
export async function pemOf(material: Material, what: string): Promise<Answer<Buffer>> {
  if ('data' in material) return pem(Buffer.from(material.data, 'base64'), l10n.t`${what} (in the kubeconfig)`);
  const read = await readRegular(material.file, maxSize);
  return read.ok ? pem(read.value, `${what} (${material.file})`) : noCredentials(l10n.t`${what} cannot be read: ${fileFailure(material.file, read.error)}.`);
}

function pem(bytes: Buffer, what: string): Answer<Buffer> {
  return bytes.includes('-----BEGIN ') ? ok(bytes) : noCredentials(l10n.t`${what} is no PEM. Was it cut while it was copied?`);
}

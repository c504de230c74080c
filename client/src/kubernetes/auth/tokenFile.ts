/** Reads a token from a file that another component, such as the kubelet or an agent, keeps up to date. */
import * as l10n from '@vscode/l10n';
import { succeed } from '#core/common/result.ts';
import type { ApiResult } from '../connection.ts';
import { fileFailure, readFileWithLimit } from '../readFileWithLimit.ts';
import { failWithoutCredentials } from './authProblem.ts';

/**
 * Time in milliseconds for which a token is used before its file is read again. Source: client-go
 * transport/token_source.go, which uses one minute.
 */
export const tokenFileLife = 60_000;

export async function readTokenFile(file: string): Promise<ApiResult<string>> {
  const read = await readFileWithLimit(file, 1_000_000);
  if (!read.ok)
    return failWithoutCredentials(l10n.t("Can't read {0}: {1}.", 'tokenFile', fileFailure(file, read.error)));
  const token = read.value.toString('utf8').trim();
  return token === '' ? failWithoutCredentials(l10n.t`The token file ${file} is empty.`) : succeed(token);
}

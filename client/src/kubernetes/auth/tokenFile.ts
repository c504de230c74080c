/** A token in a file that somebody keeps fresh: the kubelet, or an agent. */
import * as l10n from '@vscode/l10n';
import { succeed } from '#core/common/result.ts';
import type { ApiResult } from '../connection.ts';
import { fileFailure, readFileWithLimit } from '../readFileWithLimit.ts';
import { failWithoutCredentials } from './authProblem.ts';

/** Milliseconds for which what was read counts: client-go's transport/token_source.go has a minute. */
export const tokenFileLife = 60_000;

export async function readTokenFile(file: string): Promise<ApiResult<string>> {
  const read = await readFileWithLimit(file, 1_000_000);
  if (!read.ok) return failWithoutCredentials(l10n.t`Can't read the token file: ${fileFailure(file, read.error)}.`);
  const token = read.value.toString('utf8').trim();
  return token === '' ? failWithoutCredentials(l10n.t`The token file ${file} is empty.`) : succeed(token);
}

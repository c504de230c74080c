/** A token in a file that somebody keeps fresh: the kubelet, or an agent. */
import * as l10n from '@vscode/l10n';
import { ok } from '#core/common/result.ts';
import type { Answer } from '../connection.ts';
import { fileFailure, readRegular } from '../readFileWithLimit.ts';
import { noCredentials } from './authProblem.ts';

/** Milliseconds for which what was read counts: client-go's transport/token_source.go has a minute. */
export const tokenFileLife = 60_000;

export async function readTokenFile(file: string): Promise<Answer<string>> {
  const read = await readRegular(file, 1_000_000);
  if (!read.ok) return noCredentials(l10n.t`The token file cannot be read: ${fileFailure(file, read.error)}.`);
  const token = read.value.toString('utf8').trim();
  return token === '' ? noCredentials(l10n.t`The token file ${file} is empty.`) : ok(token);
}

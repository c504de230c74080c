/**
 * Why there are no credentials, in words fit to be shown: names of files, programs and fields, never what is in them.
 */
import { fail } from '#core/common/result.ts';
import type { ApiProblem } from '../connection.ts';

export function failWithoutCredentials(message: string): { readonly ok: false; readonly error: ApiProblem } {
  return fail({ kind: 'credentials', message });
}

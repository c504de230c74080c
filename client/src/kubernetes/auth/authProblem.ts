/**
 * Creates the error for missing credentials. Messages can name files, executables, and fields, but never contain their
 * contents.
 */
import { fail } from '#core/common/result.ts';
import type { ApiProblem } from '../connection.ts';

export function failWithoutCredentials(message: string): { readonly ok: false; readonly error: ApiProblem } {
  return fail({ kind: 'credentials', message });
}

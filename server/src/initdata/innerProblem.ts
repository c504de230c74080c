/** Problems with aa.toml and cdh.toml in initdata. */
import type { Fix } from '../engine/findings/rule.ts';
import type { Span } from '../engine/text/span.ts';
import type { InitdataProblem, ProblemLevel } from '../engine/encoding/problem.ts';
import type { CertificateCode } from './certificates.ts';
import type { InitdataEntry } from './document.ts';
import type { TomlCode } from '../engine/toml/toml.ts';

/** Possible problems with these files. */
export type InnerCode =
  | TomlCode
  | CertificateCode
  | 'setting-not-string'
  | 'address-wrong'
  | 'kbs-url-mismatch'
  | 'file-empty'
  | 'key-unknown'
  | 'key-required'
  | 'value-wrong';

/** A problem with its fixes. All ranges are offsets in the document. */
export interface InnerProblem extends InitdataProblem<InnerCode> {
  readonly fixes?: readonly Fix[];
}

/** Creates a problem, by default with the level error. */
export function createInnerProblem(
  code: InnerCode,
  message: string,
  range: Span,
  { level = 'error', fixes = [] }: { readonly level?: ProblemLevel; readonly fixes?: readonly Fix[] } = {},
): InnerProblem {
  return { code, level, message, range, fixes };
}

/** Converts a range in the text of a file to a range in the document. */
export function inDocument({ map }: Pick<InitdataEntry, 'map'>, { start, end }: Span): Span {
  return { start: map.toFile(start), end: map.toFile(end) };
}

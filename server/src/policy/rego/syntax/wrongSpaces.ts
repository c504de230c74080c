/** Describes spaces that look like plain ones, or are invisible, but that the engine rejects. */
import * as l10n from '@vscode/l10n';
import type { Span } from '#server/engine/text/span.ts';

/** A run of the same wrong space. */
export interface WrongSpace extends Span {
  /** What is wrong, in one sentence. */
  readonly message: string;
}

const noBreakSpace = 0xa0;
const byteOrderMark = 0xfeff;

/** Returns whether a UTF-16 code unit is such a space. */
export function isWrongSpace(code: number): boolean {
  if (code === noBreakSpace || code === byteOrderMark) return true;
  return (code >= 0x2000 && code <= 0x200d) || code === 0x202f || code === 0x205f || code === 0x2060 || code === 0x3000;
}

/** Returns whether such a space has a width, so that a plain space can replace it. */
export function isWide(code: number): boolean {
  return code !== byteOrderMark && code !== 0x2060 && (code < 0x200b || code > 0x200d);
}

/** Returns what is wrong with such a space. */
export function describeWrongSpace(code: number): string {
  if (code === noBreakSpace) return l10n.t`Unexpected no-break space (U+00A0).`;
  if (code === byteOrderMark) return l10n.t`Unexpected byte order mark (U+FEFF).`;
  return l10n.t`Unexpected space character (U+${code.toString(16).toUpperCase().padStart(4, '0')}).`;
}

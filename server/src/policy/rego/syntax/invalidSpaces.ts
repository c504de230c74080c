/** Recognizes the space characters that the engine rejects. Some look like plain spaces, and others are invisible. */
import * as l10n from '@vscode/l10n';
import type { Span } from '#server/engine/text/span.ts';

/** A sequence of the same invalid space. */
export interface InvalidSpace extends Span {
  readonly message: string;
}

const noBreakSpace = 0xa0;
const byteOrderMark = 0xfeff;

/** Returns whether a UTF-16 code unit is a space that the engine rejects. */
export function isInvalidSpace(code: number): boolean {
  if (code === noBreakSpace || code === byteOrderMark) return true;
  return (code >= 0x2000 && code <= 0x200d) || code === 0x202f || code === 0x205f || code === 0x2060 || code === 0x3000;
}

/** Returns whether an invalid space has a width, so that a plain space can replace it. */
export function hasWidth(code: number): boolean {
  return code !== byteOrderMark && code !== 0x2060 && (code < 0x200b || code > 0x200d);
}

/** Returns the message for an invalid space. */
export function describeInvalidSpace(code: number): string {
  if (code === noBreakSpace) return l10n.t`Unexpected no-break space (U+00A0).`;
  if (code === byteOrderMark) return l10n.t`Unexpected byte order mark (U+FEFF).`;
  return l10n.t`Unexpected space character (U+${code.toString(16).toUpperCase().padStart(4, '0')}).`;
}

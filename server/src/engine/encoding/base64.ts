/**
 * Decodes base64 as the guest and the runtime require it: standard alphabet, padding, and one line. Reports problems
 * precisely. If the intended value is clear, still returns the bytes, so that the user can view and fix them.
 */
import * as l10n from '@vscode/l10n';
import { bytes as bytesHere } from '#platform/bytes.ts';
import { type InitdataProblem, createInitdataProblem } from './problem.ts';

/** Codes of base64 problems. */
export type Base64Code =
  | 'base64-empty'
  | 'base64-too-large'
  | 'base64-line-break'
  | 'base64-blank'
  | 'base64-url-alphabet'
  | 'base64-character'
  | 'base64-padding-missing'
  | 'base64-padding'
  | 'base64-length'
  | 'base64-last-character';

/** The result of decoding. */
export interface Base64Result {
  /** Present even if there are fixable problems: line breaks, spaces, the URL-safe alphabet, or missing padding. */
  readonly bytes?: Uint8Array;
  readonly problems: readonly InitdataProblem<Base64Code>[];
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Decodes base64 up to a maximum number of characters. */
export function decodeBase64(text: string, maximum: number): Base64Result {
  const whole = { start: 0, end: text.length };
  if (text.length > maximum) {
    return {
      problems: [
        createInitdataProblem(
          'base64-too-large',
          l10n.t`The value has ${text.length} characters, more than the limit of ${maximum}.`,
          whole,
        ),
      ],
    };
  }
  const { faults, bodyEnd, padding } = survey(text);
  const problems = [...faults].map(([code, index]) =>
    createInitdataProblem(code, words(code, text, index), { start: index, end: index + charLength(text, index) }),
  );
  if (faults.has('base64-character') || faults.has('base64-padding')) return { problems };
  const body =
    faults.size === 0
      ? text.slice(0, bodyEnd)
      : text
          .slice(0, bodyEnd)
          .replace(/[ \t\r\n]+/g, '')
          .replaceAll('-', '+')
          .replaceAll('_', '/');
  if (body.length === 0)
    return { problems: [createInitdataProblem('base64-empty', l10n.t`The value is empty.`, whole)] };
  const end = { start: bodyEnd - 1, end: Math.max(bodyEnd, text.trimEnd().length) };
  const rest = body.length % 4;
  if (rest === 1) {
    problems.push(createInitdataProblem('base64-length', l10n.t`The value is truncated or was changed manually.`, end));
    return { problems };
  }
  const needed = rest === 0 ? 0 : 4 - rest;
  problems.push(...checkPadding(padding, needed, end));
  if (rest !== 0 && hasLostBits(body, rest)) {
    problems.push(
      createInitdataProblem('base64-last-character', l10n.t`The value is truncated or was changed manually.`, end),
    );
  }
  return { bytes: bytesHere.fromBase64(body), problems };
}

function checkPadding(
  padding: number,
  needed: number,
  end: { readonly start: number; readonly end: number },
): readonly InitdataProblem<Base64Code>[] {
  if (padding < needed) {
    const missing = '='.repeat(needed - padding);
    return [
      createInitdataProblem(
        'base64-padding-missing',
        l10n.t`Invalid base64 padding. Add "${missing}" at the end.`,
        end,
      ),
    ];
  }
  if (padding > needed) {
    const spare = padding - needed;
    return [
      createInitdataProblem(
        'base64-padding',
        l10n.t`Invalid base64 padding. Remove "${'='.repeat(Math.min(spare, 10))}" at the end.`,
        end,
      ),
    ];
  }
  return [];
}

/** Encodes bytes as base64 on one line. */
export function encodeBase64(bytes: Uint8Array): string {
  return bytesHere.toBase64(bytes);
}

interface Survey {
  /** The first position of each kind of problem, in the order of the text. */
  readonly faults: ReadonlyMap<Base64Code, number>;
  /** Position where the padding and spaces at the end start. */
  readonly bodyEnd: number;
  readonly padding: number;
}

/** Finds problems and padding in one pass over the text. */
function survey(text: string): Survey {
  let bodyEnd = text.length;
  while (bodyEnd > 0 && '= \t\r\n'.includes(text[bodyEnd - 1] ?? '')) bodyEnd--;
  const faults = new Map<Base64Code, number>();
  let padding = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isStandard(code)) continue;
    if (code === 0x3d && index >= bodyEnd) padding++;
    else {
      const fault = faultOf(code);
      if (!faults.has(fault)) faults.set(fault, index);
    }
  }
  return { faults, bodyEnd, padding };
}

function isStandard(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2b ||
    code === 0x2f
  );
}

function faultOf(code: number): Base64Code {
  if (code === 0x0a || code === 0x0d) return 'base64-line-break';
  if (code === 0x20 || code === 0x09) return 'base64-blank';
  if (code === 0x2d || code === 0x5f) return 'base64-url-alphabet';
  return code === 0x3d ? 'base64-padding' : 'base64-character';
}

function words(code: Base64Code, text: string, index: number): string {
  switch (code) {
    case 'base64-line-break':
      return l10n.t("The value must be on one line. Encode it with `base64 -w0`, and don't use `|` in YAML.");
    case 'base64-url-alphabet':
      return l10n.t`The value uses the URL-safe base64 alphabet (- and _). Only the standard alphabet (+ and /) is supported.`;
    case 'base64-padding':
      return l10n.t`The value contains an equals sign before the end.`;
    default: {
      const character = JSON.stringify(text.slice(index, index + charLength(text, index)));
      return l10n.t`${character} isn't a base64 character.`;
    }
  }
}

function hasLostBits(body: string, rest: number): boolean {
  const value = alphabet.indexOf(body[body.length - 1] ?? '');
  return (value & (rest === 2 ? 0b1111 : 0b11)) !== 0;
}

function charLength(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

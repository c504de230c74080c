/**
 * Parses what a user pastes to log in: a token, or the `oc login` command that the token page of OpenShift shows.
 * Results never contain the text, because it's a secret.
 */
import { fail, succeed, type Result } from '../common/result.ts';

export interface LoginText {
  readonly token: string;
  /** Server of the command, as written. Undefined if the text contains only a token or no server. */
  readonly server?: string;
}

/** The reason why a text can't be used. */
export type LoginTextProblem =
  | 'empty'
  /** Contains `--insecure-skip-tls-verify`. */
  | 'insecure'
  /** Contains a user name or a password. */
  | 'password'
  /** An `oc login` command without a token, such as `oc login --web`. */
  | 'noToken'
  /** Neither a token nor an `oc login` command. */
  | 'notToken';

/** Maximum length of a pasted text in characters. Tokens of service accounts have about 1,500. */
const longest = 50_000;
/** The characters of a bearer token. Source: RFC 6750 section 2.1. */
const tokenPattern = /^[\w.~+/-]{8,}=*$/;
const command = /(?:^|[\s"'`$#>])oc(?:\.exe)?\s+login\b/;

/**
 * Parses the text. Accepts line breaks inside a token, quotes, line continuations, and text before the command, because
 * terminals and chat tools add them.
 */
export function parseLoginText(text: string): Result<LoginText, LoginTextProblem> {
  const trimmed = text.slice(0, longest).trim();
  if (trimmed === '') return fail('empty');
  const found = command.exec(trimmed);
  if (found !== null) return parseCommand(trimmed.slice(found.index + found[0].length));
  if (/(?:^|\s)--?\w/.test(trimmed)) return parseCommand(trimmed);
  // A terminal can break a long token into several lines.
  const token = unquoted(trimmed.replaceAll(/\s*[\r\n]+\s*/g, ''));
  return tokenPattern.test(token) ? succeed({ token }) : fail('notToken');
}

/** Flags of `oc login` that have a value. Source: openshift/oc pkg/cli/login/login.go and its global flags. */
const valueFlags = new Set([
  'token',
  'server',
  's',
  'certificate-authority',
  'kubeconfig',
  'context',
  'namespace',
  'n',
]);
const passwordFlags = new Set(['username', 'password']);

/** Parses the arguments of the command. */
function parseCommand(text: string): Result<LoginText, LoginTextProblem> {
  const words = splitWords(text);
  let token: string | undefined;
  let server: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    // Also with the value attached, such as `-uadmin`.
    if (/^-[up]/.test(word)) return fail('password');
    const flag = /^--?([a-z-]+)(?:=(.*))?$/s.exec(word);
    if (flag === null) {
      if (/^https?:\/\//i.test(word)) server ??= word;
      continue;
    }
    const [, name = '', attached] = flag;
    if (name === 'insecure-skip-tls-verify' && attached !== 'false') return fail('insecure');
    if (passwordFlags.has(name)) return fail('password');
    const value = attached ?? (valueFlags.has(name) ? words[(at += 1)] : undefined);
    if (name === 'token') token = value;
    if (name === 'server' || name === 's') server = value;
  }
  if (token === undefined || token === '') return fail('noToken');
  if (!tokenPattern.test(token)) return fail('notToken');
  return succeed({ token, ...(server === undefined || server === '' ? {} : { server }) });
}

/**
 * Splits the arguments at spaces and removes quotes. An input box removes line breaks, so that two arguments can be
 * joined. Tokens contain no `=` before their end, so the start of the next flag is known.
 */
function splitWords(text: string): readonly string[] {
  return text
    .replaceAll(/\\\s*[\r\n]+/g, ' ')
    .replaceAll(/(?<=[\w"'=-])(?=--(?:token|server|insecure-skip-tls-verify|username|password)\b)/g, ' ')
    .split(/\s+/)
    .map(unquoted)
    .filter((word) => word !== '' && word !== '\\');
}

/** Removes quotes and invisible characters that a copied text can contain. */
function unquoted(word: string): string {
  return word.replaceAll(/["'`\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g, '');
}

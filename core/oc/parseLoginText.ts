/**
 * Parses what a user pastes to log in: a token, or the `oc login` command that the token page of OpenShift shows.
 * Results never contain the text, because it's a secret.
 */
import { fail, succeed, type Result } from '../common/result.ts';

export interface LoginText {
  readonly token: string;
  /** Server of the command, such as `https://api.example.com:6443`. Undefined if the text contains no server. */
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
  /** The server isn't an address. */
  | 'server'
  /** Contains several tokens or servers, or text whose meaning isn't clear. */
  | 'ambiguous'
  /** Neither a token nor an `oc login` command. */
  | 'notToken';

/** Maximum length of a pasted text in characters. Tokens of service accounts have about 1,500. */
const longest = 50_000;
/** The characters of a bearer token. Source: RFC 6750 section 2.1. */
const tokenPattern = /^[\w.~+/-]{8,}=*$/;
const command = /(?:^|[\s"'`$#>])oc(?:\.exe)?\s+login\b/;

/**
 * Parses the text. Accepts line breaks inside a token, quotes, line continuations, and text around the command, because
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

/** What a command contains. */
interface CommandParts {
  readonly tokens: readonly string[];
  /** Values of `--server`. */
  readonly servers: readonly string[];
  /** Words that aren't flags or their values. */
  readonly others: readonly string[];
}

/** Parses the arguments of the command. */
function parseCommand(text: string): Result<LoginText, LoginTextProblem> {
  const parts = readArguments(splitWords(text));
  if (!parts.ok) return parts;
  const { tokens, servers, others } = parts.value;
  const [token = ''] = tokens;
  if (token === '') return fail('noToken');
  if (tokens.some((one) => !tokenPattern.test(one))) return fail('notToken');
  // A token must never be combined with the server of another command.
  if (new Set(tokens).size > 1) return fail('ambiguous');
  const addresses = [...servers, ...others.filter(isAddress)].map(readServer);
  // Without a server, another word can be a server without a port. `oc` accepts it.
  if (addresses.length === 0) return others.length === 0 ? succeed({ token }) : fail('ambiguous');
  const origins = new Set<string>();
  for (const address of addresses) {
    if (!address.ok) return address;
    origins.add(address.value);
  }
  const [server = ''] = origins;
  return origins.size === 1 ? succeed({ token, server }) : fail('ambiguous');
}

function readArguments(words: readonly string[]): Result<CommandParts, LoginTextProblem> {
  const tokens: string[] = [];
  const servers: string[] = [];
  const others: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    // Also with the value attached, such as `-uadmin`.
    if (/^-[up]/.test(word)) return fail('password');
    const flag = /^--?([a-z-]+)(?:=(.*))?$/s.exec(word);
    if (flag === null) {
      others.push(word);
      continue;
    }
    const [, name = '', attached] = flag;
    if (name === 'insecure-skip-tls-verify' && attached !== 'false') return fail('insecure');
    if (passwordFlags.has(name)) return fail('password');
    const value = attached ?? (valueFlags.has(name) ? words[(at += 1)] : undefined) ?? '';
    if (name === 'server' || name === 's') servers.push(value);
    if (name !== 'token') continue;
    const end = endOfToken(words, at + 1);
    tokens.push([value, ...words.slice(at + 1, end)].join(''));
    at = end - 1;
  }
  return succeed({ tokens, servers, others });
}

/**
 * Returns the index after the last word of a token that a terminal broke into several lines. The token page shows
 * `--server` after the token, so the words before this flag belong to the token.
 * @param from index after the first word of the token
 */
function endOfToken(words: readonly string[], from: number): number {
  const rest = words.slice(from);
  const length = rest.findIndex((word) => !/^[\w.~+/-]+=*$/.test(word) || word.startsWith('-'));
  return length > 0 && /^--server\b/.test(rest[length] ?? '') ? from + length : from;
}

/** Returns whether a word is an address with a protocol or a port. A part of a token is never one. */
function isAddress(word: string): boolean {
  return /^https?:\/\//i.test(word) || /^[a-z\d](?:[a-z\d.-]*[a-z\d])?:\d{1,5}$/i.test(word);
}

/** Returns the protocol, host, and port. As in `oc`, the default protocol is HTTPS. */
function readServer(word: string): Result<string, LoginTextProblem> {
  const text = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(word) ? word : `https://${word}`;
  if (!URL.canParse(text)) return fail('server');
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return fail('server');
  return url.username === '' && url.password === '' ? succeed(url.origin) : fail('password');
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

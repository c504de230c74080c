/** Finds credentials by their format. The time of each pattern is proportional to the text. */
import type { Stretch } from './knownValues.ts';

/** Formats within one line. */
export const credentialPatterns: readonly RegExp[] = [
  // Authorization headers, and OpenShift's own tokens wherever they stand.
  /\b(?:Bearer|bearer|BEARER|Basic|basic|BASIC|Negotiate|negotiate)\s+(?=[a-z.~+/_-]{0,2000}[\dA-Z=]|[\w.~+/-]{15})[\w.~+/=-]{8,}/g,
  // What a browser or `oc` sends through a WebSocket.
  /(?<=\bbase64url\.bearer\.authorization\.k8s\.io\.)[\w-]{8,}/g,
  // The code of an OAuth login.
  /(?<=[?&]code=)[\w.~%+/-]{10,}/g,
  // Of `iscsi:name:password@host`.
  /(?<=\b(?:iscsi|smb|cifs|sftp|scp):)[^\s/@:"']{1,200}:[^\s@"'<>,]{1,300}(?=@)/gi,
  /\bsha256~[\w-]{20,}/g,
  // JSON web tokens. From the beginning of a run of these characters only: elsewhere in it, each `-eyJ` would be a
  // beginning that reads the whole run.
  /(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g,
  // Access key ids of AWS. Source: AWS IAM, "Unique identifiers".
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  // Tokens with a prefix that identifies their issuer: GitHub, GitLab, Slack, Google, Vault, OpenAI, age. Sources: the
  // documentation of each.
  /\b(?:gh[pousr]_\w{30,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|AIza[\w-]{35}|ya29\.[\w-]{20,}|hvs\.[\w-]{20,}|sk-[\w-]{32,}|AGE-SECRET-KEY-1[A-Z0-9]{20,})/g,
  /(?<=\bhooks\.slack\.com\/services\/)[\w/]{20,}/g,
  // Password hashes in the format of htpasswd and shadow.
  /\$(?:2[aby]|[156y]|apr1)\$[\w./$=,-]{20,}/g,
  // The same, as LDAP has them.
  /\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|PBKDF2[\w-]{0,10})\}[\w+/.$=]{16,}/g,
  // The part of `https://name:password@host` before the `@`. A port isn't a password.
  /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:"']{0,200}:(?!\d{1,5}[/?#,])[^\s@"'<>,]{1,300}(?:@[^\s/@:"'<>,]{1,300}){0,5}(?=@)/gi,
];

/** Returns the ranges of credentials that have a known format. */
export function* formatsIn(text: string): Generator<Stretch> {
  for (const pattern of credentialPatterns) {
    for (const found of text.matchAll(pattern)) yield { from: found.index, to: found.index + found[0].length };
  }
  yield* privateKeys(text);
  yield* besideKeyIds(text);
}

const keyId = /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g;
/**
 * Matches a secret access key of AWS (40 characters) and a session token. Without a name or a key ID next to them, they
 * look like other base64.
 */
const besideKeyId = /(?<![\w+/=.-])(?:[A-Za-z0-9/+]{40}|[A-Za-z0-9/+]{100,2000}={0,2})(?![\w+/=-])/g;
const isMixed = /^(?=.*[a-z])(?=.*[A-Z])(?=.*[\d/+])/;
const looksLikePath = /^\/?(?:[a-z]{2,}\/){2}/;
/**
 * Number of characters to search before and after a key ID: a table has the secret in the same row, and a list has it
 * in the next line.
 */
const [before, after] = [300, 3000];

/**
 * Matches what the AWS command line prints next to the ID of an access key, as in
 * `aws sts get-session-token --output text`.
 */
function* besideKeyIds(text: string): Generator<Stretch> {
  let done = 0;
  for (const id of text.matchAll(keyId)) {
    const start = Math.max(0, id.index - before);
    // Each character is searched once, however many IDs there are.
    const from = Math.max(done, start + text.slice(start, id.index).lastIndexOf('\n') + 1);
    const [line = '', next = ''] = text.slice(id.index, id.index + after).split('\n', 2);
    const to = Math.max(from, id.index + line.length + 1 + next.length);
    for (const found of text.slice(from, to).matchAll(besideKeyId)) {
      const [value] = found;
      if (isMixed.test(value) && !looksLikePath.test(value))
        yield { from: from + found.index, to: from + found.index + value.length };
    }
    done = to;
  }
}

const keyBegins = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const keyEnds = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** Maximum number of characters of a key. */
const longestKey = 100_000;

/** Matches private keys in PEM. The line-by-line search handles keys without an end (lines.ts). */
function* privateKeys(text: string): Generator<Stretch> {
  const [begins, ends] = [new RegExp(keyBegins), new RegExp(keyEnds)];
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    ends.lastIndex = begins.lastIndex;
    if (ends.exec(text) === null) return;
    if (ends.lastIndex - begin.index > longestKey) continue;
    yield { from: begin.index, to: ends.lastIndex };
    begins.lastIndex = ends.lastIndex;
  }
}

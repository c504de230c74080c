/** Finds credentials by their format. Each pattern takes time proportional to the length of the text. */
import type { Stretch } from './knownValues.ts';

/** Patterns of credentials that are in a single line. */
export const credentialPatterns: readonly RegExp[] = [
  // Authorization headers, and OpenShift tokens at any position.
  /\b(?:Bearer|bearer|BEARER|Basic|basic|BASIC|Negotiate|negotiate)\s+(?=[a-z.~+/_-]{0,2000}[\dA-Z=]|[\w.~+/-]{15})[\w.~+/=-]{8,}/g,
  // WebSocket protocol that a browser or `oc` sends.
  /(?<=\bbase64url\.bearer\.authorization\.k8s\.io\.)[\w-]{8,}/g,
  // OAuth authorization codes.
  /(?<=[?&]code=)[\w.~%+/-]{10,}/g,
  // Credentials in addresses such as `iscsi:name:password@host`.
  /(?<=\b(?:iscsi|smb|cifs|sftp|scp):)[^\s/@:"']{1,200}:[^\s@"'<>,]{1,300}(?=@)/gi,
  /\bsha256~[\w-]{20,}/g,
  // JSON web tokens. Matches only at the start of a run of these characters. Otherwise, each `-eyJ` inside a run would
  // be a possible start that scans the rest of the run.
  /(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g,
  // AWS access key IDs. Source: AWS IAM, "Unique identifiers".
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  // Tokens with a prefix that identifies their issuer: GitHub, GitLab, Slack, Google, Vault, OpenAI, age. Sources:
  // documentation of each issuer.
  /\b(?:gh[pousr]_\w{30,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|AIza[\w-]{35}|ya29\.[\w-]{20,}|hvs\.[\w-]{20,}|sk-[\w-]{32,}|AGE-SECRET-KEY-1[A-Z0-9]{20,})/g,
  /(?<=\bhooks\.slack\.com\/services\/)[\w/]{20,}/g,
  // Password hashes in the format of htpasswd and shadow.
  /\$(?:2[aby]|[156y]|apr1)\$[\w./$=,-]{20,}/g,
  // Password hashes in the format of LDAP.
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
 * Matches an AWS secret access key (40 characters) and a session token. Without a name or a key ID next to them, they
 * look like other base64.
 */
const besideKeyId = /(?<![\w+/=.-])(?:[A-Za-z0-9/+]{40}|[A-Za-z0-9/+]{100,2000}={0,2})(?![\w+/=-])/g;
const isMixed = /^(?=.*[a-z])(?=.*[A-Z])(?=.*[\d/+])/;
const looksLikePath = /^\/?(?:[a-z]{2,}\/){2}/;
/**
 * Number of characters to search before and after a key ID. In a table, the secret is in the same row. In a list, it's
 * in the next line.
 */
const [before, after] = [300, 3000];

/**
 * Finds credentials that the AWS CLI prints next to an access key ID, as in `aws sts get-session-token --output text`.
 */
function* besideKeyIds(text: string): Generator<Stretch> {
  let done = 0;
  for (const id of text.matchAll(keyId)) {
    const start = Math.max(0, id.index - before);
    // Searches each character only once, regardless of the number of IDs.
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

/** Finds private keys in PEM. The line-by-line search handles keys without an end (lineRedactor.ts). */
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

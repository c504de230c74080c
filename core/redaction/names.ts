/** Recognizes credential names: YAML and JSON keys, variables, command options, headers. If in doubt, a name counts as one. */

const credential =
  /passw(?:or)?d|passwd|passphrase|passcode|secret|token|credential|access[_-]?key|api[_-]?key|account[_-]?key|storage[_-]?key|private[_-]?key|client-key|dockerconfig|(?:^|\.)dockercfg$|ssh-?key|(?:signing|encryption|master|hmac|shared|kbs|sas)[_-]?key|connection[_-]?string|[_.-]pwd$|(?:^|[_.-])(?:pass|psk|creds?|netrc|htpasswd)$|registry[_-]auth$|proxy-user$|^proxy[_-]?auth/i;
/** Matches the ends of names whose values are names, counts, or references. */
const harmless = /(?:names?|refs?|paths?|files?|dir|seconds|count|types?|versions?|namespace|kind|policy|mounts?|enabled|url|uri|endpoint)$|^automount/i;

/** Returns whether a name indicates a credential. Spaces can separate its words: `Secret Access Key`. */
export function isCredentialKey(key: string): boolean {
  const name = key
    .slice(key.lastIndexOf('/') + 1)
    .trim()
    .replaceAll(/\s+/g, '_');
  const speaks = credential.test(name) || /^_?auth$|^[pP]wd$|[a-z]Pass$|[a-z]P(?:wd|sk)$/.test(name) || /(?:db|user|admin|root)pass$/i.test(name);
  return speaks && !harmless.test(name);
}

/** Returns whether numbers with this name can be credentials. With other names, they are counts or measurements. */
export function mayBeNumber(key: string): boolean {
  return /pass|pwd|pin$/i.test(key);
}

/** Returns whether a name is a header whose whole line is a credential. */
export function isHeader(key: string): boolean {
  return /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(key);
}

/** For numbers, see `mayBeNumber`. */
const harmlessValue = /^(?:true|false|null|nil|<nil>|<none>|<unset>|none|\d{1,6}|\{\}|\[\]|\{|\[|\*{3}|\(?redacted\)?|)?,?$/i;

/** Matches the start of an error message. No credential starts like this. */
const complaint =
  /^(?:[a-z]{1,20} (?:not found|expired|is|was|has|does|did|failed|cannot|could|required)\b|(?:you|secrets?(?= ["\\])|not|no|invalid|failed|missing|unable|cannot|can't|could|context|dial|error|unauthorized|forbidden|unexpected|request|the|timed?|connection|x509|EOF|Get|Post|expired|required|rpc)\b(?=[\s:"]|$))/;

/** Matches variable names, such as the keys that a Secret lacks. */
const namesOnly = /^\(?(?:[A-Z][A-Z0-9]{0,30}_){1,8}[A-Z0-9]{1,30}\)?(?:,? |,|$)/;

/** Returns whether a text is an error message about a credential. */
export function isComplaint(text: string): boolean {
  return complaint.test(text);
}

/** Returns whether a value with a credential name isn't a credential. */
export function isHarmlessValue(key: string, value: string): boolean {
  // A message about a Secret names the missing keys.
  if (isComplaint(value) || (/secrets?$/i.test(key) && namesOnly.test(value))) return true;
  return harmlessValue.test(value) && !(mayBeNumber(key) && /^\d/.test(value));
}

/**
 * Returns whether redaction removes a value from all files. Keeps short values and words that every cluster uses in other places, because removing them
 * would make logs unreadable and wouldn't protect the credential.
 * @param key the name of the value @param isData true for a value of a Secret, whose keys can have any name
 */
export function isSearchable(key: string, value: string, isData: boolean): boolean {
  if (value.length < 6 || isHarmlessValue('', value) || isPublic(value)) return false;
  const isWord = /^[a-z]{1,12}$/.test(value) || /^[a-z]{2}(?:-[a-z]+)+-\d$/.test(value);
  return isCredentialKey(key) ? !common.has(value.toLowerCase()) : isData && !isWord && !/^[\w.-]+\.(?:com|io|org|net|local|svc|internal)$/.test(value);
}

/** Returns whether a value is a certificate or a public key. */
function isPublic(value: string): boolean {
  return /^-----BEGIN (?:CERTIFICATE|PUBLIC KEY)/.test(value) && !/PRIVATE/.test(value);
}

const common = new Set([
  'default',
  'secret',
  'secrets',
  'token',
  'tokens',
  'password',
  'passwords',
  'credentials',
  'openshift',
  'kubernetes',
  'localhost',
  'cluster',
]);

/** Returns whether a text declares an object of kind Secret, even if the text isn't well-formed. */
export function announcesSecret(text: string): boolean {
  const plain = text.includes('\\')
    ? text.replaceAll(/\\(?:x|u00|U000000)([0-9a-fA-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return /kind[\s\S]{0,60}?Secret/.test(plain) && /\b(?:string)?data\b/i.test(plain);
}

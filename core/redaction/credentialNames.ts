/**
 * Recognizes names of credentials: YAML and JSON keys, variables, command options, and headers. If in doubt, treats a
 * name as that of a credential. The exception is the option `-p`, because its value is rarely a password.
 */

const credential =
  /passw(?:or)?d|passwd|passphrase|passcode|secret|token|credential|access[_-]?key|api[_-]?key|account[_-]?key|storage[_-]?key|private[_-]?key|client-key|dockerconfig|(?:^|\.)dockercfg$|ssh-?key|(?:signing|(?:en|de)cryption|validation|master|hmac|shared|kbs|sas|routing|service|integration|license|unseal)[_-]?key|connection[_-]?string|[_.-]pwd$|(?:^|[_.-])(?:pass|pw|pat|psk|creds?|netrc|htpasswd)$|registry[_-]auth$|proxy-user$|^proxy[_-]?auth|^tls\.key$|^client_?assertion$|^saml(?:response|assertion)$/i;
/** Endings of names whose value isn't a credential but a name, a count, or a reference, such as `secretName`. */
const harmless =
  /(?:names?|refs?|paths?|files?|dir|seconds|count|types?|versions?|namespace|kind|policy|mounts?|enabled|url|uri|endpoint|ttl|expiration|expiry|prefixe?s?|credential-?id|secret-hash|mode|method|encryption|provider|controller|reviews?)$|^automount|^checksum\//i;

/** Returns whether a name indicates a credential. Spaces can separate its words, as in `Secret Access Key`. */
export function isCredentialKey(key: string): boolean {
  if (harmless.test(key)) return false;
  const name = key
    .slice(key.lastIndexOf('/') + 1)
    .trim()
    .replaceAll(/\s+/g, '_');
  const speaks =
    credential.test(name) ||
    /^_?[aA]uth$|^[pP]wd$|[a-z]Pass$|[a-z]P(?:wd|sk)$/.test(name) ||
    /(?:db|user|admin|root|store|key|trust|become|ssh|bind)pass$/i.test(name);
  return speaks && !harmless.test(name);
}

/**
 * Returns whether a number with this name can be a credential. With other names, numbers are counts or measurements.
 */
function mayBeNumber(key: string): boolean {
  return /pass|pwd|pin$/i.test(key);
}

/** Returns whether a name is a header whose entire line is a credential. */
export function isHeader(key: string): boolean {
  return /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(key);
}

/** Values that are never credentials. `mayBeNumber` handles exceptions for numbers. */
const harmlessValue =
  /^(?:true|false|null|nil|<nil>|<none>|<unset>|none|\d{1,6}|\{\}|\[\]|\{|\[|\*{3}|\(?redacted\)?|)?,?$/i;

/** Matches the start of an error message. No credential starts like this. */
const complaint =
  /^(?:[a-z]{1,20} (?:not found|expired|is|was|has|does|did|failed|cannot|could|required)\b|(?:you|secrets?(?= ["\\])|not|no|invalid|failed|missing|unable|cannot|can't|could|context|dial|error|unauthorized|forbidden|unexpected|request|the|timed?|connection|x509|EOF|Get|Post|expired|required|rpc)\b(?=[\s:"]|$))/;

/** Matches names of variables, as in a message that lists the keys missing from a Secret. */
const namesOnly = /^\(?(?:[A-Z][A-Z0-9]{0,30}_){1,8}[A-Z0-9]{1,30}\)?(?:,? |,|$)/;

/**
 * Matches durations, Go pointers and structs, references in the output of `oc describe`, and values that a log already
 * masked.
 */
const noCredential =
  /^(?:\d{1,6}(?:\.\d{1,9})?(?:ns|us|µs|ms|[smhd])(?:\d{1,6}(?:\.\d{1,9})?(?:ms|[smh])){0,3}|\(?\*?[\w.]{0,60}\)?\(?(?:0x[0-9a-f]{4,16}|nil)\)?|\(\*[\w.]{1,60}|&[\w.]{1,60}\{.*|\{expirationSeconds:.*|<(?:set(?: to the key|$)|expirationSeconds:).*|\*{4,})$/s;
/** Common locations of files. */
const filePath = /^\/(?:etc|var|run|usr|opt|home|root|tmp|proc|sys|dev|mnt|srv|host|sysroot|data)\/[\w./@:+-]{1,300}$/;
/**
 * Matches object names, with or without the namespace (`namespace/name`). All parts are lowercase, and at least one of
 * them contains a word.
 */
const objectName =
  /^(?=(?:[^-./]*[-./])*[a-z]{3,}(?:[-./]|$))[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*(?:\/[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*)?$/;
/** Parts of common Secret names. */
const nameOfSecret =
  /(?:^|[-./])(?:secrets?|tokens?|keys?|certs?|certkey|dockercfg|creds?|credentials?|auth|config)(?:[-./]|$)/;

/** Returns whether a value with a credential name is the name of a Secret, as in `SSH_KEY_SECRET: ssh-key-secret`. */
function isNameOfSecret(key: string, written: string): boolean {
  const value = written.replace(/^\[?\{/, '');
  if (/pass|pwd|client|api/i.test(key) || value.length > 100 || !/[-/]/.test(value) || !objectName.test(value))
    return false;
  return nameOfSecret.test(value) && /(?:secret|token|key|credential)s?(?:_name)?$/i.test(key);
}

/** Matches the start of a statement about a password, such as `required` or `expired`. */
const saidOfPassword =
  /^(?:required|changed|expires?|expired|inactive|disabled|enabled|policy|authentication|never|prompt|protected|unset|missing|empty|incorrect|wrong|reset|updated|(?:is|was|will|and|or|by|with|unsupported)(?=\s|$))\b[:;,.]?/;
/**
 * Matches a value that consists only of words. A text that starts like a statement about a password is treated as one
 * only if it also matches this pattern. Such a text can still be a passphrase.
 */
const onlyWords = /^[A-Za-z]{2,20}(?:[ ,:]{1,60}[A-Za-z]{1,20}){0,12}[.:;,]?$/;
/**
 * Matches a text that consists of words and short numbers, such as `cached for 10m`. The first word has at least four
 * letters.
 */
const wordsAlone = /^[A-Za-z][a-z]{3,13}(?:[ ,:]{1,3}(?:[A-Za-z]{1,14}|\d{1,4}[a-z]{0,2})){0,12}[.:;,]?$/;

/**
 * Returns whether the text next to a name in unstructured text is a statement about a credential, as in `token: cached
 * for 10m`.
 */
export function isProse(key: string, value: string): boolean {
  const text = value.trim();
  if (isHeader(key))
    return isHarmlessValue(key, text) || /^(?:disabled|enabled|allowed|denied|required|mode)\b/.test(text);
  if (
    isHarmlessValue(key, text) ||
    (saidOfPassword.test(text) && onlyWords.test(text)) ||
    (/^pass$/i.test(key) && /^\d{1,4}$/.test(text))
  )
    return true;
  return !mayBeNumber(key) && wordsAlone.test(text);
}

/**
 * Returns whether a value found in unstructured text is unlikely to occur elsewhere as a normal word. In a log, any
 * text can follow `token`. Removing such text from all files would also remove words such as `enabled` and names of
 * Secrets.
 */
export function isDistinctive(value: string): boolean {
  if (objectName.test(value) && /[-./]/.test(value)) return false;
  return /\d/.test(value)
    ? /[A-Za-z]/.test(value) || value.length > 9
    : /[a-z][A-Z]|[$!@#%^&*+=~?|]/.test(value) || value.length > 20;
}

/** Returns whether a text describes an error with a credential and isn't a credential itself. */
export function isComplaint(text: string): boolean {
  return complaint.test(text);
}

/** Returns whether a value with a credential name isn't a credential. */
export function isHarmlessValue(key: string, value: string): boolean {
  // A message about a Secret names the missing keys.
  if (isComplaint(value) || (/secrets?$/i.test(key) && namesOnly.test(value))) return true;
  if (!mayBeNumber(key) && noCredential.test(value)) return true;
  if (filePath.test(value) || isNameOfSecret(key, value)) return true;
  return harmlessValue.test(value) && !(mayBeNumber(key) && /^\d/.test(value));
}

/** Commands whose option `-p` specifies a password. */
const loginCommand = /^(?:\S*\/)?(?:login|mysql(?:dump|admin|import)?|mariadb|mongo(?:sh|dump)?|sshpass)$/;
/** Commands whose option `-p` specifies a path, a port, a process, a property, or a patch. */
const otherCommand =
  /^(?:\S*\/)?(?:mkdir|cp|mv|install|tar|ps|pgrep|top|lsof|strace|nsenter|taskset|renice|chrt|nc|ncat|netcat|ssh|nmap|ss|ip6?tables|journalctl|systemctl|loginctl|oc|kubectl|podman|docker|nerdctl|crio|conmon|git|find|patch|pytest|npx|make|read|export|declare)$/;
const userOption = /^(?:-u\S{0,100}|-U|--user(?:name)?(?:=.*)?)$/;
/** Patterns of `-p` arguments that are never passwords. */
const plainArgument: readonly RegExp[] = [
  // Variables, JSON, templates, and parameters such as `NAME=value`.
  /^\$[({]?[\w.:-]{1,100}[)}]?$/,
  /^[{[]|%\{|\{\{|\s/,
  /^[A-Za-z_][\w.-]{0,100}=/,
  // Paths, names of files, and packages with their version.
  /^(?:\.{0,2}|~)\/|^[\w.-]{1,100}(?:\/[\w.-]{1,100})+$/,
  /^[\w.-]{1,100}\.(?:ya?ml|json|toml|xml|ini|conf|cfg|txt|log|sh|py|pid|sock|pem|crt|key)$/i,
  /^@?[\w./-]{1,100}@[~^]?\d[\w.-]{0,50}$/,
  // Numbers, ports, addresses, versions, durations, and sizes.
  /^[\d.:,-]{1,50}(?:\/(?:tcp|udp|sctp))?$/,
  /^\[?[\w.:-]{1,100}\]?:\d{1,5}(?::\d{1,5})?(?:\/(?:tcp|udp|sctp))?$/,
  /^v?\d{1,5}(?:\.\d{1,5}){1,5}(?:[-+][\w.]{1,50})?$|^v\d(?:(?:alpha|beta)\d)?$/,
  /^\d{1,9}(?:\.\d{1,9})?[A-Za-z]{1,2}$/,
  // Protocols, formats, and priorities of the journal.
  /^(?:tcp|udp|icmp|sctp|all|any|json|yaml|text|emerg|alert|crit|err|error|warning|warn|notice|info|debug)$/i,
];
/** Maximum number of words before an option that determine its meaning. */
const mostWordsBefore = 30;

/**
 * Returns whether a word of a command line is a password that follows the option `-p`. Most commands use `-p` for
 * something else. For an unknown command, the command line must therefore contain a user option, or the word must look
 * like a password.
 * @param words words of the command line, without quotes; undefined for parts that aren't words
 */
export function isPasswordArgument(words: readonly (string | undefined)[], index: number): boolean {
  const value = words[index] ?? '';
  if (words[index - 1] !== '-p' || value === '' || value.startsWith('-')) return false;
  if (plainArgument.some((pattern) => pattern.test(value))) return false;
  const before = words.slice(Math.max(0, index - 1 - mostWordsBefore), index - 1).filter((word) => word !== undefined);
  if (before.some((word) => loginCommand.test(word))) return true;
  if (before.some((word) => otherCommand.test(word))) return false;
  if (before.some((word) => userOption.test(word))) return true;
  const isName = objectName.test(value) && /[-.]/.test(value);
  return value.length >= 6 && !isName && (/(?=.*\d)(?=.*[A-Za-z])/.test(value) || /[!#$%^&+=?~|@]/.test(value));
}

/**
 * Returns whether redaction removes a value from all files. Keeps short values and common words, because removing them
 * would make logs unreadable without protecting the credential.
 * @param key name of the value
 * @param isData whether the value is from a Secret, whose keys can have any name
 */
export function isSearchable(key: string, value: string, isData: boolean): boolean {
  if (value.length < 6 || isHarmlessValue('', value) || isPublic(value)) return false;
  const isWord = /^[a-z]{1,12}$/.test(value) || /^[a-z]{2}(?:-[a-z]+)+-\d$/.test(value);
  // `token: enabled` is redacted only at its own position.
  return isCredentialKey(key)
    ? !common.has(value.toLowerCase()) && (mayBeNumber(key) || isData || !isWord)
    : isData && !isWord && !/^[\w.-]+\.(?:com|io|org|net|local|svc|internal)$/.test(value);
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
    ? text.replaceAll(/\\(?:x|u00|U000000)([0-9a-fA-F]{2})/g, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
  return /kind[\s\S]{0,60}?Secret/.test(plain) && /\b(?:string)?data\b/i.test(plain);
}

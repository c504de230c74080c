/** Which names are those of credentials: keys of YAML and JSON, variables, options of commands. Errs on the side of saying that they are. */

const speaks =
  /passw(?:or)?d|passwd|passphrase|secret|token|credential|access[_-]?key|api[_-]?key|account[_-]?key|private[_-]?key|client-key|dockerconfig|(?:^|\.)dockercfg$|ssh-?key|(?:signing|encryption|master|hmac|shared|kbs)[_-]?key|(?:^|[_-])pass$|[_-]pwd$/i;
/** Keys whose values name, count or point. */
const harmless = /(?:names?|refs?|paths?|files?|dir|seconds|count|types?|versions?|namespace|kind|policy|mounts?|enabled|url|uri|endpoint)$|^automount/i;

/** Whether what stands behind this name is a credential. */
export function isCredentialKey(key: string): boolean {
  const name = key.slice(key.lastIndexOf('/') + 1);
  return (speaks.test(name) || /^_?auth$|^[pP]wd$|[a-z]Pass$/.test(name) || /(?:db|user|admin|root)pass$/i.test(name)) && !harmless.test(name);
}

/** Whether numbers are credentials there too, which elsewhere count or measure. */
export function mayBeNumber(key: string): boolean {
  return /pass|pwd|pin$/i.test(key);
}

/** `Authorization`, `Cookie`: all that follows on the line is one. */
export function isHeader(key: string): boolean {
  return /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(key);
}

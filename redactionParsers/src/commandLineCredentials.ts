/** Finds credentials in command lines: option values, and credential arguments of known commands. */
import { isCredentialKey, isDistinctive, isHeader, isProse } from '#core/redaction/credentialNames.ts';
import type { NamedValue } from '#core/redaction/namedValues.ts';
import { valueFrom } from '#core/redaction/readValue.ts';

/** Matches `--password value`, also as two items of a list. */
const option = /(?<![\w./-])--?([a-z][\w-]{1,100})(?:[ \t]{1,20}|\\{0,7}["'],\s{0,20}(?=\\{0,7}["']))(?!-)(?=\S)/gi;

/** Matches the text before a credential argument. */
const arguments_: readonly RegExp[] = [
  // curl -u name:password
  /(?:^|[\s"'])(?:curl|wget|http)\b[^|;\n]{0,1000}?\s(?:-[A-Za-z]{0,5}u[ =]{0,5}|--user[ =]{1,5})["']?[^\s:"']{1,200}:/g,
  // oc login -p password, sshpass, mysql
  /\b(?:login|sshpass|mysql(?:dump|admin)?|ldapsearch|redis-cli)\b[^|;&\n]{0,500}?\s-[pwa][ =]{0,5}/g,
  // oc create secret generic x --from-literal=key=value, possibly repeated
  /(?<=\bsecrets?\b[^\n]{0,2000})--from-literal[= ]["']?[\w.-]{1,200}=/g,
  // qemu -object secret,id=x,data=value
  /\bsecret,[^\s"']{0,500}?\bdata=/g,
  // For these options, the command must match, because other commands use them differently.
  /\bopenssl\s{1,3}enc\b[^|;\n]{0,300}?\s-[kK]\s{1,3}/g,
  /\b(?:ipmitool|zip|unzip|7z)\b[^|;\n]{0,300}?\s-P\s{0,3}/g,
  /\bsmbclient\b[^|;\n]{0,300}?\s-U\s{0,3}[^\s%]{1,100}%/g,
  /\b(?:etcdctl|ldap\w{3,10}|http|openstack)\b[^|;\n]{0,300}?\s--user[ =]["']?[^\s:"']{1,200}:/g,
  /\bsnmp[a-z]{2,10}\b[^|;\n]{0,300}?\s-[cAX]\s{1,3}/g,
  /\bnet use\b[^\n]{0,200}?\/user:\S{1,100}\s{1,3}/gi,
  /\bConvertTo-SecureString\s{1,3}(?:-String\s{1,3})?(?=["'])/gi,
  /\bsecret-set-value\b[^\n]{0,200}?--(?:base64|value)[ =]/g,
  /\bcurl\b[^|\n]{0,1000}?\s(?:-b|--cookie)[ =]{1,3}["']?(?=[^\s"'=]{1,100}=)/g,
  // podman login --password-stdin <<< value
  /\b(?:login|chpasswd|passwd|cryptsetup)\b[^|;\n]{0,300}?<<<\s{0,3}/g,
  // openssl -passin pass:value
  /\s-pass(?:in|out)?\s{1,3}["']?pass:/g,
  // htpasswd -b file user value
  /\bhtpasswd\s{1,3}(?:-\w{1,6}\s{1,3}){1,4}\S{1,200}\s{1,3}\S{1,200}\s{1,3}(?=\S)/g,
];

/** Matches `echo value | podman login --password-stdin`. */
const piped =
  /\b(?:echo|printf)(?:\s{1,3}-\w{1,3}|\s{1,3}["']?%s(?:\\{1,2}n)?["']?){0,2}\s{1,3}(["']?)([^\n|"']{3,300}?)\1\s{0,3}\|\s{0,3}[^\n|]{0,200}?(?:\b(?:chpasswd|passwd|cryptsetup)\b|--password-stdin|--passphrase-fd)/g;
/** Matches `set NAME value`, as in `aws configure`. */
const set = /\bset\s{1,3}([\w.-]{1,100})\s{1,3}(?=\S)/g;
/** Matches the names and passwords of cloud-init. */
const passwordList =
  /\bchpasswd:[^\n]{0,20}\n(?:[ \t]{1,50}[^\n]{0,200}\n){0,6}?[ \t]{1,50}list:[^\n]{0,20}\n((?:[ \t]{1,50}[^\s:]{1,100}:[^\n]{1,300}(?:\n|$)){1,100})/g;

/** Returns all credentials in the command lines of a text. */
export function* ofCommands(text: string): Generator<NamedValue> {
  for (const found of text.matchAll(option)) {
    const key = found[1] ?? '';
    const value =
      isCredentialKey(key) || isHeader(key) ? valueFrom(text, found.index + found[0].length, 'word') : undefined;
    if (value !== undefined && !isProse(key, value.value)) yield { ...value, key };
  }
  yield* told(text);
  for (const pattern of arguments_) {
    for (const found of text.matchAll(pattern)) {
      const value = valueFrom(text, found.index + found[0].length, 'word');
      if (value !== undefined && !isProse('password', value.value)) yield { ...value, key: 'password' };
    }
  }
}

function* told(text: string): Generator<NamedValue> {
  for (const found of text.matchAll(piped)) {
    const [all, mark = '', value = ''] = found;
    // The input of chpasswd is `name:password`.
    const start = found.index + all.indexOf(`${mark}${value}${mark}`) + mark.length;
    const from = all.endsWith('chpasswd') ? start + value.indexOf(':') + 1 : start;
    yield { key: 'password', from, to: start + value.length, value: text.slice(from, start + value.length) };
  }
  for (const found of text.matchAll(set)) {
    const key = found[1] ?? '';
    const value = isCredentialKey(key) ? valueFrom(text, found.index + found[0].length, 'word') : undefined;
    if (value !== undefined && isDistinctive(value.value) && !isProse(key, value.value)) yield { ...value, key };
  }
  for (const found of text.matchAll(passwordList)) {
    const [all, list = ''] = found;
    const start = found.index + all.length - list.length;
    for (const line of list.matchAll(/^[ \t]*[^\s:]+:([^\n]+)$/gm)) {
      const [whole, value = ''] = line;
      const to = start + line.index + whole.length;
      yield { key: 'password', from: to - value.length, to, value };
    }
  }
}

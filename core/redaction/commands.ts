/** Finds credentials in command lines: values of options, and arguments of commands that accept a credential. */
import { isCredentialKey, isHarmlessValue } from './names.ts';
import type { Named } from './pairs.ts';
import { valueFrom } from './values.ts';

/** Matches `--password value`, also as two items of a list. */
const option = /(?<![\w./-])--?([a-z][\w-]{1,100})(?:[ \t]{1,20}|\\{0,7}["'],\s{0,20}(?=\\{0,7}["']))(?!-)(?=\S)/gi;

/** Matches the text before a credential argument. */
const arguments_: readonly RegExp[] = [
  // curl -u name:password
  /(?:^|[\s"'])(?:curl|wget|http)\b[^|;\n]{0,1000}?\s(?:-[A-Za-z]{0,5}u[ =]{0,5}|--user[ =]{1,5})["']?[^\s:"']{1,200}:/g,
  // oc login -p password, sshpass, mysql
  /\b(?:login|sshpass|mysql(?:dump|admin)?|ldapsearch|redis-cli)\b[^|;&\n]{0,500}?\s-[pwa][ =]{0,5}/g,
  // oc create secret generic x --from-literal=key=value; there may be several
  /(?<=\bsecrets?\b[^\n]{0,2000})--from-literal[= ]["']?[\w.-]{1,200}=/g,
  // qemu -object secret,id=x,data=value
  /\bsecret,[^\s"']{0,500}?\bdata=/g,
  // openssl -passin pass:value
  /\s-pass(?:in|out)?\s{1,3}["']?pass:/g,
  // htpasswd -b file user value
  /\bhtpasswd\s{1,3}(?:-\w{1,6}\s{1,3}){1,4}\S{1,200}\s{1,3}\S{1,200}\s{1,3}(?=\S)/g,
];

/** Returns all credentials in the command lines of a text. */
export function* ofCommands(text: string): Generator<Named> {
  for (const found of text.matchAll(option)) {
    const key = found[1] ?? '';
    const value = isCredentialKey(key) ? valueFrom(text, found.index + found[0].length, 'word') : undefined;
    if (value !== undefined && !isHarmlessValue(key, value.value)) yield { ...value, key };
  }
  for (const pattern of arguments_) {
    for (const found of text.matchAll(pattern)) {
      const value = valueFrom(text, found.index + found[0].length, 'word');
      if (value !== undefined) yield { ...value, key: 'password' };
    }
  }
}

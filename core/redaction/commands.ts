/** Credentials in command lines: values of options, and arguments of programs that take one. */
import { isCredentialKey, isHeader, isProse } from './names.ts';
import type { Named } from './pairs.ts';
import { valueFrom } from './values.ts';

/** `--password value`, also as two items of a list. */
const option = /(?<![\w./-])--?([a-z][\w-]{1,100})(?:[ \t]{1,20}|\\{0,7}["'],\s{0,20}(?=\\{0,7}["']))(?!-)(?=\S)/gi;

/** What follows is the credential. The first group, if any, is text before it. */
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

/** All credentials in the command lines of a text. */
export function* ofCommands(text: string): Generator<Named> {
  for (const found of text.matchAll(option)) {
    const key = found[1] ?? '';
    const value = isCredentialKey(key) || isHeader(key) ? valueFrom(text, found.index + found[0].length, 'word') : undefined;
    if (value !== undefined && !isProse(key, value.value)) yield { ...value, key };
  }
  for (const pattern of arguments_) {
    for (const found of text.matchAll(pattern)) {
      const value = valueFrom(text, found.index + found[0].length, 'word');
      if (value !== undefined && !isProse('password', value.value)) yield { ...value, key: 'password' };
    }
  }
}

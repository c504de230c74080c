/** One line of a log as it is shown, without what looks like a credential: less than core/mustGather/redact.ts does for whole files, and small enough for every bundle. */
import { credentialPatterns } from './credentialPatterns.ts';
import { isCredentialKey } from './mustGather/credentialKeys.ts';

/** `key: value`, `key=value`, `--key value`, with quotes or without, also of text in text. */
const keyBefore = /(?<![\w./-])(--)?([\w./-]{1,200})((?:\\{0,7}["'])?\s{0,8}(?::=|=>|[:=])\s{0,8}|\s{1,8})/g;
const valueHere = /(\\{0,7}["'])(.{1,2000}?)(?:\1|$)|([^\s"',;&)}\]\\]{1,2000})/y;
/** `-p password`, of these programs alone. */
const ofLogin = /(\b(?:login|sshpass|mysql(?:dump|admin)?)\b[^|;&]{0,500}?\s-p[ =]{0,5})["']?[^\s"']{1,300}/g;
/** What is said of a Secret, and none of its values: that it is not there, or which keys it lacks. */
const said = /^(?:secrets?|not|\(?(?:[A-Z][A-Z0-9]{0,30}_){1,8}[A-Z0-9]{1,30})$/;
const harmless = /^(?:true|false|null|nil|none|\d{1,6}|\*{3})$/i;

/** @param hidden stands in place of it */
export function withoutCredentials(line: string, hidden: string): string {
  const cleaned = credentialPatterns.reduce((left, pattern) => left.replaceAll(pattern, hidden), line).replaceAll(ofLogin, `$1${hidden}`);
  let [shown, done] = ['', 0];
  const keys = new RegExp(keyBefore);
  for (let found = keys.exec(cleaned); found !== null; found = keys.exec(cleaned)) {
    const [, dashes = '', key = '', between = ''] = found;
    const from = keys.lastIndex;
    // What has no sign behind it is a word, or the value of the one before.
    const isAssigned = dashes !== '' || between.trim() !== '';
    if (!isAssigned || !isCredentialKey(key)) continue;
    const values = new RegExp(valueHere);
    values.lastIndex = from;
    const [all = '', quote = '', quoted, bare = ''] = values.exec(cleaned) ?? [];
    const value = quoted ?? bare;
    if (value === '' || harmless.test(value) || (/secrets?$/i.test(key) && said.test(value))) continue;
    shown += `${cleaned.slice(done, from)}${quote}${hidden}${quoted !== undefined && all.length > quote.length + quoted.length ? quote : ''}`;
    keys.lastIndex = done = from + all.length;
  }
  return `${shown}${cleaned.slice(done)}`;
}

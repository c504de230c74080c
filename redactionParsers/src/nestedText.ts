/** Finds text inside text that other searches miss: command lines as lists of words, and JSON in markup. */
import type { Inner } from '#core/redaction/nestedText.ts';

/**
 * Matches command lines that are split into words: a JSON or Python list, arguments of an audit entry, or YAML items.
 */
const wordLists: readonly RegExp[] = [
  /(["'])(?:(?!\1)[^\\\n]){1,300}\1(?:\s{0,20},\s{0,20}\1(?:(?!\1)[^\\\n]){0,300}\1){2,}/g,
  /(?:\ba\d{1,3}="[^"\n]{0,300}"\s?){3,}/g,
  /(?<=^|\n)([ \t]{0,100})- [^\n]{1,300}(?:\n\1- [^\n]{1,300}){2,}/g,
];
const program =
  /\b(?:curl|wget|login|sshpass|mysql|ldap|redis-cli|htpasswd|openssl|ipmitool|zip|7z|smbclient|etcdctl|snmp|qemu|configure)/;

export function* furtherInner(text: string): Generator<Inner> {
  if (program.test(text)) yield* commandLines(text);
  if (text.includes('&quot;') || text.includes('&#34;')) yield* ofMarkup(text);
}

/** Finds JSON in HTML or XML. */
function* ofMarkup(text: string): Generator<Inner> {
  for (const found of text.matchAll(/[^\n]*&(?:quot|#34);[^\n]*/g)) {
    const plain = found[0]
      .replaceAll(/&(?:quot|#34);/g, '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    yield { from: found.index, to: found.index + found[0].length, text: plain, isEncoded: true };
  }
}

function* commandLines(text: string): Generator<Inner> {
  for (const pattern of wordLists) {
    for (const found of text.matchAll(pattern)) {
      const [all] = found;
      if (!program.test(all)) continue;
      const words = all.replaceAll(/["'],\s{0,20}["']|"\s{0,3}a\d{1,3}="|\n[ \t]{0,100}- /g, ' ');
      yield {
        from: found.index,
        to: found.index + all.length,
        text: words.replaceAll(/^(?:[ \t]*- |a\d+=)?["']?|["']$/g, ''),
        isEncoded: false,
      };
    }
  }
}

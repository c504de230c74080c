/** `logLevel = debug`: an equals sign where YAML has a colon, behind a field of the kind. */
import type { KindKnowledge } from '../../../../core/kinds/field.ts';
import type { Edit } from '../rule.ts';

const line = /(^|[\r\n])([ \t]*(?:- )?)([A-Za-z][\w.-]*)([ \t]*=[ \t]*)(?=[^\s=])/g;

/** What puts a colon in place of the equals sign in each such line of this stretch. */
export function colonEdits(text: string, { fields }: KindKnowledge, from = 0, to: number = text.length): Edit[] {
  const known = new Set(Object.keys(fields).map((path) => path.slice(path.lastIndexOf('.') + 1)));
  return [...text.slice(from, to).matchAll(line)].flatMap(({ index, 1: before = '', 2: blanks = '', 3: key = '', 4: sign = '' }): Edit[] => {
    const start = from + index + before.length + blanks.length + key.length;
    return known.has(key) ? [{ start, end: start + sign.length, text: ': ' }] : [];
  });
}

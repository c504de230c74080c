/** What a cluster wrote, in Markdown that we write: it must not break its row or list, nor be a link (of addresses without any mark, too) or HTML. */
import { oneLine } from './phrases.ts';

/** As text on one line. @param most characters of it */
export function markdownText(text: string, most = 1000): string {
  return oneLine(text, most)
    .replace(/[\\|`*_[\]<>&#!~@$]/g, entity)
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, entity)
    .replace(/^[-+=]|(?<=^\d{1,9})[.)]/, entity);
}

/** As code, whatever is in it. @param most characters of it */
export function markdownCode(text: string, most = 1000): string {
  const line = oneLine(text, most);
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

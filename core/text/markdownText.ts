/**
 * What a cluster wrote, in Markdown that we write: it must not break its row or list, nor be a link (of addresses
 * without any mark, too) or HTML.
 */
import { toSingleLine } from './phrases.ts';

/** As text on one line. @param most characters of it */
export function escapeMarkdownText(text: string, most = 1000): string {
  return toSingleLine(text, most)
    .replace(/[\\|`*_[\]<>&#!~@$]/g, entity)
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, entity)
    .replace(/^[-+=]|(?<=^\d{1,9})[.)]/, entity);
}

/** As code, whatever is in it. @param most characters of it */
export function renderMarkdownCode(text: string, most = 1000): string {
  const line = toSingleLine(text, most);
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

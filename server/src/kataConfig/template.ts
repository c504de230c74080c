/**
 * Makes the templates of Kata's configuration files valid TOML. The build of Kata replaces names such as `@QEMUPATH@`,
 * which can be values without quotes and parts of table names.
 */
import type { Span } from '../engine/text/span.ts';
import { scanToml } from '../engine/toml/tomlStrings.ts';

/** A template in which each name is replaced by a token of the same length, so that all offsets stay the same. */
export interface ReplacedTemplate {
  readonly text: string;
  /** The names that were replaced, and those in strings. */
  readonly names: readonly Span[];
}

const name = /@[A-Z][A-Z0-9_]{0,100}@/g;

/** Replaces the names of a template. Names in strings stay, because they are valid there. */
export function replaceTemplateNames(text: string): ReplacedTemplate {
  const { strings } = scanToml(text);
  const names: Span[] = [];
  let next = 0;
  /** Position up to which the current line was searched for an equals sign. */
  let searched = 0;
  let hasEquals = false;
  const replaced = text.replaceAll(name, (found, start: number) => {
    const end = start + found.length;
    names.push({ start, end });
    // Searches each part of the text only once, because a line can contain very many names.
    const between = text.slice(searched, start);
    const lineBreak = between.lastIndexOf('\n');
    hasEquals = (hasEquals && lineBreak === -1) || between.includes('=', lineBreak + 1);
    searched = start;
    while ((strings[next]?.range.end ?? Infinity) <= start) next += 1;
    const string = strings[next];
    if (string !== undefined && string.range.start < start) return found;
    // A name before the equals sign is part of a key. In a header, it's part of the name of a table.
    return hasEquals ? `"${'_'.repeat(found.length - 2)}"` : found.replaceAll('@', '_');
  });
  return { text: replaced, names };
}

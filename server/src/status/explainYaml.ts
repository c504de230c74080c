/** Parses pasted JSON and YAML, with the position of each value. */
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, visit, type Document } from 'yaml';
import type { Parsed, ParseText } from '#core/text/parsedText.ts';

/** Maximum number of documents in one text. */
const mostDocuments = 500;
/** Maximum number of aliases. A copied status has none, and each alias requires a search. */
const mostAliases = 20;

/**
 * Maximum number of characters of a YAML text, and of characters per line. JSON isn't limited. The time to parse YAML
 * can increase with the square of the length.
 */
const longestYaml = 120_000;
const longestLine = 10_000;
/** Maximum nesting of brackets. A response has fewer than 10 levels. */
const deepest = 60;

/** Parses a text. Never throws, and returns nothing for text that is neither JSON nor YAML. */
export const parsePasted: ParseText = (text) => {
  // Several responses in one text, such as files concatenated with `cat`.
  const starts = /^\s*\{/.test(text) ? [...text.matchAll(/^(?=\{)|(?<=^\})(?=\{)/gm)].map(({ index }) => index) : [];
  if (starts.length < 2) return parsePart(text, 0);
  if (starts.length > mostDocuments) return [];
  return starts.flatMap((start, index) => parsePart(text.slice(start, starts[index + 1] ?? text.length), start));
};

/** Parses a part of JSON. A selection can end with a comma and start with a key, such as `"Status": {...},`. */
function parsePart(text: string, offset: number): readonly Parsed[] {
  const whole = parseOne(text, offset);
  if (whole !== undefined || !/^\s*["{]/.test(text)) return whole ?? [];
  const own = text.replace(/,\s*$/, '');
  if (/^\s*\{/.test(text)) return own === text ? [] : (parseOne(own, offset) ?? []);
  if (!/^\s*"[^"\n]{1,200}"\s*:/.test(text)) return [];
  const inside = { start: offset, end: offset + own.length };
  return (parseOne(`{${own}}`, offset - 1) ?? []).map(({ value, placeOf }) => ({
    value,
    // The added brackets aren't part of the text.
    placeOf: (path) => (path.length === 0 ? inside : placeOf(path)),
  }));
}

function parseOne(text: string, offset: number): readonly Parsed[] | undefined {
  if ((text.match(/^---/gm)?.length ?? 0) > mostDocuments || isDeep(text) || (!isJson(text) && isLong(text)))
    return undefined;
  try {
    const parsed = parseAllDocuments(text, {
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      schema: 'core',
    });
    const documents = 'empty' in parsed ? [] : parsed;
    if (documents.some(({ errors }) => errors.length > 0) || documents.some(hasManyAliases)) return undefined;
    return documents.map((document) => {
      const value: unknown = document.toJS({ maxAliasCount: mostAliases });
      return { value, placeOf: (path) => placeIn(document, path, offset) };
    });
  } catch {
    // The text is nested too deeply or has circular aliases.
    return undefined;
  }
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isLong(text: string): boolean {
  return text.length > longestYaml || text.split('\n').some((line) => line.length > longestLine);
}

/**
 * Returns whether brackets are nested too deeply. Also counts brackets in strings, because few strings contain
 * unbalanced ones.
 */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > deepest) return true;
  }
  return false;
}

function hasManyAliases(document: Document): boolean {
  let aliases = 0;
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) aliases += 1;
      return aliases > mostAliases ? visit.BREAK : undefined;
    },
  });
  return aliases > mostAliases;
}

function placeIn(
  document: Document,
  path: readonly (string | number)[],
  offset: number,
): ReturnType<Parsed['placeOf']> {
  const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!(isMap(node) || isSeq(node) || isScalar(node)) || node.range === undefined || node.range === null)
    return undefined;
  const [start, end] = node.range;
  return { start: start + offset, end: end + offset };
}

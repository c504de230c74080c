/** Reads JSON and YAML that somebody pasted, with the place of each value. */
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, visit, type Document } from 'yaml';
import type { Parsed, ParseText } from '#core/text/parsedText.ts';

/** Documents of one text, at most. */
const mostDocuments = 500;
/** Nobody who copies a status writes an alias: each costs a search. */
const mostAliases = 20;

/**
 * Of YAML that is no JSON, so many characters are read, and lines of so many: what is none takes the parser a time that
 * grows with the square.
 */
const longestYaml = 120_000;
const longestLine = 10_000;
/** Brackets in one another: an answer has less than ten. */
const deepest = 60;

/** Never throws: what is neither is nothing. */
export const parsePasted: ParseText = (text) => {
  // Answers one after the other, as `cat` makes of several files.
  const starts = /^\s*\{/.test(text) ? [...text.matchAll(/^(?=\{)|(?<=^\})(?=\{)/gm)].map(({ index }) => index) : [];
  if (starts.length < 2) return parsePart(text, 0);
  if (starts.length > mostDocuments) return [];
  return starts.flatMap((start, index) => parsePart(text.slice(start, starts[index + 1] ?? text.length), start));
};

/** What is selected of JSON ends with the comma before the next, and may begin with a key: `"Status": {...},`. */
function parsePart(text: string, offset: number): readonly Parsed[] {
  const whole = parseOne(text, offset);
  if (whole !== undefined || !/^\s*["{]/.test(text)) return whole ?? [];
  const own = text.replace(/,\s*$/, '');
  if (/^\s*\{/.test(text)) return own === text ? [] : (parseOne(own, offset) ?? []);
  if (!/^\s*"[^"\n]{1,200}"\s*:/.test(text)) return [];
  const inside = { start: offset, end: offset + own.length };
  return (parseOne(`{${own}}`, offset - 1) ?? []).map(({ value, placeOf }) => ({
    value,
    // The brackets are not of the text.
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
    // Too deep, or aliases without an end.
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

/** Brackets of texts count, too: few have any that are not closed. */
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

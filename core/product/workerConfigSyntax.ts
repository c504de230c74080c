/**
 * Finds syntax errors in the YAML of a Node Feature Discovery worker, without a YAML parser. Reports only texts that no
 * YAML parser accepts, so it doesn't find all errors. If the configuration isn't valid, the worker exits. Source:
 * kubernetes-sigs/node-feature-discovery@76e6cc8c pkg/nfd-worker/nfd-worker.go (configureCore, yaml.Unmarshal).
 */

/** A place whose value can contain more indented lines: the key of a mapping, or the dash of a list item. */
interface Level {
  readonly indent: number;
  readonly kind: 'key' | 'dash';
}

/** End of the content of a line: text, an open bracket or quote, or a value that isn't checked. */
type LineEnd = 'value' | 'noValue' | 'block' | 'unchecked' | 'error';

/** Matches a key without quotes or with complete quotes, up to its colon. */
const keyPattern = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[\w./-]+)[ ]*:(?:[ ]+|$)/;

/** Returns the number of the first line with a syntax error, from 1. Returns undefined if none is certain. */
export function findWorkerConfigError(configData: string): number | undefined {
  const lines = configData.split(/\r?\n/);
  // Directives, documents, and complex keys don't appear in a configuration, so they aren't checked.
  if (lines.some((line) => /^(?:%|---|\.\.\.)|^ *(?:- +)*\?(?: |$)/.test(line))) return undefined;
  const levels: Level[] = [];
  let last: { readonly indent: number; readonly end: LineEnd } | undefined;
  for (const [index, line] of lines.entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const indent = line.length - line.replace(/^ +/, '').length;
    if (last?.end === 'block' && indent > last.indent) continue;
    if (line[indent] === '\t') return isCertainTab(content, last?.end) ? index + 1 : undefined;
    // A tab can also separate a key from its value.
    if (line.includes('\t')) return undefined;
    const rest = lines.slice(index + 1);
    const place = placeLine(line, indent, levels, last, rest);
    if (place === 'error') return index + 1;
    if (place === 'unchecked') return undefined;
    last = place;
    if (last.end === 'error') return index + 1;
    if (last.end === 'unchecked') return undefined;
  }
  return undefined;
}

/** Returns whether a tab before a line is an error. It's none within a value that spans lines. */
function isCertainTab(content: string, before: LineEnd | undefined): boolean {
  return before === 'noValue' && /^(?:- |["'\w./-]+:(?:\s|$))/.test(content);
}

/** Adds the dashes and the key of a line to the levels, and returns how its content ends. */
function placeLine(
  line: string,
  indent: number,
  levels: Level[],
  last: { readonly indent: number; readonly end: LineEnd } | undefined,
  following: readonly string[],
): { readonly indent: number; readonly end: LineEnd } | 'error' | 'unchecked' {
  while ((levels.at(-1)?.indent ?? -1) > indent) levels.pop();
  const top = levels.at(-1);
  const text = line.slice(indent);
  const isItem = /^-(?: |$)/.test(text);
  const isKey = keyPattern.test(text);
  if (!isItem && !isKey) return 'unchecked';
  if (last !== undefined && top?.indent !== indent) {
    // A deeper line continues a value, unless the line before has none. Other lines continue a mapping or a list.
    if (top === undefined || indent <= last.indent) return 'error';
    if (last.end !== 'noValue') return isKey && last.end === 'value' ? 'error' : 'unchecked';
  }
  if (last !== undefined && top?.indent === indent && top.kind !== (isItem ? 'dash' : 'key')) {
    // The items of a list can have the indentation of its key.
    if (!isItem || last.end !== 'noValue' || last.indent !== indent) return 'unchecked';
  }
  return addLevels(text, indent, levels, following);
}

function addLevels(
  text: string,
  indent: number,
  levels: Level[],
  following: readonly string[],
): { readonly indent: number; readonly end: LineEnd } {
  let [column, rest] = [indent, text];
  const add = (kind: Level['kind']): void => {
    const top = levels.at(-1);
    if (top?.indent !== column || top.kind !== kind) levels.push({ indent: column, kind });
  };
  for (let match = /^- */.exec(rest); match !== null && /^-(?: |$)/.test(rest); match = /^- */.exec(rest)) {
    add('dash');
    column += match[0].length;
    rest = rest.slice(match[0].length);
  }
  const [key] = keyPattern.exec(rest) ?? [''];
  if (key !== '') add('key');
  // A colon in an item without a recognized key can end a key with special characters.
  if (key === '' && /:(?: |$)/.test(rest) && !/^["'[{]/.test(rest)) return { indent, end: 'unchecked' };
  return { indent: key === '' ? indent : column, end: readEnd(rest.slice(key.length), following) };
}

/**
 * Determines how the value of a line ends.
 * @param following lines after the line
 */
function readEnd(value: string, following: readonly string[]): LineEnd {
  if (value === '' || value.startsWith('#')) return 'noValue';
  if (/^[|>]/.test(value)) return 'block';
  if (/^[&*!@`%\t]/.test(value)) return 'unchecked';
  if (/^["']/.test(value)) {
    const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(value)?.[0];
    // A text in quotes can span lines.
    return quoted === undefined ? 'unchecked' : endAfter(value.slice(quoted.length));
  }
  if (/^[[{]/.test(value)) return readBrackets(value, following);
  return /:(?: |$)/.test(value.replace(/\s#.*$/, '')) ? 'error' : 'value';
}

/** Determines whether other text follows a value in quotes or brackets. */
function endAfter(rest: string): LineEnd {
  if (/^\s*:/.test(rest)) return 'unchecked';
  return /^\s*(?:$|\s#)/.test(rest) ? 'value' : 'error';
}

/** Determines whether the brackets of a value are closed. */
function readBrackets(value: string, following: readonly string[]): LineEnd {
  let depth = 0;
  for (const [index, line] of [value, ...following].entries()) {
    const tokens = line.matchAll(/(?<=^|[\s[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|["'])|(?<=^|\s)#.*|[[\]{}]/g);
    for (const { 0: token, index: at } of tokens) {
      // A text in quotes that spans lines can contain brackets.
      if (token === '"' || token === "'") return 'unchecked';
      if (token === '[' || token === '{') depth += 1;
      if (token === ']' || token === '}') depth -= 1;
      if (depth > 0) continue;
      return index === 0 && token.length === 1 ? endAfter(line.slice(at + 1)) : 'unchecked';
    }
  }
  return 'error';
}

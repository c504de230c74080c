/** Represents a document as a tree of nodes with positions. Parses JSON; callers provide a YAML parser (`Parsers`). */

export type Node = RedactableScalar | RedactableMap | ListNode;

interface Placed {
  /** Position of the first character of the node in the text. `to` is the position after its last character. */
  readonly from: number;
  readonly to: number;
}

export interface RedactableScalar extends Placed {
  readonly kind: 'scalar';
  /** The value without quotes and escapes. */
  readonly text: string;
}

export interface RedactableMap extends Placed {
  readonly kind: 'map';
  /** Includes merged keys (`<<`). */
  readonly entries: readonly { readonly name: string; readonly value: Node }[];
}

export interface ListNode extends Placed {
  readonly kind: 'list';
  readonly items: readonly Node[];
}

/** Maximum depth. Deeper documents are treated as text, because no API server accepts them. */
const deepest = 200;

/** Returns the scalar value of a map key. */
export function scalarAt(node: RedactableMap, ...names: readonly string[]): string | undefined {
  const found = node.entries.find(({ name, value }) => value.kind === 'scalar' && names.includes(name))?.value;
  return found?.kind === 'scalar' ? found.text : undefined;
}

const blank = /[ \t\r\n]*/y;
const bare = /-?[\w.+-]+/y;

interface OpenMap {
  readonly kind: 'map';
  readonly from: number;
  readonly entries: { name: string; value: Node }[];
  name: string;
}

interface OpenList {
  readonly kind: 'list';
  readonly from: number;
  readonly items: Node[];
}

/**
 * Parses one JSON object or array.
 * @param at position of its bracket
 * @returns undefined if the text isn't JSON
 */
export function readJson(text: string, at: number): Node | undefined {
  const open: (OpenMap | OpenList)[] = [];
  for (let from = at; ;) {
    const begun = beginning(text, skip(text, from), open);
    if (begun === undefined) return undefined;
    if (begun.node === undefined) {
      from = begun.to;
      continue;
    }
    let { node } = begun;
    for (;;) {
      const parent = open.at(-1);
      if (parent === undefined) return node;
      if (parent.kind === 'map') parent.entries.push({ name: parent.name, value: node });
      else parent.items.push(node);
      const next = skip(text, node.to);
      const sign = text[next];
      if (sign === ',') {
        const after = parent.kind === 'map' ? nameAt(text, next + 1, parent) : next + 1;
        if (after === undefined) return undefined;
        from = after;
        break;
      }
      if (sign !== (parent.kind === 'map' ? '}' : ']')) return undefined;
      open.pop();
      node = closed(parent, next + 1);
    }
  }
}

/** Parses the start of a value at a position. Returns no node for an object or array with content. */
function beginning(
  text: string,
  from: number,
  open: (OpenMap | OpenList)[],
): { readonly node?: Node; readonly to: number } | undefined {
  const sign = text[from];
  if (sign === '{' || sign === '[') {
    if (open.length >= deepest) return undefined;
    const container: OpenMap | OpenList =
      sign === '{' ? { kind: 'map', from, entries: [], name: '' } : { kind: 'list', from, items: [] };
    const next = skip(text, from + 1);
    if (text[next] === (sign === '{' ? '}' : ']')) return { node: closed(container, next + 1), to: next + 1 };
    const after = container.kind === 'map' ? nameAt(text, next, container) : next;
    if (after === undefined) return undefined;
    open.push(container);
    return { to: after };
  }
  const node = scalarFrom(text, from);
  return node === undefined || open.length === 0 ? undefined : { node, to: node.to };
}

function closed(container: OpenMap | OpenList, to: number): Node {
  const { from } = container;
  return container.kind === 'map'
    ? { kind: 'map', entries: container.entries, from, to }
    : { kind: 'list', items: container.items, from, to };
}

/**
 * Parses `"name":`.
 * @returns the position of its value
 */
function nameAt(text: string, at: number, map: OpenMap): number | undefined {
  const name = scalarFrom(text, skip(text, at));
  if (name === undefined) return undefined;
  const colon = skip(text, name.to);
  if (text[colon] !== ':') return undefined;
  map.name = name.text;
  return colon + 1;
}

function scalarFrom(text: string, from: number): RedactableScalar | undefined {
  if (text[from] !== '"') {
    bare.lastIndex = from;
    const word = bare.exec(text)?.[0];
    return word === undefined ? undefined : { kind: 'scalar', text: word, from, to: from + word.length };
  }
  const to = endOfString(text, from);
  if (to === undefined) return undefined;
  const inner = text.slice(from + 1, to - 1);
  return { kind: 'scalar', text: inner.includes('\\') ? (unescaped(inner) ?? inner) : inner, from, to };
}

/**
 * Returns the position after the closing quotation mark of a string.
 * @param from position of the opening mark
 */
export function endOfString(text: string, from: number): number | undefined {
  const sign = text[from] ?? '"';
  for (let to = text.indexOf(sign, from + 1); to >= 0; to = text.indexOf(sign, to + 1)) {
    let backslashes = 0;
    while (text[to - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return to + 1;
  }
  return undefined;
}

/** Decodes the escapes of a string literal. Also supports the escapes of Go, Rust, and Python. */
export function unescaped(inner: string): string | undefined {
  try {
    const value: unknown = JSON.parse(
      `"${inner.replaceAll(/\n/g, '\\n').replaceAll(/\r/g, '\\r').replaceAll(/\t/g, '\\t')}"`,
    );
    return typeof value === 'string' ? value : undefined;
  } catch {
    return inner.replaceAll(escape, (all, code: string | undefined, sign: string | undefined) =>
      code === undefined
        ? (escapes[sign ?? ''] ?? sign ?? all)
        : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ffff)),
    );
  }
}

const escape = /\\(?:[xuU]\{?([0-9a-fA-F]{2,8})\}?|([\s\S]))/g;
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  0: '\0',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\u001b',
};

function skip(text: string, from: number): number {
  blank.lastIndex = from;
  blank.exec(text);
  return blank.lastIndex;
}

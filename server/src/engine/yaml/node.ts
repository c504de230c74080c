/**
 * Represents a YAML document for rules: mappings, lists, and scalars with exact offsets. Anchors and merge keys are
 * already resolved. Offsets count UTF-16 units from the start of the document's own text.
 */

interface Spanned {
  readonly start: number;
  readonly end: number;
  /**
   * True if an alias or a merge key inserts the node at this place. Rules can report findings on it, but fixes must not
   * change it.
   */
  readonly borrowed: boolean;
  /**
   * True if the node has an anchor, so that changing it can affect other places. Such nodes aren't changed
   * automatically.
   */
  readonly anchored?: true;
}

/** A scalar with the value that Kubernetes reads. */
export interface ScalarNode extends Spanned {
  readonly type: 'scalar';
  readonly value: string | number | boolean | null;
  /** Text without quotes. */
  readonly text: string;
  readonly style: 'plain' | 'quoted' | 'block';
  /**
   * True if the real value is unknown because the scalar contains a template expression (`{{ }}`) or a variable
   * (`${VAR}`), or has a custom tag.
   */
  readonly unknown: boolean;
}

/** A `key: value` entry of a mapping. */
export interface MapEntry {
  readonly key: ScalarNode;
  readonly value: YamlNode;
  readonly borrowed: boolean;
}

export interface MapNode extends Spanned {
  readonly type: 'map';
  readonly entries: readonly MapEntry[];
  /** True if the mapping is written with braces. */
  readonly flow: boolean;
}

export interface SeqNode extends Spanned {
  readonly type: 'seq';
  readonly items: readonly YamlNode[];
  readonly flow: boolean;
}

export type YamlNode = MapNode | SeqNode | ScalarNode;

/** Step from a node to one of its children: a key or an index. */
export type PathSegment = string | number;

/** Returns the entry of a mapping with this key. If there are several, returns the last one, which YAML parsers use. */
export function findMapEntry(node: YamlNode | undefined, key: string): MapEntry | undefined {
  if (node?.type !== 'map') return undefined;
  for (let index = node.entries.length - 1; index >= 0; index -= 1) {
    const entry = node.entries[index];
    if (entry?.key.text === key) return entry;
  }
  return undefined;
}

/** Returns the node at this path, or undefined. */
export function findYamlNode(root: YamlNode | undefined, path: readonly PathSegment[]): YamlNode | undefined {
  let node = root;
  for (const step of path)
    node =
      typeof step === 'number'
        ? node?.type === 'seq'
          ? node.items[step]
          : undefined
        : findMapEntry(node, step)?.value;
  return node;
}

/** Returns the string at this path. Returns undefined if it doesn't exist, isn't a string, or is unknown. */
export function getYamlString(root: YamlNode | undefined, path: readonly PathSegment[]): string | undefined {
  const node = findYamlNode(root, path);
  return node?.type === 'scalar' && typeof node.value === 'string' && !node.unknown ? node.value : undefined;
}

/** Location of an offset in a document. */
export interface NodeLocation {
  /** Path from the root to the innermost entry or item that contains the offset. */
  readonly path: readonly PathSegment[];
  /** Scalar at the offset: a key or a value. */
  readonly scalar: ScalarNode;
  readonly onKey: boolean;
}

/** Returns the scalar at this offset with its path. Returns undefined if the offset is between scalars. */
export function locateYamlNode(root: YamlNode | undefined, offset: number): NodeLocation | undefined {
  const path: PathSegment[] = [];
  let node = root;
  while (node !== undefined && node.type !== 'scalar') {
    if (node.type === 'seq') {
      const index = node.items.findIndex((item) => covers(item, offset));
      if (index === -1) return undefined;
      path.push(index);
      node = node.items[index];
      continue;
    }
    const entry: MapEntry | undefined = node.entries.find(
      (candidate) => !candidate.borrowed && (covers(candidate.key, offset) || covers(candidate.value, offset)),
    );
    if (entry === undefined) return undefined;
    path.push(entry.key.text);
    if (covers(entry.key, offset)) return { path, scalar: entry.key, onKey: true };
    node = entry.value;
  }
  return node === undefined || !covers(node, offset) ? undefined : { path, scalar: node, onKey: false };
}

/**
 * Returns the path of the innermost entry or item that contains a range. A range that is an entire mapping or list has
 * the path of that mapping or list.
 */
export function pathOfRange(
  root: YamlNode,
  { start, end }: { readonly start: number; readonly end: number },
): readonly PathSegment[] {
  const path: PathSegment[] = [];
  const contains = (from: number, to: number) => from <= start && end <= to;
  let node = root;
  for (;;) {
    if (node.type === 'scalar' || (node.start === start && node.end === end)) return path;
    if (node.type === 'seq') {
      const index = node.items.findIndex((item) => contains(item.start, item.end));
      const item = node.items[index];
      if (item === undefined) return path;
      path.push(index);
      node = item;
      continue;
    }
    const entry: MapEntry | undefined = node.entries.find(
      ({ key, value, borrowed }) =>
        !borrowed && key.end > key.start && contains(key.start, Math.max(key.end, value.end)),
    );
    const inValue: MapEntry | undefined =
      entry ?? node.entries.find(({ value, borrowed }) => !borrowed && contains(value.start, value.end));
    if (inValue === undefined) return path;
    path.push(inValue.key.text);
    if (!contains(inValue.value.start, inValue.value.end)) return path;
    node = inValue.value;
  }
}

function covers(node: Spanned, offset: number): boolean {
  return node.start <= offset && offset <= node.end && node.end > node.start;
}

/** Converts a node to a plain JavaScript value for a JSON Schema validator. Unknown values become undefined. */
export function toPlainValue(node: YamlNode): unknown {
  if (node.type === 'scalar') return node.unknown ? undefined : node.value;
  if (node.type === 'seq') return node.items.map(toPlainValue);
  // An object without a prototype, so that a key such as __proto__ isn't special.
  const out = Object.create(null) as Record<string, unknown>;
  for (const entry of node.entries) out[entry.key.text] = toPlainValue(entry.value);
  return out;
}

/**
 * A YAML document as the rules see it: maps, lists and scalars with exact offsets, anchors and merge keys already
 * followed. Offsets count UTF-16 units from the start of the document's own text.
 */

interface Spanned {
  readonly start: number;
  readonly end: number;
  /** It stands here through an alias or a merge key: it can be judged here, but must not be mended here. */
  readonly borrowed: boolean;
  /** It carries an anchor: what is changed here may change elsewhere too, so nothing is changed unasked. */
  readonly anchored?: true;
}

/** A scalar, with the value that Kubernetes reads from it. */
export interface ScalarNode extends Spanned {
  readonly type: 'scalar';
  readonly value: string | number | boolean | null;
  /** What is written, without quotes. */
  readonly text: string;
  readonly style: 'plain' | 'quoted' | 'block';
  /**
   * It holds a template expression (`{{ }}`) or a variable (`${VAR}`), or has a tag of its own: its real value is not
   * known.
   */
  readonly unknown: boolean;
}

/** One `key: value` of a map. */
export interface MapEntry {
  readonly key: ScalarNode;
  readonly value: YamlNode;
  readonly borrowed: boolean;
}

export interface MapNode extends Spanned {
  readonly type: 'map';
  readonly entries: readonly MapEntry[];
  /** Written with braces. */
  readonly flow: boolean;
}

export interface SeqNode extends Spanned {
  readonly type: 'seq';
  readonly items: readonly YamlNode[];
  readonly flow: boolean;
}

export type YamlNode = MapNode | SeqNode | ScalarNode;

/** A step from a node to one of its children: a key, or an index. */
export type PathSegment = string | number;

/** The entry of a map with this key; of several, the last, which is the one that YAML readers keep. */
export function findMapEntry(node: YamlNode | undefined, key: string): MapEntry | undefined {
  if (node?.type !== 'map') return undefined;
  for (let index = node.entries.length - 1; index >= 0; index -= 1) {
    const entry = node.entries[index];
    if (entry?.key.text === key) return entry;
  }
  return undefined;
}

/** The node at this path, or undefined. */
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

/** The string value at this path; undefined when there is none, it is no string, or it is not known. */
export function getYamlString(root: YamlNode | undefined, path: readonly PathSegment[]): string | undefined {
  const node = findYamlNode(root, path);
  return node?.type === 'scalar' && typeof node.value === 'string' && !node.unknown ? node.value : undefined;
}

/** Where an offset stands in a document. */
export interface NodeLocation {
  /** From the root to the innermost entry or item that holds the offset. */
  readonly path: readonly PathSegment[];
  /** The scalar under the offset: a key or a value. */
  readonly scalar: ScalarNode;
  readonly onKey: boolean;
}

/** The scalar at this offset with its path, or undefined when the offset is between scalars. */
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

function covers(node: Spanned, offset: number): boolean {
  return node.start <= offset && offset <= node.end && node.end > node.start;
}

/** The plain JavaScript value of a node, as a JSON Schema validator wants it. Unknown ones become undefined. */
export function toPlainValue(node: YamlNode): unknown {
  if (node.type === 'scalar') return node.unknown ? undefined : node.value;
  if (node.type === 'seq') return node.items.map(toPlainValue);
  // A map without a prototype: a key called __proto__ is a key like any other.
  const out = Object.create(null) as Record<string, unknown>;
  for (const entry of node.entries) out[entry.key.text] = toPlainValue(entry.value);
  return out;
}

/**
 * Converts YAML to the nodes that redaction analyzes. Resolves aliases and merges, and records the position of every
 * scalar.
 */
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, type Pair } from 'yaml';
import type { RedactableMap, Node } from '#core/redaction/documentNode.ts';

/** Maximum number of characters per text. Larger files are split into documents and items first. */
const longestYaml = 16 * 2 ** 20;
/** Maximum depth. No API server accepts deeper documents. */
const deepest = 100;
/** Maximum number of nodes per text. A node that aliases share counts once. */
const mostNodes = 2_000_000;

class Unreadable extends Error {}

/**
 * Parses a text.
 * @returns undefined if the text isn't YAML, is too long, or is too deep
 */
export function readYamlNodes(text: string): readonly Node[] | undefined {
  if (text.length > longestYaml || isTooDeep(text)) return undefined;
  try {
    const documents = parseAllDocuments(text, {
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      schema: 'core',
      merge: true,
      strict: false,
    });
    return documents.flatMap((document) => {
      if (document.errors.length > 0) throw new Unreadable();
      return document.contents === null ? [] : [new Reader().node(document.contents, 0)];
    });
  } catch {
    return undefined;
  }
}

class Reader {
  /** Nodes by source, so that several aliases share one node. */
  readonly #read = new Map<unknown, Node>();
  /**
   * Anchors by name. The order in the text determines the node of an alias. The library would search the whole document
   * for each alias.
   */
  readonly #anchors = new Map<string, unknown>();
  #count = 0;

  node(written: unknown, depth: number): Node {
    const source = isAlias(written) ? this.#anchors.get(written.source) : written;
    if (isAlias(written) && source === undefined) throw new Unreadable();
    const before = this.#read.get(source);
    if (before !== undefined) return before;
    this.#count += 1;
    if ((isMap(source) || isSeq(source) || isScalar(source)) && source.anchor !== undefined)
      this.#anchors.set(source.anchor, source);
    // An alias to a surrounding node would cause infinite recursion.
    if (depth > deepest || this.#count > mostNodes) throw new Unreadable();
    const node = this.#fresh(source, depth);
    this.#read.set(source, node);
    return node;
  }

  #fresh(source: unknown, depth: number): Node {
    if (isMap(source)) {
      const [from = 0, to = from] = source.range ?? [];
      return { kind: 'map', entries: this.#entries(source.items, depth), from, to };
    }
    if (isSeq(source)) {
      const [from = 0, to = from] = source.range ?? [];
      return {
        kind: 'list',
        items: source.items.filter((item) => item !== undefined).map((item) => this.node(item, depth + 1)),
        from,
        to,
      };
    }
    if (!isScalar(source)) return { kind: 'scalar', text: '', from: 0, to: 0 };
    const [from = 0, to = from] = source.range ?? [];
    // Uses the source text: `1e3` isn't `1000`.
    const text = typeof source.value === 'string' ? source.value : (source.source ?? String(source.value));
    return { kind: 'scalar', text, from, to };
  }

  /** Puts the map's own keys before merged keys, because the first key with a name applies. */
  #entries(pairs: readonly Pair[], depth: number): RedactableMap['entries'] {
    const [own, merged]: [RedactableMap['entries'][number][], RedactableMap['entries'][number][]] = [[], []];
    for (const { key, value } of pairs) {
      const name = this.node(key, depth + 1);
      if (name.kind !== 'scalar') {
        // A map or a list as a key can contain anything.
        own.push({ name: '', value: name });
        if (value !== null && value !== undefined) own.push({ name: '', value: this.node(value, depth + 1) });
      } else if (value !== null && value !== undefined) {
        const node = this.node(value, depth + 1);
        if (name.text !== '<<') own.push({ name: name.text, value: node });
        else
          for (const one of node.kind === 'list' ? node.items : [node])
            if (one.kind === 'map') merged.push(...one.entries);
      }
    }
    return merged.length > mostNodes ? own : [...own, ...merged];
  }
}

/** Returns whether brackets or indentation are deeper than the recursive parser supports. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [sign] of text.matchAll(/[{}[\]]/g)) {
    depth += sign === '{' || sign === '[' ? 1 : -1;
    if (depth > 400) return true;
    depth = Math.max(depth, 0);
  }
  return /^(?: {2000}| *(?:- ){500}| *(?:\? ){500})/m.test(text);
}

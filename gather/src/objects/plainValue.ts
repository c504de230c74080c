/** Converts YAML nodes to plain values. Time and memory are proportional to the text, whatever aliases it contains. */
import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { FileLimits } from '../limits/limits.ts';

/** Thrown for valid YAML that Kubernetes can't have written. */
export class UnsupportedYamlError extends Error {}

interface Anchored {
  readonly value: unknown;
  /** Number of nodes in the value with all aliases expanded. */
  readonly size: number;
}

/**
 * Converts the nodes of one document in text order, so that an alias refers to the last anchor with its name before it.
 */
export class PlainValues {
  readonly #anchors = new Map<string, Anchored>();
  readonly #limits: FileLimits;
  #written = 0;
  /** Number of nodes in all values with all aliases expanded. */
  #size = 0;

  constructor(limits: FileLimits) {
    this.#limits = limits;
  }

  /**
   * Converts a node. Throws `UnsupportedYamlError` for an alias without an anchor or with too many nodes, and for a key
   * that isn't a scalar.
   */
  of(node: unknown): unknown {
    this.#written += 1;
    if (isAlias(node)) return this.#shared(node.source);
    this.#size += 1;
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    const { anchor } = node;
    if (anchor === undefined) return this.#content(node);
    // An anchor can't be used inside its own node.
    this.#anchors.delete(anchor);
    const before = this.#size - 1;
    const value = this.#content(node);
    this.#anchors.set(anchor, { value, size: this.#size - before });
    return value;
  }

  #content(node: object): unknown {
    if (isScalar(node)) return node.value;
    if (isSeq(node)) return node.items.map((item) => this.of(item));
    if (!isMap(node)) return null;
    const fields = new Map<string, unknown>();
    for (const { key, value } of node.items) fields.set(this.#name(key), this.of(value));
    // `Object.fromEntries` creates a regular field even for the key __proto__.
    return Object.fromEntries(fields);
  }

  #name(key: unknown): string {
    const name = this.of(key);
    if (name === null) return '';
    if (typeof name === 'string' || typeof name === 'number' || typeof name === 'boolean') return String(name);
    throw new UnsupportedYamlError("a key isn't a scalar");
  }

  #shared(name: string): unknown {
    const anchored = this.#anchors.get(name);
    if (anchored === undefined) throw new UnsupportedYamlError('an alias has no anchor');
    this.#size += anchored.size;
    if (this.#size > this.#limits.beforeAliasRatio + this.#written * this.#limits.aliasRatio)
      throw new UnsupportedYamlError('aliases make the document too large');
    return anchored.value;
  }
}

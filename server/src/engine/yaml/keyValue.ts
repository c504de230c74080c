/** Represents `KEY=VALUE` as nodes, for literals of kustomizations and lines of env files. */
import { isDocumentedProvider } from '#core/peerPods/providers.ts';
import { isReplacedLater } from '#core/text/placeholder.ts';
import { templateExpressionPattern } from './parse/templateExpression.ts';
import type { MapEntry, MapNode, ScalarNode } from './node.ts';

/** A range in a document. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A fault in a line of an env file. */
export interface EnvLineFault extends TextSpan {
  /**
   * `refused`: kustomize rejects the line; `quoted`: the value contains its quotes; `repeated`: an earlier line has the
   * same key; `conflict`: the file contains conflict markers.
   */
  readonly fault: 'refused' | 'quoted' | 'repeated' | 'conflict';
  /** The intended key and value, if they're certain. */
  readonly name?: string;
  readonly meant?: string;
}

/** A fault in a literal of a kustomize generator. */
export interface LiteralFault extends TextSpan {
  /**
   * `refused`: kustomize rejects the literal; `key`: the API server rejects the key; `repeated`: an earlier literal has
   * the same key.
   */
  readonly fault: 'refused' | 'key' | 'repeated';
  /** The intended key and value, if they're certain. */
  readonly name?: string;
  readonly meant?: string;
  /** True if the literal is a key without a value. */
  readonly isAlone?: boolean;
  /** True if the earlier literal has the same value. */
  readonly isSame?: boolean;
}

/** Creates a key or value that is always a string. */
export function stringNode({ start, end }: TextSpan, text: string, unknown = false): ScalarNode {
  return {
    type: 'scalar',
    start,
    end,
    value: text,
    text,
    style: 'quoted',
    unknown: unknown || templateExpressionPattern.test(text) || isReplacedLater(text),
    borrowed: false,
  };
}

/** Creates a map entry whose key isn't text of the document. The key is an empty range at this offset. */
export function entryAt(at: number, name: string, value: MapEntry['value'], borrowed = false): MapEntry {
  return { key: stringNode({ start: at, end: at }, name), value, borrowed };
}

/** Creates an entry that stands for existing but unknown keys. */
export function unknownKeys(at: number): MapEntry {
  const nowhere = { start: at, end: at };
  return { key: stringNode(nowhere, '', true), value: stringNode(nowhere, '', true), borrowed: true };
}

/** Returns whether an entry stands for unknown keys. */
export function isUnknownKeys({ key }: MapEntry): boolean {
  return key.unknown && key.text === '';
}

/** Creates a map of these entries. */
export function mapAt({ start, end }: TextSpan, entries: readonly MapEntry[]): MapNode {
  return { type: 'map', start, end, entries, flow: false, borrowed: false };
}

const providerKey = 'CLOUD_PROVIDER';

/**
 * Returns an entry for the cloud provider that another part of the same object specifies. An unknown provider is
 * omitted, because the finding is reported in the other part.
 */
export function besides(entries: readonly MapEntry[], provider: string | undefined, at: number): readonly MapEntry[] {
  if (provider === undefined || !isDocumentedProvider(provider) || entries.some(({ key }) => key.text === providerKey))
    return [];
  return [entryAt(at, providerKey, { ...stringNode({ start: at, end: at }, provider), borrowed: true }, true)];
}

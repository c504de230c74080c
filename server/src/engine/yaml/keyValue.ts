/** `KEY=VALUE` as nodes: what literals of a kustomization and lines of env files have in common. */
import { isDocumentedProvider } from '#core/peerPods/providers.ts';
import { templateExpressionPattern } from './parse/templateExpression.ts';
import type { MapEntry, MapNode, ScalarNode } from './node.ts';

/** A place in a document. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** What is wrong with a line of an env file. */
export interface EnvLineFault extends TextSpan {
  /** Nobody takes it; or its value has quotes, which stay. */
  readonly fault: 'refused' | 'quoted';
  /** The key and the value that are meant, where that is certain. */
  readonly name?: string;
  readonly meant?: string;
}

/** A key or a value that is a string, whatever it looks like. */
export function stringNode({ start, end }: TextSpan, text: string, unknown = false): ScalarNode {
  return {
    type: 'scalar',
    start,
    end,
    value: text,
    text,
    style: 'quoted',
    unknown: unknown || templateExpressionPattern.test(text),
    borrowed: false,
  };
}

/** An entry of a map that is not written as one. */
export function entryAt(at: number, name: string, value: MapEntry['value'], borrowed = false): MapEntry {
  return { key: stringNode({ start: at, end: at }, name), value, borrowed };
}

/** Stands for keys that are there, but nobody knows which. */
export function unknownKeys(at: number): MapEntry {
  const nowhere = { start: at, end: at };
  return { key: stringNode(nowhere, '', true), value: stringNode(nowhere, '', true), borrowed: true };
}

/** The entry that stands for them. */
export function isUnknownKeys({ key }: MapEntry): boolean {
  return key.unknown && key.text === '';
}

/** A map of these entries. */
export function mapAt({ start, end }: TextSpan, entries: readonly MapEntry[]): MapNode {
  return { type: 'map', start, end, entries, flow: false, borrowed: false };
}

const providerKey = 'CLOUD_PROVIDER';

/**
 * The cloud that is named beside these entries, in another part of what they are of. One that nobody knows is a fault
 * of that part, and spoken of there.
 */
export function besides(entries: readonly MapEntry[], provider: string | undefined, at: number): readonly MapEntry[] {
  if (provider === undefined || !isDocumentedProvider(provider) || entries.some(({ key }) => key.text === providerKey))
    return [];
  return [entryAt(at, providerKey, { ...stringNode({ start: at, end: at }, provider), borrowed: true }, true)];
}

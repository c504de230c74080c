/** Measures the size of the code that our server loads before it responds to the first request. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { serverBundle } from '../driver/servers.ts';
import type { Measure } from './measure.ts';

export const size: Measure = {
  name: 'size',
  run(samples) {
    const loaded = new Map<string, number>();
    // These are the only files that the server imports dynamically before the first response.
    readImports(serverBundle, loaded, /\bimport\("(\.\/[^"]+)"\)/g);
    samples.add('size', 'ours', [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024);
    return Promise.resolve();
  },
};

/**
 * Reads a file and the files that it imports statically.
 * @param also pattern of further imports in this file only
 */
function readImports(file: string, loaded: Map<string, number>, also?: RegExp): void {
  if (loaded.has(file)) return;
  const text = readFileSync(file, 'utf8');
  loaded.set(file, Buffer.byteLength(text));
  const patterns = [/\b(?:from|import)\s*"(\.\/[^"]+)"/g, ...(also === undefined ? [] : [also])];
  for (const pattern of patterns)
    for (const [, name = ''] of text.matchAll(pattern)) readImports(path.join(path.dirname(file), name), loaded);
}

/**
 * Finds tests with `only`. In a process with many files, one such test excludes all other tests, and the run passes.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const only = /^\s*(?:await )?(?:t\.)?(?:test|it|describe|suite)\.only\(|\bonly: true\b|\.runOnly\(/m;

/**
 * Returns a message for each file with such a test.
 * @param files paths relative to the root
 */
export function onlyTests(root: string, files: readonly string[]): readonly string[] {
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const found = only.exec(text);
    if (found === null) return [];
    const line = text.slice(0, found.index + found[0].length).split('\n').length;
    return [
      `${file}:${line} has a test with "only", which excludes all other tests. Remove "only". To run only this file, use npm test -- NAME.`,
    ];
  });
}

/**
 * `npm run generate` writes all generated files of the repository. `npm run generate -- --check` writes nothing, and
 * fails with a list of files that are out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generatedFiles } from './files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [name, text] of Object.entries(await generatedFiles(root))) {
  const file = path.join(root, name);
  let current: string | undefined;
  try {
    current = readFileSync(file, 'utf8');
  } catch {
    current = undefined;
  }
  if (current === text) continue;
  stale.push(name);
  if (check) continue;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
if (stale.length > 0) console.log(`${check ? 'out of date' : 'written'}: ${stale.join(', ')}`);
if (check && stale.length > 0) {
  console.error('Run npm run generate and commit the result.');
  process.exitCode = 1;
}

/** npm run package: builds, and makes the .vsix that is published. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root, run } from './lib/run.ts';
import { SetupError } from './lib/vscodeInstall.ts';
import { makeVsix, vsixBudgetKib } from './lib/vsix.ts';

await run('node', ['scripts/build.ts']);
const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const file = `${field(manifest, 'name')}-${field(manifest, 'version')}.vsix`;
try {
  const { files, kib } = await makeVsix(path.join(root, file));
  console.log(`${file}  ${kib.toFixed(0)} KiB  (budget ${vsixBudgetKib}), ${files} files`);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function field(object: unknown, name: string): string {
  const value: unknown = typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
  if (typeof value !== 'string') throw new Error(`package.json has no ${name}`);
  return value;
}

/** Checks that every package in a lock file has a checksum. Part of `npm run lint`. Lists each package without one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { glob } from 'tinyglobby';
import { packagesWithoutChecksum } from './lib/lockFiles.ts';
import { repositoryRoot } from './lib/run.ts';

const files = await glob(['**/package-lock.json', '**/npm-shrinkwrap.json'], {
  cwd: repositoryRoot,
  ignore: ['**/node_modules/**'],
});
if (files.length === 0) throw new Error('No lock file found.');
for (const file of files.toSorted()) {
  for (const missing of packagesWithoutChecksum(JSON.parse(readFileSync(path.join(repositoryRoot, file), 'utf8')))) {
    console.error(`${file}: ${missing} has no checksum ("integrity").`);
    process.exitCode = 1;
  }
}
if (process.exitCode === 1) {
  console.error(
    'The registry did not list these packages when npm wrote the lock file. Choose versions whose packages are all available, remove the entries, and run npm install --package-lock-only.',
  );
}

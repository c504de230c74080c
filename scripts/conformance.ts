/**
 * Runs `npm run conformance`: tests the Rego evaluator with the cases of the guest's policy engine and writes the
 * results to docs/conformance.md.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { conformanceFolder } from './conformance/conformanceCases.ts';
import { runAll, type ConformanceCaseResult } from './conformance/regoConformance.ts';
import { conformancePage, figures } from './conformance/conformancePage.ts';
import { repositoryRoot, run, tool } from './lib/run.ts';

const folder = conformanceFolder();
if (folder === undefined) {
  console.error('Test cases not found. Set OSC_CONFORMANCE to the folder that contains rego/ and guest-engine.json.');
  process.exit(1);
}
const results = [...runAll(folder)];
const failed: readonly ConformanceCaseResult[] = results.filter(({ outcome }) => outcome === 'failed');
for (const { folder: where, name, detail } of failed) console.error(`failed: ${where}: ${name}: ${detail}`);
console.log(figures(results));
const page = path.join(repositoryRoot, 'docs/conformance.md');
writeFileSync(page, conformancePage(results));
await run('node', [tool('oxfmt/bin/oxfmt'), page]);
if (failed.length > 0) process.exit(1);

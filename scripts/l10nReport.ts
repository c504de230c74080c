/**
 * Runs `npm run l10n:report`: lists the texts that each language doesn't translate, and the translations whose English
 * text no longer exists. `--summary` prints one line for each language. `--remove-outdated` also removes the outdated
 * translations. Reads the result of `npm run generate`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { repositoryRoot } from './lib/run.ts';
import { bundleText, getBundlePath, listTranslationStates, readBundle, summarizeTranslations } from './text/bundles.ts';
import { describeState } from './text/translationReport.ts';
import { listMessageSources } from './text/messageSources.ts';

const options = process.argv.slice(2);
const unknown = options.find((option) => !['--summary', '--remove-outdated'].includes(option));
if (unknown !== undefined) {
  console.error(`Unknown option ${unknown}. Options: --summary, --remove-outdated.`);
  process.exitCode = 2;
} else await report();

async function report(): Promise<void> {
  const states = listTranslationStates(repositoryRoot);
  if (options.includes('--summary')) {
    for (const state of states) console.log(summarizeTranslations(state));
    return;
  }
  const english = readBundle(repositoryRoot);
  const files = ['package.nls.json', ...(await listMessageSources(repositoryRoot))];
  const sources = files.map((file) => ({ file, content: readFileSync(path.join(repositoryRoot, file), 'utf8') }));
  for (const state of states) {
    const translations = readBundle(repositoryRoot, state.language);
    console.log(describeState(state, { english, translations, sources }));
    if (!options.includes('--remove-outdated') || state.outdated.length === 0) continue;
    const kept = Object.entries(translations).filter(([key]) => !state.outdated.includes(key));
    writeFileSync(path.join(repositoryRoot, getBundlePath(state.language)), bundleText(Object.fromEntries(kept)));
    console.log(`Removed the outdated translations from ${getBundlePath(state.language)}.\n`);
  }
}

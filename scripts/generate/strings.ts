/**
 * Generates l10n/bundle.l10n.json with all strings that are marked with `l10n.t` in the source code. Uses the standard
 * tool to find them. Translators start from this file.
 */
import { getL10nJson } from '@vscode/l10n-dev';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { glob } from 'tinyglobby';

/**
 * Source files with user-facing strings. Excludes the simulator, whose strings imitate a cluster, and tests and
 * scripts, whose strings are for developers.
 */
const sources = [
  'core/**/*.ts',
  'server/src/**/*.ts',
  'client/src/**/*.ts',
  'gather/src/**/*.ts',
  'snippets/*.ts',
  'scripts/generate/{manifest,tour}.ts',
];

const imported = /^import \* as l10n from '@vscode\/l10n';$/m;

/** Returns the content of the file. A string with a comment for translators is stored with the comment. */
export async function stringsText(root: string): Promise<string> {
  const names = (await glob(sources, { cwd: root })).sort();
  const texts = names.map((name) => readFileSync(path.join(root, name), 'utf8')).filter((text) => imported.test(text));
  // Combines all files into one text with one import. The tool searches the complete text again for each import, and
  // takes two minutes to process the files individually.
  const contents = texts.map((text, index) => (index === 0 ? text : text.replace(imported, ''))).join('\n');
  const found = await getL10nJson([{ contents, extension: '.ts' }]);
  const lost = Object.keys(found).filter((key) => /\$\{[a-z]|\{\{\d/.test(key));
  // The tool doesn't find a placeholder after an escape, and the library doesn't fill in a placeholder directly after a
  // brace.
  if (lost.length > 0)
    throw new Error(`Write l10n.t('... {0}', argument) here, and no brace before a placeholder:\n${lost.join('\n')}`);
  // Sorted, so that moving a string to another file changes nothing.
  return `${JSON.stringify(Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1))), null, 2)}\n`;
}

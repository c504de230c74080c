/**
 * l10n/bundle.l10n.json: every string of the source that is marked with `l10n.t`, as the standard tool finds them.
 * Translators begin there.
 */
import { getL10nJson } from '@vscode/l10n-dev';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { glob } from 'tinyglobby';

/** Where people are spoken to. The simulator speaks as clusters do, and tests and scripts to developers. */
const sources = [
  'core/**/*.ts',
  'server/src/**/*.ts',
  'client/src/**/*.ts',
  'gather/src/**/*.ts',
  'snippets/*.ts',
  'scripts/generate/{manifest,tour}.ts',
];

const imported = /^import \* as l10n from '@vscode\/l10n';$/m;

/** The text of the file. A string with a comment for translators stands below its key with both. */
export async function stringsText(root: string): Promise<string> {
  const names = (await glob(sources, { cwd: root })).sort();
  const texts = names.map((name) => readFileSync(path.join(root, name), 'utf8')).filter((text) => imported.test(text));
  // As one text with one import: the tool searches all of a text again for each import in it, and takes two minutes for
  // them one by one.
  const contents = texts.map((text, index) => (index === 0 ? text : text.replace(imported, ''))).join('\n');
  const found = await getL10nJson([{ contents, extension: '.ts' }]);
  const lost = Object.keys(found).filter((key) => /\$\{[a-z]|\{\{\d/.test(key));
  // A placeholder behind an escape is not found by the tool, and one right behind a brace is not filled in by the
  // library.
  if (lost.length > 0)
    throw new Error(`Write l10n.t('... {0}', argument) here, and no brace before a placeholder:\n${lost.join('\n')}`);
  // In order, so that a string that moves to another file changes nothing.
  return `${JSON.stringify(Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1))), null, 2)}\n`;
}

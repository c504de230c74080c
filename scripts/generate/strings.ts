/**
 * Generates l10n/bundle.l10n.json with all strings that are marked with `l10n.t` in the source code, and the strings of
 * package.json. Uses the standard tool to find the strings in the code. Translators start from this file.
 */
import { getL10nJson } from '@vscode/l10n-dev';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bundleText } from '../text/bundles.ts';
import { listMessageSources } from '../text/messageSources.ts';

const imported = /^import \* as l10n from '@vscode\/l10n';$/m;

/**
 * Returns the content of the file. A string with a comment for translators is stored with the comment.
 * @param manifestTexts translatable English texts of package.nls.json
 */
export async function stringsText(root: string, manifestTexts: readonly string[]): Promise<string> {
  const texts = (await listMessageSources(root))
    .map((name) => readFileSync(path.join(root, name), 'utf8'))
    .filter((text) => imported.test(text));
  // Combines all files into one text with one import. The tool searches the complete text again for each import, and
  // takes two minutes to process the files individually.
  const contents = texts.map((text, index) => (index === 0 ? text : text.replace(imported, ''))).join('\n');
  // The tool finds a message, but not a comment in a variable. The library then searches for another key.
  const indirect = contents.match(/l10n\.t\(\{[^}]*\bcomment(?=,|\s*\}|: *[^\s['"])/g) ?? [];
  if (indirect.length > 0) throw new Error(`Write the comment as a string here:\n${indirect.join('\n')}`);
  const found = await getL10nJson([{ contents, extension: '.ts' }]);
  const lost = Object.keys(found).filter((key) => /\$\{[a-z]|\{\{\d/.test(key));
  // The tool doesn't find a placeholder after an escape, and the library doesn't fill in a placeholder directly after a
  // brace.
  if (lost.length > 0)
    throw new Error(`Write l10n.t('... {0}', argument) here, and no brace before a placeholder:\n${lost.join('\n')}`);
  return bundleText({ ...Object.fromEntries(manifestTexts.map((text) => [text, text])), ...found });
}

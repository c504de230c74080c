/** Tests the language of the extension, in a process with a stand-in for VS Code. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { test } from 'node:test';
import { repositoryRoot } from '#scripts/lib/run.ts';

/** Sets the display language to one with these translations, and returns texts. */
function textsWith(bundle: Readonly<Record<string, string>> | undefined): unknown {
  const script = `
    import * as l10n from '@vscode/l10n';
    import { provideVscode } from '#scripts/lib/provideVscode.ts';
    // This object is the value of each export, such as l10n.
    provideVscode(${JSON.stringify({ bundle })});
    const { applyLocale } = await import('#client/vscode/locale.ts');
    applyLocale();
    console.log(JSON.stringify([l10n.t('Close'), l10n.t('Open')]));
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

test('the extension shows English for texts without a translation in the display language', () => {
  assert.deepEqual(textsWith({ Close: 'Fermer' }), ['Fermer', 'Open']);
  assert.deepEqual(textsWith(undefined), ['Close', 'Open']);
});

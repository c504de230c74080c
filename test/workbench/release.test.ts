/** The release that a file is checked for: read, and changed, in a real VS Code. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { useSession } from '../support/workbench/session.ts';

const session = useSession();

const manifest = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\nspec:\n  logLevel: info\n';

describe('the release', { timeout: 900_000 }, () => {
  test('is the newest known, until another is chosen for the folder', () =>
    session().window('release', { files: { 'kataconfig.yaml': manifest }, open: 'kataconfig.yaml' }, async (workbench, folder) => {
      const item = await workbench.languageStatus('OSC 1.12');
      assert.match((await item.textContent()) ?? '', /OSC 1\.12.*nothing found.*Change Release/s);
      await item.locator('a', { hasText: 'Change Release' }).click();
      await workbench.quickRow('OSC 1.8').click();
      await workbench.quick.waitFor({ state: 'hidden' });
      await workbench.languageStatus('OSC 1.8');
      assert.match(readFileSync(path.join(folder, '.vscode/settings.json'), 'utf8'), /"osc\.release": "1\.8"/);
    }));

  test('is that of the folder, where it has one', () =>
    session().window('release of a folder', { sample: 'osc-1.5-bare-metal', open: 'cluster-kataconfig.yaml' }, async (workbench) => {
      await workbench.languageStatus('OSC 1.5');
    }));
});

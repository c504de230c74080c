import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { settingSearch } from '#client/vscode/settingSearch.ts';
import { manifest } from '#test/support/repository/manifest.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

describe('button Open Setting', () => {
  test('searches for exactly one setting', () => {
    assert.deepEqual(settingSearch('osc.oc.path', undefined), {
      command: 'workbench.action.openSettings',
      query: '@id:osc.oc.path',
    });
  });

  test('shows a machine-scoped setting on the tab Remote of a remote window, and every other setting on the tab User', () => {
    for (const [name, { scope }] of Object.entries(manifest.contributes.configuration.properties))
      assert.deepEqual(
        settingSearch(name, 'ssh-remote'),
        {
          command: scope === 'machine' ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
          query: `@id:${name}`,
        },
        name,
      );
  });

  test('is used by every button and link that leads to a setting', () => {
    const files = globSync('client/src/**/*.ts', { cwd: root }).filter((file) =>
      readFileSync(path.join(root, file), 'utf8').includes('workbench.action.openSettings'),
    );
    assert.deepEqual(files, ['client/src/vscode/settingSearch.ts']);
    const texts = JSON.stringify(manifest.contributes);
    assert.doesNotMatch(texts, /command:workbench\.action\.openSettings/);
  });

  test('has descriptions of machine-scoped settings that name the tab Remote', () => {
    for (const [name, setting] of Object.entries(manifest.contributes.configuration.properties))
      assert.equal(JSON.stringify(setting).includes('*Remote* tab'), setting.scope === 'machine', name);
  });
});

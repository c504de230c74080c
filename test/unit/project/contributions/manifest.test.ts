/** Tests that package.json matches the code. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { releasesNewestFirst } from '#core/product/releases.ts';
import { rules } from '#server/cli/rules.ts';
import { featureCommandIds } from '#client/commands/featureCommandIds.ts';
import { manifest } from '#test/support/repository/manifest.ts';
import { byText } from '#test/support/repository/compareText.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const idsOfFeatures = new Set<string>(Object.values(featureCommandIds).flat());
const contributed = manifest.contributes.commands;

describe('command contribution', () => {
  test('has valid IDs, titles, and categories', () => {
    for (const { command, title, category } of contributed) {
      assert.match(command, /^osc\.[a-z][a-zA-Z]*(?:\.[a-zA-Z]+)+$/);
      assert.match(title, /^[A-Z].{3,}/);
      assert.equal(category, 'OpenShift Sandboxed Containers');
    }
  });
  test('names no cluster or node in the titles of row commands', () => {
    const hidden = manifest.contributes.menus.commandPalette
      .filter((item) => item.when === 'false')
      .map(({ command }) => command);
    for (const { command } of contributed)
      if (command.startsWith('osc.row.')) assert.ok(hidden.includes(command), command);
    const onRows = manifest.contributes.menus['view/item/context'].flatMap((item) =>
      'command' in item ? item.command : [],
    );
    for (const { command, title } of contributed) {
      if (onRows.includes(command) && !idsOfFeatures.has(command))
        assert.doesNotMatch(title, / an? (?:Cluster|Node)|^(?:Open|Close|Log).*\.\.\.$/, command);
    }
  });
  test('has menus with existing submenus', () => {
    const submenus: readonly string[] = manifest.contributes.submenus.map(({ id }) => id);
    for (const [menu, items] of Object.entries(manifest.contributes.menus)) {
      if (menu.startsWith('osc.')) assert.ok(submenus.includes(menu), menu);
      for (const item of items) if ('submenu' in item) assert.ok(submenus.includes(item.submenu), item.submenu);
    }
  });
});

describe('setting contribution', () => {
  const properties = manifest.contributes.configuration.properties;
  test('lists all releases in osc.release', () => {
    assert.deepEqual(properties['osc.release'].enum, ['', ...releasesNewestFirst.map(({ id }) => id)]);
  });
  test('lists all rules in osc.rules', () => {
    const known: Readonly<Record<string, { default: string }>> = properties['osc.rules'].properties;
    assert.deepEqual(Object.keys(known).toSorted(byText), rules.map(({ id }) => id).toSorted(byText));
    for (const { id, severity } of rules) assert.equal(known[id]?.default, severity);
  });
  test('has a description for every setting', () => {
    for (const [name, setting] of Object.entries(properties))
      assert.ok('description' in setting || 'markdownDescription' in setting, name);
  });
});

describe('package.json file reference', () => {
  test('matches a bundle for main, browser, and bin', () => {
    const bundles = readFileSync(path.join(root, 'esbuild.mjs'), 'utf8');
    for (const bundle of [manifest.main, manifest.browser, manifest.bin['osc-tools']])
      assert.match(bundles, new RegExp(`out: '(?:web/)?${path.basename(bundle)}'`));
  });
  test('exists for every script', () => {
    for (const [name, script] of Object.entries(manifest.scripts)) {
      const file = / (\S+\.(?:ts|mjs))/.exec(script.replace('scripts/run.mjs ', ''))?.[1];
      if (file !== undefined) assert.ok(existsSync(path.join(root, file)), `${name}: ${file}`);
    }
  });
});

describe('rule list', () => {
  test('has unique and valid IDs', () => {
    assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length);
    for (const { id } of rules) assert.match(id, /^[a-z]+(?:-[a-z0-9]+)+$/);
  });
  test('contains every rule file', () => {
    const files = readdirSync(path.join(root, 'server/src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath.split(path.sep).includes('rules'))
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
    const ids = files.flatMap((text) =>
      /export default define\w*Rule\(/.test(text) ? [/^ {2}id: '([^']+)'/m.exec(text)?.[1]] : [],
    );
    assert.deepEqual(ids.toSorted(byText), rules.map(({ id }) => id).toSorted(byText));
  });
});

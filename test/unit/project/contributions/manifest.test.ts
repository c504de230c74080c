/** package.json and the code say the same. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { releases } from '#core/product/releases.ts';
import { rules } from '#server/cli/rules.ts';
import { edgeCommands } from '#client/edge/edgeCommands.ts';
import { lifecycleCommands } from '#client/operations/operationCommands.ts';
import { logsCommands } from '#client/logs/logsCommands.ts';
import { metricsCommands } from '#client/metrics/metricsCommands.ts';
import { mustGatherCommands } from '#client/mustGather/mustGatherCommands.ts';
import { manifest } from '#test/support/repository/manifest.ts';
import { byText } from '#test/support/repository/compareText.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const commandFolder = path.join(root, 'client/src/commands');
/** Read as text: the files import vscode, which is nowhere but in an editor. */
const commandFiles = readdirSync(commandFolder).filter(
  (name) => !['command.ts', 'index.ts', 'featureCommands.ts', 'rowCommands.ts'].includes(name),
);
const ofRooms = { ...lifecycleCommands, ...logsCommands, ...metricsCommands, ...mustGatherCommands, ...edgeCommands };
/** The same commands once more, with the titles of rows. */
const rowIds = Array.from(
  readFileSync(path.join(commandFolder, 'rowCommands.ts'), 'utf8').matchAll(/id: '([^']+)'/g),
  ([, id]) => id ?? '',
);
const contributed = manifest.contributes.commands;

describe('command contribution', () => {
  const ids = commandFiles.map(
    (file) => /^\s*id: '([^']+)'/m.exec(readFileSync(path.join(commandFolder, file), 'utf8'))?.[1],
  );
  test('matches the command files', () => {
    assert.deepEqual(
      [...ids, ...rowIds, ...Object.keys(ofRooms)].toSorted(byText),
      contributed.map(({ command }) => command).toSorted(byText),
    );
  });
  test('has an index of all command files', () => {
    const index = readFileSync(path.join(commandFolder, 'index.ts'), 'utf8');
    const listed = (/allCommands[^=]*= \[([^\]]*)\]/.exec(index)?.[1] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('...'));
    assert.deepEqual(listed.toSorted(byText), commandFiles.map((file) => file.replace('.ts', '')).toSorted(byText));
  });
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
    for (const id of rowIds) assert.ok(hidden.includes(id), id);
    const onRows = manifest.contributes.menus['view/item/context'].flatMap((item) =>
      'command' in item ? item.command : [],
    );
    for (const { command, title } of contributed) {
      if (onRows.includes(command) && !Object.hasOwn(ofRooms, command))
        assert.doesNotMatch(title, / an? (?:Cluster|Node)|^(?:Open|Close|Log).*\.\.\.$/, command);
    }
  });
  test('has menus with existing commands and submenus', () => {
    const submenus = manifest.contributes.submenus.map(({ id }) => id);
    const isContributed = (id: string) => contributed.some(({ command }) => command === id);
    for (const items of Object.values(manifest.contributes.menus)) {
      for (const item of items) {
        if ('submenu' in item) assert.ok(submenus.includes(item.submenu), item.submenu);
        else assert.ok(isContributed(item.command), item.command);
      }
    }
  });
});

describe('setting contribution', () => {
  const properties = manifest.contributes.configuration.properties;
  test('lists all releases in osc.release', () => {
    assert.deepEqual(properties['osc.release'].enum, ['', ...releases.toReversed().map(({ id }) => id)]);
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

/** package.json and the code say the same. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { releases } from '../../../core/releases.ts';
import { rules } from '../../../server/src/rules/index.ts';
import { edgeCommands } from '../../../client/src/edge/commandNames.ts';
import { lifecycleCommands } from '../../../client/src/lifecycle/commandNames.ts';
import { logsCommands } from '../../../client/src/logs/commandNames.ts';
import { metricsCommands } from '../../../client/src/metrics/commandNames.ts';
import { mustGatherCommands } from '../../../client/src/mustGather/commandNames.ts';
import { manifest } from '../../support/manifest.ts';
import { byText } from '../../support/byText.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const commandFolder = path.join(root, 'client/src/commands');
/** Read as text: the files import vscode, which is nowhere but in an editor. */
const commandFiles = readdirSync(commandFolder).filter((name) => !['command.ts', 'index.ts', 'rooms.ts', 'rows.ts'].includes(name));
const ofRooms = { ...lifecycleCommands, ...logsCommands, ...metricsCommands, ...mustGatherCommands, ...edgeCommands };
/** The same commands once more, with the titles of rows. */
const rowIds = Array.from(readFileSync(path.join(commandFolder, 'rows.ts'), 'utf8').matchAll(/id: '([^']+)'/g), ([, id]) => id ?? '');
const contributed = manifest.contributes.commands;

describe('commands', () => {
  const ids = commandFiles.map((file) => /^\s*id: '([^']+)'/m.exec(readFileSync(path.join(commandFolder, file), 'utf8'))?.[1]);
  test('one in every file, and each is contributed', () => {
    assert.deepEqual([...ids, ...rowIds, ...Object.keys(ofRooms)].toSorted(byText), contributed.map(({ command }) => command).toSorted(byText));
  });
  test('every file is in the list', () => {
    const index = readFileSync(path.join(commandFolder, 'index.ts'), 'utf8');
    const listed = (/allCommands[^=]*= \[([^\]]*)\]/.exec(index)?.[1] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('...'));
    assert.deepEqual(listed.toSorted(byText), commandFiles.map((file) => file.replace('.ts', '')).toSorted(byText));
  });
  test('titles', () => {
    for (const { command, title, category } of contributed) {
      assert.match(command, /^osc\.[a-z][a-zA-Z]*(?:\.[a-zA-Z]+)+$/);
      assert.match(title, /^[A-Z].{3,}/);
      assert.equal(category, 'OpenShift Sandboxed Containers');
    }
  });
  test('what stands on a row of the tree asks for no cluster or node, and says none', () => {
    const hidden = manifest.contributes.menus.commandPalette.filter((item) => item.when === 'false').map(({ command }) => command);
    for (const id of rowIds) assert.ok(hidden.includes(id), id);
    const onRows = manifest.contributes.menus['view/item/context'].flatMap((item) => ('command' in item ? item.command : []));
    for (const { command, title } of contributed) {
      if (onRows.includes(command) && !Object.hasOwn(ofRooms, command))
        assert.doesNotMatch(title, / an? (?:Cluster|Node)|^(?:Open|Close|Log).*\.\.\.$/, command);
    }
  });
  test('menus name commands and submenus that exist', () => {
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

describe('settings', () => {
  const properties = manifest.contributes.configuration.properties;
  test('osc.release knows the releases', () => {
    assert.deepEqual(properties['osc.release'].enum, ['', ...releases.toReversed().map(({ id }) => id)]);
  });
  test('osc.rules knows the rules', () => {
    const known: Readonly<Record<string, { default: string }>> = properties['osc.rules'].properties;
    assert.deepEqual(Object.keys(known).toSorted(byText), rules.map(({ id }) => id).toSorted(byText));
    for (const { id, severity } of rules) assert.equal(known[id]?.default, severity);
  });
  test('every setting is explained', () => {
    for (const [name, setting] of Object.entries(properties)) assert.ok('description' in setting || 'markdownDescription' in setting, name);
  });
});

describe('files', () => {
  test('the sources behind main, browser and bin', () => {
    const bundles = readFileSync(path.join(root, 'esbuild.mjs'), 'utf8');
    for (const bundle of [manifest.main, manifest.browser, manifest.bin['osc-tools']])
      assert.match(bundles, new RegExp(`out: '(?:web/)?${path.basename(bundle)}'`));
  });
  test('what the scripts run', () => {
    for (const [name, script] of Object.entries(manifest.scripts)) {
      const file = / (\S+\.(?:ts|mjs))/.exec(script.replace('scripts/run.mjs ', ''))?.[1];
      if (file !== undefined) assert.ok(existsSync(path.join(root, file)), `${name}: ${file}`);
    }
  });
});

describe('rules', () => {
  test('ids differ, and are their file names', () => {
    assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length);
    for (const { id } of rules) assert.match(id, /^[a-z]+(?:-[a-z0-9]+)+$/);
  });
  test('every file of a rule is in the list', () => {
    const folder = path.join(root, 'server/src/rules');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath !== folder)
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
    const ids = files.flatMap((text) => (/export default define\w*Rule\(/.test(text) ? [/^ {2}id: '([^']+)'/m.exec(text)?.[1]] : []));
    assert.deepEqual(ids.toSorted(byText), rules.map(({ id }) => id).toSorted(byText));
  });
});

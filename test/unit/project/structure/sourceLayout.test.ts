/** Tests that folders are small enough to read at a glance, that comments fit on a screen, and that names explain. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  findLargeFolders,
  findRepeatedTypes,
  findWideComments,
  isUnclearName,
  listExportedNames,
  maxColumns,
  maxFiles,
} from '#test/support/repository/sourceLayout.ts';

/** Folders with one file per command. `index.ts` or, for `osc-tools`, `program.ts` lists all of them. */
const commandFolders = ['client/src/commands', 'client/src/operations/actions', 'server/src/cli/commands'];

function listSources(...folders: readonly string[]): string[] {
  const patterns = folders.length === 0 ? ['*.ts'] : folders.map((folder) => `${folder}/*.ts`);
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));
}

describe('folders', () => {
  test(`have at most ${maxFiles} source files`, () => {
    const files = listSources('core', 'server', 'client', 'gather', 'redactionParsers', 'simulator', 'scripts');
    assert.ok(files.length > 1000, `only ${files.length} files were found`);
    const checked = files.filter((file) => !commandFolders.includes(file.slice(0, file.lastIndexOf('/'))));
    assert.deepEqual(findLargeFolders(checked), []);
  });
  test('with more files are reported', () => {
    const files = Array.from({ length: maxFiles + 1 }, (_, index) => `core/large/file${index}.ts`);
    assert.deepEqual(findLargeFolders([...files, 'core/small/file.ts']), ['core/large: 21 files']);
    assert.deepEqual(findLargeFolders(files.slice(1)), []);
  });
});

describe('comments', () => {
  const words = 'word '.repeat(30).trim();
  const address = `https://example.com/${'a'.repeat(maxColumns)}`;
  test(`have at most ${maxColumns} columns`, () => {
    const found = listSources().flatMap((file) =>
      findWideComments(readFileSync(file, 'utf8')).map((problem) => `${file}, ${problem}`),
    );
    assert.deepEqual(found, []);
  });
  for (const wide of [`// ${words}`, `  // ${words}`, `/** ${words} */`, `/**\n * ${words}\n */`])
    test(`that are wider are reported: ${wide.trim().slice(0, 8).replaceAll('\n', ' ')}`, () =>
      assert.equal(findWideComments(`const a = 1;\n${wide}\n`).length, 1));
  test('may contain a long address, or be a directive of a tool', () => {
    assert.deepEqual(findWideComments(`// ${address}\n/**\n * ${address}\n */\n`), []);
    assert.deepEqual(findWideComments(`// oxlint-disable-next-line no-console -- ${words}\n`), []);
    assert.deepEqual(findWideComments(`const a = '// ${words}';\n`), []);
  });
});

describe('exported names', () => {
  const products = ['core', 'server', 'client', 'gather', 'redactionParsers', 'simulator', 'scripts'];
  const read = () => listSources(...products).map((file) => ({ file, source: readFileSync(file, 'utf8') }));
  test('explain what they name', () => {
    const exported = read().flatMap(({ file, source }) => listExportedNames(source).map((name) => ({ file, name })));
    assert.ok(exported.length > 3000, `only ${exported.length} names were found`);
    assert.deepEqual(
      exported.filter(({ name }) => isUnclearName(name)),
      [],
    );
  });
  test('that explain nothing are reported', () => {
    const source =
      'export interface AskedPlace {}\nexport async function toldState() {}\nexport const placement = 1;\n';
    assert.deepEqual(listExportedNames(source).filter(isUnclearName), ['AskedPlace', 'toldState']);
  });
  test('are shared by few types', () => assert.deepEqual(findRepeatedTypes(read().map(({ source }) => source)), []));
  test('of too many types are reported', () =>
    assert.deepEqual(findRepeatedTypes(Array.from({ length: 6 }, () => 'export type Parts = string;\n')), [
      'Parts: 6 exports',
    ]));
});

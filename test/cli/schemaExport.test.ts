/** Tests `osc-tools schema export`: the catalog, and existing files in the target folder. */
import assert from 'node:assert/strict';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { knownKinds } from '#core/kinds/index.ts';
import { kataConfigInfo } from '#core/kinds/kataConfig.ts';
import { getSchemaPath } from '#core/kinds/schemaPath.ts';
import { schemas } from '#schemas/index.ts';
import { createSchemaCatalog, createSchemaExport } from '#server/cli/commands/schemaExport.ts';
import { root } from '../support/lsp/editor.ts';
import { folderOf, osc } from './osc.ts';

const name = 'kataconfiguration.openshift.io/kataconfig_v1.json';
const names = [...createSchemaExport().keys()];
const text = readFileSync(path.join(root, 'schemas', name), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
const linux = { skip: process.platform === 'linux' ? false : 'only Linux has /proc' };
const posix = { skip: process.platform === 'win32' ? 'symbolic links need rights on Windows' : false };

test('schema path contains the API group, kind, and version', () => {
  assert.equal(getSchemaPath(kataConfigInfo), name);
  assert.equal(
    getSchemaPath({ ...kataConfigInfo, id: 'peer-pods-cm', kind: 'ConfigMap', group: '', names: ['peer-pods-cm'] }),
    'core/configmap_v1_peer-pods-cm.json',
  );
  assert.equal(getSchemaPath({ ...kataConfigInfo, id: 'Pod', kind: 'Pod', group: '' }), 'core/pod_v1.json');
});

test('schema catalog matches the schemas folder, with one file for each kind', () => {
  const catalog = [...createSchemaCatalog().keys()];
  assert.equal(catalog.length, knownKinds.length);
  assert.deepEqual(names, [...catalog, 'policy-test.schema.json']);
  assert.deepEqual(
    catalog.toSorted(),
    filesIn(path.join(root, 'schemas')).filter((file) => file.endsWith('.json')),
  );
  for (const [file, content] of createSchemaCatalog())
    assert.equal(content, readFileSync(path.join(root, 'schemas', file), 'utf8'), file);
  // The catalog also contains the schemas that rules use.
  const contents = new Set([...createSchemaCatalog().values()].map((content) => JSON.stringify(JSON.parse(content))));
  for (const schema of Object.values(schemas)) assert.ok(contents.has(JSON.stringify(schema)));
});

describe('schema export', () => {
  const written = names.map((file) => `${path.join('a', 'b', file)}\n`).join('');

  test('creates the folder, lists the written files, and skips identical ones', async () => {
    const cwd = folderOf({});
    const run = () => osc(['schema', 'export', 'a/b'], { cwd });
    assert.deepEqual(await run(), { status: 0, stdout: written, stderr: '' });
    assert.deepEqual(filesIn(path.join(cwd, 'a/b')), names.toSorted());
    assert.equal(readFileSync(path.join(cwd, 'a/b', name), 'utf8'), text);
    assert.deepEqual(await run(), {
      status: 0,
      stdout: '',
      stderr: `osc-tools: all schemas in a/b are up to date\n`,
    });
  });

  test('writes the schemas of a release, and rejects an unknown release', async () => {
    const cwd = folderOf({});
    const keysOf = (folder: string) => {
      const file = path.join(cwd, folder, 'core/configmap_v1_peer-pods-cm.json');
      const { $comment, properties } = JSON.parse(readFileSync(file, 'utf8')) as {
        $comment: string;
        properties: { data: { properties: Record<string, { description: string; deprecated?: boolean }> } };
      };
      return { $comment, keys: properties.data.properties };
    };
    for (const release of ['1.11', '1.12'])
      assert.equal((await osc(['schema', 'export', '--release', release, release], { cwd })).status, 0);
    assert.equal((await osc(['schema', 'export', 'all'], { cwd })).status, 0);
    const [older, newer, all] = [keysOf('1.11'), keysOf('1.12'), keysOf('all')];
    assert.match(older.$comment, /OSC 1\.11\./);
    assert.ok('SECURE_COMMS' in older.keys && !('SECURE_COMMS' in newer.keys) && 'SECURE_COMMS' in all.keys);
    assert.match(older.keys['SECURE_COMMS']?.description ?? '', /Until: OSC 1\.11\.$/);
    assert.equal(older.keys['SECURE_COMMS']?.deprecated, true);
    assert.match(older.keys['IBMCLOUD_VPC_SG_ID']?.description ?? '', /Deprecated: use IBMCLOUD_SECURITY_GROUP_IDS\.$/);
    assert.deepEqual(
      Object.entries(newer.keys).filter(([, key]) => key.deprecated === true),
      [],
    );
    const since = Object.entries(newer.keys).filter(([, key]) => key.description.endsWith('Since: OSC 1.12.'));
    assert.ok(since.length > 0 && since.every(([name]) => !(name in older.keys)), JSON.stringify(since));
    assert.deepEqual(filesIn(path.join(cwd, '1.11')), names.toSorted());

    const { status, stderr } = await osc(['schema', 'export', '--release', '1.4', 'b'], { cwd });
    assert.equal(status, 2);
    assert.match(stderr, /Supported releases: 1\.5, 1\.6, .*1\.13, 1\.14 \(not released\)\./);
    assert.throws(() => lstatSync(path.join(cwd, 'b')));
  });

  test('overwrites a different file only with --force', async () => {
    const cwd = folderOf({ [`a/b/${name}`]: '{}\n', 'a/b/other.json': '1' });
    const refused = await osc(['schema', 'export', 'a/b'], { cwd });
    assert.deepEqual([refused.status, refused.stdout], [2, '']);
    assert.match(
      refused.stderr,
      /kataconfig_v1\.json already exists and differs\. To overwrite it, use --force\.\nosc-tools: no files were written\n$/,
    );
    assert.deepEqual(filesIn(path.join(cwd, 'a/b')), [name, 'other.json'].sort());
    assert.equal(readFileSync(path.join(cwd, 'a/b', name), 'utf8'), '{}\n');
    assert.deepEqual(await osc(['schema', 'export', '--force', 'a/b'], { cwd }), {
      status: 0,
      stdout: written,
      stderr: '',
    });
    assert.equal(readFileSync(path.join(cwd, 'a/b', name), 'utf8'), text);
    assert.equal(readFileSync(path.join(cwd, 'a/b/other.json'), 'utf8'), '1');
    assert.deepEqual(filesIn(path.join(cwd, 'a/b')), [...names, 'other.json'].sort());
  });

  test('reports a file or folder that blocks the path', async () => {
    const cwd = folderOf({ file: 'x', [`b/${name}/in the way`]: 'x' });
    const onFile = await osc(['schema', 'export', 'file'], { cwd });
    assert.equal(onFile.status, 2);
    assert.match(onFile.stderr, /^osc-tools: can't write .*: another file or folder has the same path/);
    assert.equal(readFileSync(path.join(cwd, 'file'), 'utf8'), 'x');
    for (const args of [[], ['--force']]) {
      const { status, stderr } = await osc(['schema', 'export', ...args, 'b'], { cwd });
      assert.equal(status, 2);
      assert.match(stderr, /^osc-tools: .*kataconfig_v1\.json/);
      assert.doesNotMatch(stderr, /\n {4}at /);
    }
    assert.equal(readFileSync(path.join(cwd, 'b', name, 'in the way'), 'utf8'), 'x');
  });

  test('ends with an error if no folder can be created', { ...linux, timeout: 60_000 }, async () => {
    assert.deepEqual(await osc(['schema', 'export', '/proc/x/y']), {
      status: 2,
      stdout: '',
      stderr: "osc-tools: can't write to /proc/x/y: can't create a folder in /proc\n",
    });
  });

  test("doesn't write through a symbolic link", posix, async () => {
    const cwd = folderOf({ target: 'x' });
    mkdirSync(path.join(cwd, 'a', path.dirname(name)), { recursive: true });
    symlinkSync(path.join(cwd, 'target'), path.join(cwd, 'a', name));
    assert.equal((await osc(['schema', 'export', 'a'], { cwd })).status, 2);
    assert.equal((await osc(['schema', 'export', '--force', 'a'], { cwd })).status, 0);
    assert.equal(readFileSync(path.join(cwd, 'target'), 'utf8'), 'x');
    assert.ok(lstatSync(path.join(cwd, 'a', name)).isFile());
    mkdirSync(path.join(cwd, 'b', path.dirname(name)), { recursive: true });
    symlinkSync(path.join(cwd, 'nowhere'), path.join(cwd, 'b', name));
    assert.equal((await osc(['schema', 'export', 'b'], { cwd })).status, 2);
    assert.deepEqual(
      filesIn(cwd).filter((file) => file === 'nowhere'),
      [],
    );
  });

  test(
    "reports a folder that isn't writable",
    { skip: process.getuid?.() === 0 ? false : 'only the superuser may be another' },
    async () => {
      const cwd = folderOf({});
      writeFileSync(path.join(cwd, 'x'), '');
      const { status, stderr } = await osc(['schema', 'export', 'a'], { cwd, uid: 65534 });
      assert.equal(status, 2);
      assert.match(stderr, /can't (?:read|write) .*permission denied/);
    },
  );
});

/** Tests which files of folders and kustomizations are read, and what is refused. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { diskFiles } from '#client/operations/folder/manifestFiles.ts';
import { readPaths } from '#client/operations/folder/readPaths.ts';
import { getString } from '#core/common/json.ts';

const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;

describe('paths to compare', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'osc-paths-'));
  after(() => rmSync(root, { recursive: true, force: true }));

  function folderWith(files: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(path.join(root, 'folder-'));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }
    return folder;
  }

  /** Returns the names of the objects with their files, or the error. */
  async function read(
    folder: string,
    paths: readonly string[],
    isRecursive = false,
  ): Promise<readonly string[] | string> {
    const result = await readPaths(paths, { files: diskFiles, folder, isRecursive, namespace: 'default' });
    if (!result.ok) return result.error.message;
    return result.value.map(({ object, file }) => `${file}: ${getString(object, 'metadata', 'name')}`);
  }

  test('are the manifests of a folder, and of its folders only if requested', async () => {
    const folder = folderWith({
      'b.yaml': `${configMap('b')}---\n${configMap('b2')}`,
      'a.json': JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }],
      }),
      'notes.md': '# Notes',
      '.hidden.yaml': 'broken: [',
      'sub/c.yml': configMap('c'),
      'node_modules/d.yaml': configMap('d'),
      'kustomized/kustomization.yaml': 'configMapGenerator: [{name: k, options: {disableNameSuffixHash: true}}]',
      'kustomized/ignored.yaml': configMap('ignored'),
    });
    symlinkSync(root, path.join(folder, 'loop'));
    const flat = ['a.json: a', 'b.yaml: b', 'b.yaml: b2'];
    assert.deepEqual(await read(folder, ['.']), flat);
    assert.deepEqual(await read(folder, ['.'], true), [...flat, 'kustomized/kustomization.yaml: k', 'sub/c.yml: c']);
  });

  test('are refused if an object occurs twice, also with the default namespace', async () => {
    const folder = folderWith({
      'a.yaml': configMap('a'),
      'b.yaml': configMap('a').replace('{name: a}', '{name: a, namespace: default}'),
      'c.yaml': configMap('a').replace('{name: a}', '{name: a, namespace: other}'),
    });
    assert.deepEqual(await read(folder, ['a.yaml', 'c.yaml']), ['a.yaml: a', 'c.yaml: a']);
    assert.equal(await read(folder, ['.']), 'b.yaml: a.yaml also contains ConfigMap a.');
    assert.equal(await read(folder, ['a.yaml', 'a.yaml']), 'a.yaml: The file contains ConfigMap a more than once.');
  });

  test('name the field of a kustomization that is not built', async () => {
    const folder = folderWith({
      'helm/kustomization.yaml': 'helmCharts: [{name: x}]',
      'images/kustomization.yaml': 'images: [{name: x}]',
      'component/kustomization.yaml': 'kind: Component',
      'remote/kustomization.yaml': 'resources: [github.com/example/base]',
      'behavior/kustomization.yaml': 'configMapGenerator: [{name: x, behavior: merge}]',
      'directive/kustomization.yaml': `resources: [a.yaml]\npatches: [{patch: "${configMap('a').replaceAll('\n', '\\n')}$retainKeys: [data]"}]`,
      'directive/a.yaml': configMap('a'),
    });
    for (const [name, feature] of [
      ['helm', 'helmCharts'],
      ['images', 'images'],
      ['component', 'kind: Component'],
      ['remote', 'Remote resource github.com/example/base'],
      ['behavior', 'behavior: merge'],
      ['directive', '$retainKeys'],
    ])
      assert.equal(await read(folder, [name ?? '']), `${name}/kustomization.yaml: ${feature} isn't supported.`);
  });

  test('are refused if a short JSON patch creates an object that is too large', async () => {
    const copies = Array.from({ length: 24 }, (_, at) => `{"op": "copy", "from": "/data", "path": "/data/${at}"}`);
    const addition = '{"op": "add", "path": "/data", "value": {"added": "yes"}}';
    const folder = folderWith({
      'large/kustomization.yaml': 'resources: [a.yaml]\npatches: [{target: {kind: ConfigMap}, path: patch.json}]',
      'large/patch.json': `[${addition}, ${copies.join(', ')}]`,
      'large/a.yaml': configMap('a'),
      'small/kustomization.yaml': 'resources: [a.yaml]\npatches: [{target: {kind: ConfigMap}, path: patch.json}]',
      'small/patch.json': `[${addition}]`,
      'small/a.yaml': configMap('a'),
    });
    assert.deepEqual(await read(folder, ['small']), ['small/a.yaml: a']);
    assert.match(String(await read(folder, ['large'])), /^large\/.*Can't apply the patch to ConfigMap a\.$/);
  });

  test('never include files outside the folder of a kustomization', async () => {
    const folder = folderWith({
      'secret.txt': 'canary',
      'up/kustomization.yaml': 'configMapGenerator: [{name: x, files: [../secret.txt]}]',
      'link/kustomization.yaml': 'configMapGenerator: [{name: x, files: [link.txt]}]',
      'itself/kustomization.yaml': 'resources: [../itself]',
    });
    symlinkSync(path.join(folder, 'secret.txt'), path.join(folder, 'link/link.txt'));
    for (const [name, file] of [
      ['up', '../secret.txt'],
      ['link', 'link.txt'],
    ]) {
      const error = await read(folder, [name ?? '']);
      assert.ok(typeof error === 'string');
      assert.ok(error.endsWith(`${file} isn't in the folder of the kustomization.`), error);
    }
    assert.equal(await read(folder, ['itself']), 'itself/kustomization.yaml: The kustomization contains itself.');
  });
});

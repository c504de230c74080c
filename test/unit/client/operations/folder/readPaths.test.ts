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
    return result.value.objects.map(({ object, file }) => `${file}: ${getString(object, 'metadata', 'name')}`);
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

  test('include the targets of links to files in the folder, but not of links to folders', async () => {
    const folder = folderWith({ 'real/target.txt': configMap('a'), 'sub/b.yaml': configMap('b') });
    symlinkSync('real/target.txt', path.join(folder, 'link.yaml'));
    symlinkSync('sub', path.join(folder, 'same'));
    assert.deepEqual(await read(folder, ['.'], true), ['link.yaml: a', 'sub/b.yaml: b']);
  });

  test('report links out of the folder, unless the user specifies them', async () => {
    const outside = folderWith({ 'o.yaml': configMap('o'), 'k/kustomization.yaml': 'configMapGenerator: [{name: k}]' });
    const folder = folderWith({ 'a.yaml': configMap('a'), 'sub/b.yaml': configMap('b'), 'kustomized/c.txt': '' });
    symlinkSync(path.join(outside, 'o.yaml'), path.join(folder, 'sub', 'outside.yaml'));
    symlinkSync(path.join(outside, 'k', 'kustomization.yaml'), path.join(folder, 'kustomized', 'kustomization.yaml'));
    symlinkSync('absent.yaml', path.join(folder, 'broken.yaml'));
    const result = await readPaths(['.'], { files: diskFiles, folder, isRecursive: true, namespace: 'default' });
    assert.ok(result.ok);
    assert.deepEqual(
      result.value.objects.map(({ file }) => file),
      ['a.yaml', 'sub/b.yaml'],
    );
    assert.deepEqual(
      result.value.problems.map(({ message }) => message),
      [
        'broken.yaml: not found',
        'kustomized/kustomization.yaml: The link points to a file outside the folder.',
        'sub/outside.yaml: The link points to a file outside the folder.',
      ],
    );
    assert.deepEqual(await read(folder, ['sub/outside.yaml']), ['sub/outside.yaml: o']);
    symlinkSync(outside, path.join(folder, 'linked'));
    assert.deepEqual(await read(folder, ['linked']), ['linked/o.yaml: o']);
    // The root of the walk is the folder that the user specified, so this link stays in the folder.
    symlinkSync('../a.yaml', path.join(folder, 'sub', 'up.yaml'));
    assert.match(String(await read(folder, ['.'], true)), /^sub\/up\.yaml: a\.yaml also contains ConfigMap a\.$/);
  });

  test('skip files of a folder that are not manifests, and continue after a file that cannot be read', async () => {
    const folder = folderWith({
      'a.yaml': configMap('a'),
      'b.yaml': `${configMap('b')}data: {a: [}\n`,
      'c.json': '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": }',
      'empty.yaml': '# Only a comment\n',
      'package.json': '{"name": "web", "version": "1.0.0"}',
      'playbook.yaml': '- hosts: all\n  tasks: []\n',
      'template.yaml': '{{- if .Values.a }}\nname: {{ .Values.b }}\n{{- end }}\n',
      'values.yaml': 'image:\n  kind: small\n',
      'sub/remote/kustomization.yaml': 'resources: [github.com/example/base]',
      'sub/z.yaml': configMap('z'),
    });
    const result = await readPaths(['.'], { files: diskFiles, folder, isRecursive: true, namespace: 'default' });
    assert.ok(result.ok);
    const { objects, skipped, problems } = result.value;
    assert.deepEqual(
      objects.map(({ file }) => file),
      ['a.yaml', 'sub/z.yaml'],
    );
    assert.deepEqual(skipped, ['empty.yaml', 'package.json', 'playbook.yaml', 'template.yaml', 'values.yaml']);
    assert.deepEqual(
      problems.map(({ message, isUnsupported }) => [message.replace(/(Can't read the file).*$/, '$1'), isUnsupported]),
      [
        ["b.yaml: Can't read the file", false],
        ["c.json: Can't read the file", false],
        ["sub/remote/kustomization.yaml: Remote resource github.com/example/base isn't supported.", true],
      ],
    );
    assert.match(
      String(await read(folder, ['values.yaml'])),
      /^values\.yaml: Object 1 in the file has no apiVersion\.$/,
    );
    assert.match(String(await read(folder, ['b.yaml'])), /^b\.yaml: Can't read the file/);
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
      'vars/kustomization.yaml': 'vars: [{name: x}]',
      'image/kustomization.yaml': 'images: [{name: x, unknown: y}]',
      'kind/kustomization.yaml': 'kind: Other',
      'remote/kustomization.yaml': 'resources: [github.com/example/base]',
      'directive/kustomization.yaml': `resources: [a.yaml]\npatches: [{patch: "${configMap('a').replaceAll('\n', '\\n')}$retainKeys: [data]"}]`,
      'directive/a.yaml': configMap('a'),
    });
    for (const [name, feature] of [
      ['helm', 'helmCharts'],
      ['vars', 'vars'],
      ['image', 'images.unknown'],
      ['kind', 'kind: Other'],
      ['remote', 'Remote resource github.com/example/base'],
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

  test('are refused if a kustomization builds nothing or contains values of the wrong type', async () => {
    const at = (content: string): Promise<readonly string[] | string> =>
      read(folderWith({ 'kustomization.yaml': content }), ['.']);
    for (const [content, message] of [
      ['resources: base', 'The field resources has the wrong type.'],
      ['resources: [{a: b}]', 'The field resources has the wrong type.'],
      ['patches: [{path: 5}]', 'The field patches.path has the wrong type.'],
      ['commonLabels: {a: 1}', 'The field commonLabels has the wrong type.'],
      ['labels: [{pairs: {a: b}}, {pairs: {a: c}}]', "labels: a isn't supported."],
      ['configMapGenerator: [{name: a, behavior: update}]', 'Unknown behavior "update".'],
      ['configMapGenerator: [{name: a, behavior: merge}]', "No ConfigMap has the name a, so it can't be changed."],
      ['replicas: [{name: web, count: 1}]', 'No workload has the name web.'],
      ['resources: []', 'No objects found.'],
      ['resources:', 'No objects found.'],
      ['resources: [.]', 'The kustomization contains itself.'],
      ['resources: [/etc]', '/etc is an absolute path. Use a relative path.'],
    ] as const)
      assert.equal(await at(content), `kustomization.yaml: ${message}`, content);
  });

  test('are refused if a patch starts with a bracket but is not JSON, as by kubectl kustomize', async () => {
    const at = (patch: string): Promise<readonly string[] | string> =>
      read(
        folderWith({
          'kustomization.yaml': 'resources: [a.yaml]\npatches: [{target: {kind: ConfigMap}, path: p.yaml}]',
          'a.yaml': configMap('a'),
          'p.yaml': patch,
        }),
        ['.'],
      );
    const flow = '[{op: add, path: /data, value: {}}]';
    assert.equal(
      await at(flow),
      `p.yaml: A patch that starts with "[" must be JSON, because Kustomize doesn't convert it from YAML.`,
    );
    for (const accepted of [` ${flow}`, '[{"op": "add", "path": "/data", "value": {}}]', `---\n${flow}`])
      assert.deepEqual(await at(accepted), ['a.yaml: a'], accepted);
  });

  test('are refused if a folder contains more than one kustomization file', async () => {
    const content = 'configMapGenerator: [{name: a}]';
    const files = { 'sub/kustomization.yaml': content, 'sub/kustomization.yml': content };
    assert.equal(await read(folderWith(files), ['sub']), 'sub: The folder contains more than one kustomization file.');
    const parent = folderWith({ ...files, 'kustomization.yaml': 'resources: [sub]' });
    assert.equal(await read(parent, ['.']), 'sub: The folder contains more than one kustomization file.');
  });

  test('are refused if a kustomization uses components as resources, or files outside its folder', async () => {
    const component = 'kind: Component\nconfigMapGenerator: [{name: a}]';
    const folder = folderWith({
      'a/kustomization.yaml': 'resources: [../part]',
      'b/kustomization.yaml': 'components: [../plain]',
      'c/kustomization.yaml': 'configMapGenerator: [{name: a, files: [/etc/passwd]}]',
      'part/kustomization.yaml': component,
      'plain/kustomization.yaml': 'configMapGenerator: [{name: a}]',
    });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => read(folder, [name])));
    assert.match(String(a), /^part.kustomization.yaml: The field resources can't contain a component\./);
    assert.match(String(b), /^plain.kustomization.yaml: The field components can contain only components\.$/);
    assert.match(String(c), /^c.kustomization.yaml: \/etc\/passwd isn't in the folder of the kustomization\.$/);
  });

  test('are refused if kustomizations without objects contain each other exponentially often', async () => {
    const levels = 18;
    const folder = folderWith(
      Object.fromEntries(
        Array.from({ length: levels }, (_, level) => [
          `l${level}/kustomization.yaml`,
          level === levels - 1 ? 'namePrefix: a-' : `resources: [../l${level + 1}, ../l${level + 1}/.]`,
        ]),
      ),
    );
    assert.match(String(await read(folder, ['l0'])), /: A build with more than 1000 kustomizations isn't supported\.$/);
  });
});

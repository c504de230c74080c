/** Tests workspace folders that aren't on disk: the server validates the responses of the client. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isToBeRead, walkFiles, type FoundEntry } from '#client/language/server/walkFiles.ts';
import { clientReader, type ClientFiles } from '#server/engine/workspace/clientReader.ts';

const top = 'vscode-vfs://github/owner/repo';

function client(
  files: Readonly<Record<string, string>>,
  list: unknown = { files: Object.keys(files).map((name) => `${top}/${name}`), cut: false },
): ClientFiles {
  return {
    list: async () => list,
    read: async ({ uri }) => ({ text: files[decodeURIComponent(uri.slice(top.length + 1))] }),
  };
}

async function listed(
  given: ClientFiles,
  exclude: readonly string[] = [],
  below?: string,
): Promise<{ names: readonly string[]; whole: boolean }> {
  const reader = clientReader([{ uri: top, exclude }], given);
  const names: string[] = [];
  for await (const uri of reader.list(below)) names.push(uri.slice(top.length + 1));
  return { names, whole: reader.whole() };
}

describe('client reader', () => {
  test("lists YAML files that aren't excluded or ignored by the nearest .gitignore", async () => {
    const files = {
      '.gitignore': 'out\n*.gen.yaml\n',
      'a.yaml': '',
      'b.gen.yaml': '',
      'out/c.yaml': '',
      'x/d.yml': '',
      'x/.gitignore': '!keep.gen.yaml',
      'x/keep.gen.yaml': '',
      'old/e.yaml': '',
    };
    assert.deepEqual(await listed(client(files), ['old/']), {
      names: ['a.yaml', 'x/d.yml', 'x/keep.gen.yaml'],
      whole: true,
    });
  });

  test('reads only files that it would list', async () => {
    const files = { '.gitignore': 'out\n', 'a.yaml': 'a', 'out/c.yaml': 'c' };
    const reader = clientReader([{ uri: `${top}/`, exclude: [] }], client(files));
    for await (const _uri of reader.list());
    assert.equal(await reader.read(`${top}/a.yaml`), 'a');
    assert.equal(await reader.read(`${top}/out/c.yaml`), undefined);
    assert.equal(await reader.read('vscode-vfs://github/owner/other/a.yaml'), undefined);
    assert.equal(await reader.read(`${top}/../secret.yaml`), undefined);
  });

  test('treats invalid, truncated, and failed responses as incomplete', async () => {
    for (const answer of [null, 7, {}, { files: 'a.yaml' }])
      assert.deepEqual(await listed(client({}, answer)), { names: [], whole: false });
    assert.deepEqual(await listed(client({}, { files: [7, `${top}/a.yaml`, 'file:///etc/b.yaml'], cut: true })), {
      names: ['a.yaml'],
      whole: false,
    });
    const failing = { list: async () => Promise.reject(new Error('no')), read: async () => undefined };
    assert.deepEqual(await listed(failing), { names: [], whole: false });
  });

  test('requests no folders outside the workspace', async () => {
    const asked: unknown[] = [];
    const given: ClientFiles = {
      list: async (params) => (asked.push(params), { files: [], cut: false }),
      read: async () => undefined,
    };
    await listed(given, [], `${top}/x/`);
    await listed(given, [], 'vscode-vfs://github/owner/repository');
    assert.deepEqual(asked, [{ folder: top, below: `${top}/x` }]);
  });
});

describe('client file search', () => {
  const entry = (folder: string, name: string, kind: FoundEntry['kind']): FoundEntry => ({
    name,
    uri: `${folder}/${name}`,
    kind,
  });

  test('finds YAML and .gitignore files but skips links and node_modules', async () => {
    const found = await walkFiles('m:/r', async (folder) =>
      folder === 'm:/r'
        ? [
            entry(folder, 'a.yaml', 'file'),
            entry(folder, 'link.yaml', 'other'),
            entry(folder, 'node_modules', 'folder'),
            entry(folder, 'x', 'folder'),
            entry(folder, 'readme.md', 'file'),
          ]
        : [entry(folder, '.gitignore', 'file'), entry(folder, 'b.YML', 'file')],
    );
    assert.deepEqual(found, { files: ['m:/r/a.yaml', 'm:/r/x/.gitignore', 'm:/r/x/b.YML'], cut: false });
  });

  test('reports truncation for recursive folders, too many files, and unreadable folders', async () => {
    assert.equal((await walkFiles('m:/r', async (folder) => [entry(folder, 'x', 'folder')])).cut, true);
    const many = await walkFiles('m:/r', async (folder) =>
      Array.from({ length: 6000 }, (_, index) => entry(folder, `${index}.yaml`, 'file')),
    );
    assert.deepEqual([many.files.length, many.cut], [5000, true]);
    const closed = await walkFiles('m:/r', async (folder) =>
      folder === 'm:/r'
        ? [entry(folder, 'x', 'folder'), entry(folder, 'a.yaml', 'file')]
        : Promise.reject(new Error('no')),
    );
    assert.deepEqual(closed, { files: ['m:/r/a.yaml'], cut: true });
  });

  test('allows reading only YAML, .gitignore, and env files in the folder', () => {
    for (const name of ['a.yaml', 'x/b.yml', '.gitignore', 'x/peer-pods.env'])
      assert.equal(isToBeRead(`m:/r/${name}`, 'm:/r'), true, name);
    for (const name of [
      'secret.txt',
      '../a.yaml',
      'x/../../a.yaml',
      'x/%2e%2e/a.yaml',
      'node_modules/a.yaml',
      '.git/config',
      'x//a.yaml',
    ])
      assert.equal(isToBeRead(`m:/r/${name}`, 'm:/r'), false, name);
  });
});

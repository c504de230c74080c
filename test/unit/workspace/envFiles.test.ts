/** Env files of the workspace: which are read, and what is kept of them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { workspace } from '../../support/memoryWorkspace.ts';

describe('env files', () => {
  const kustomization = (...envs: string[]) => `configMapGenerator:\n  - name: peer-pods-cm\n    envs: ${JSON.stringify(envs)}\n`;
  const [k, a, b] = ['file:///w/k.yaml', 'file:///w/a.env', 'file:///w/b.env'];
  /** With word of when the facts are those that are waited for. */
  function withEnvFiles(files: Record<string, string>) {
    const all = workspace(files);
    const asked: string[] = [];
    const { read } = all;
    const providers = () => [...(all.index.facts()?.envProviders ?? [])].map(([uri, provider]) => `${uri} ${provider}`);
    const until = (...wanted: string[]) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (JSON.stringify(providers()) === JSON.stringify(wanted)) resolve();
        };
        all.index.onChange(look);
        look();
      });
    const readAll = () => all.readAll((uri) => (asked.push(uri), read(uri)));
    return { ...all, asked, providers, until, readAll };
  }
  test('are read where a kustomization names them, and no others', async () => {
    const { asked, readAll, until } = withEnvFiles({ [k]: kustomization('a.env'), [a]: 'CLOUD_PROVIDER=aws\n', [b]: 'CLOUD_PROVIDER=azure\n' });
    await readAll();
    await until(`${a} aws`);
    assert.deepEqual(asked.toSorted(), [a, k]);
  });
  test('on disk as they change, in the editor as they are', async () => {
    const { disk, index, open, readAll, until } = withEnvFiles({ [k]: kustomization('a.env'), [a]: 'CLOUD_PROVIDER=aws\n' });
    await readAll();
    await until(`${a} aws`);
    disk.set(a, 'CLOUD_PROVIDER=gcp\n');
    await index.refresh(a);
    await until(`${a} gcp`);
    open(a, 'CLOUD_PROVIDER=azure\n');
    await until(`${a} azure`);
    index.setClosed(a);
    await until(`${a} gcp`);
    disk.delete(a);
    await index.refresh(a);
    await until();
  });
  test('a change that says nothing new tells nobody', async () => {
    const { disk, index, seen, readAll, until } = withEnvFiles({ [k]: kustomization('a.env'), [a]: 'CLOUD_PROVIDER=aws\n' });
    await readAll();
    await until(`${a} aws`);
    const before = seen.changes;
    disk.set(a, 'CLOUD_PROVIDER=aws\nA=b\n');
    await index.refresh(a);
    disk.set(b, 'CLOUD_PROVIDER=aws\n');
    await index.refresh(b);
    assert.equal(seen.changes, before);
  });
});

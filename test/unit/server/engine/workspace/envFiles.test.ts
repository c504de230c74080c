/** Tests the env files of the workspace: which are read, and which of their values are kept. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { workspace } from '#test/support/manifests/memoryWorkspace.ts';

describe('env file in the workspace', () => {
  const kustomization = (...envs: string[]) =>
    `configMapGenerator:\n  - name: peer-pods-cm\n    envs: ${JSON.stringify(envs)}\n`;
  const [k, a, b] = ['file:///w/k.yaml', 'file:///w/a.env', 'file:///w/b.env'];
  /** Creates a workspace with a function that resolves when the facts contain the expected providers. */
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
  test('is read only if a kustomization names it', async () => {
    const { asked, readAll, until } = withEnvFiles({
      [k]: kustomization('a.env'),
      [a]: 'CLOUD_PROVIDER=aws\n',
      [b]: 'CLOUD_PROVIDER=azure\n',
    });
    await readAll();
    await until(`${a} aws`);
    assert.deepEqual(asked.toSorted(), [a, k]);
  });
  test('follows changes on disk and in the editor', async () => {
    const { disk, index, open, readAll, until } = withEnvFiles({
      [k]: kustomization('a.env'),
      [a]: 'CLOUD_PROVIDER=aws\n',
    });
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
  test('provides the provider and instance types but no other values', async () => {
    const { index, readAll, until } = withEnvFiles({
      [k]: kustomization('a.env', 'b.env'),
      [a]: 'CLOUD_PROVIDER=aws\r\nPODVM_INSTANCE_TYPES=t3.medium,t3.large\r\nAWS_ACCESS_KEY_ID=hidden\r\n',
      [b]: 'AWS_REGION=us-east-2\nPODVM_INSTANCE_TYPE="t3.medium"\n',
    });
    const object = () => index.facts()?.of('peer-pods-cm')[0]?.object;
    await readAll();
    assert.deepEqual([...(object()?.values ?? [])], []);
    await until(`${a} aws`);
    await new Promise<void>((resolve) => {
      const look = () => {
        if (object()?.envFiles.length === 0) resolve();
      };
      index.onChange(look);
      look();
    });
    const values = [...(object()?.values ?? [])].map(([key, { text }]) => `${key}=${text}`);
    assert.deepEqual(values.toSorted(), ['CLOUD_PROVIDER=aws', 'PODVM_INSTANCE_TYPES=t3.medium,t3.large']);
    assert.ok(object()?.unknown.has('PODVM_INSTANCE_TYPE'));
  });
  test('provides no values while another env file is missing', async () => {
    const { index, readAll, until } = withEnvFiles({
      [k]: kustomization('a.env', 'b.env'),
      [a]: 'CLOUD_PROVIDER=aws\nPODVM_INSTANCE_TYPES=t3.medium\n',
    });
    await readAll();
    await until(`${a} aws`);
    const [fact] = index.facts()?.of('peer-pods-cm') ?? [];
    assert.equal(fact?.object.envFiles.length, 2);
    assert.equal(fact.object.values.size, 0);
  });
  test('causes no notification for irrelevant changes', async () => {
    const { disk, index, seen, readAll, until } = withEnvFiles({
      [k]: kustomization('a.env'),
      [a]: 'CLOUD_PROVIDER=aws\n',
    });
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

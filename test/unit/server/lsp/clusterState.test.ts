/** Tests what the server shows for the KataConfigs of a file on a cluster: CodeLens and hovers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CodeLens, Hover, MarkupContent } from 'vscode-languageserver';
import codeLens from '#server/lsp/capabilities/codeLens.ts';
import hover from '#server/lsp/capabilities/hover.ts';
import { knownCluster } from '#test/support/manifests/validationCluster.ts';
import { Played } from './harness.ts';

const kataConfig = (name = 'a') =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\n`;
const demo = knownCluster({ kataConfigs: [{ name: 'a', words: 'Kata 3/5, worker-1 installing', health: 'busy' }] });

const titles = async (played: Played) =>
  (await played.call<CodeLens[]>('textDocument/codeLens')).map(
    ({ range, command }) => `${range.start.line}: ${command?.title}`,
  );

describe('CodeLens for cluster state', () => {
  const lenses = async (text: string, cluster = demo) => {
    const played = new Played(codeLens, text);
    played.cluster.set(cluster);
    return (await titles(played)).slice(1);
  };
  test('shows the live state', async () =>
    assert.deepEqual(await lenses(kataConfig()), ['0: On cluster demo: Kata 3/5, worker-1 installing (as of 10:41)']));
  test("shows that the KataConfig isn't on the cluster", async () =>
    assert.deepEqual(await lenses(kataConfig('b')), ['0: Not on cluster demo (as of 10:41)']));
  test('shows that a failed KataConfig needs attention', async () => {
    const failed = knownCluster({ kataConfigs: [{ name: 'a', words: 'Kata 4/5, worker-1 failed', health: 'failed' }] });
    assert.deepEqual(await lenses(kataConfig(), failed), [
      '0: On cluster demo: Kata 4/5, worker-1 failed, needs attention (as of 10:41)',
    ]);
  });
  test('is absent without cluster data, without a known name, and for other kinds', async () => {
    assert.deepEqual(await lenses(kataConfig(), knownCluster({})), []);
    assert.deepEqual(await lenses(kataConfig('${NAME}')), []);
    assert.deepEqual(await lenses('apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\n'), []);
    assert.deepEqual(
      await lenses('apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  runtimeClassName: kata\n'),
      [],
    );
  });
  test('appears above each List item', async () => {
    const item = (name: string) => `- ${kataConfig(name).trimEnd().replaceAll('\n', '\n  ')}\n`;
    assert.deepEqual(await lenses(`apiVersion: v1\nkind: List\nitems:\n${item('a')}${item('b')}`), [
      '3: On cluster demo: Kata 3/5, worker-1 installing (as of 10:41)',
      '7: Not on cluster demo (as of 10:41)',
    ]);
  });
  test('appears at most 200 times', async () => {
    const text = Array.from({ length: 300 }, (_, index) => kataConfig(`a${index}`)).join('---\n');
    const played = new Played(codeLens, text);
    played.cluster.set(demo);
    assert.equal((await titles(played)).filter((title) => title.includes('Not on cluster')).length, 200);
  });
  test('refreshes only when its text changes', async () => {
    /** Waits long enough for an unexpected request to arrive. */
    const settled = async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    };
    const played = new Played(codeLens, kataConfig(), {
      client: { workspace: { codeLens: { refreshSupport: true } } },
    });
    await played.call('textDocument/codeLens');
    played.cluster.set(demo);
    await played.hasRequested(1);
    assert.deepEqual(played.requested, ['workspace/codeLens/refresh']);
    played.cluster.set({ ...demo, nodes: [] });
    await settled();
    assert.equal(played.requested.length, 1);
    played.cluster.set(undefined);
    await played.hasRequested(2);
    assert.equal(played.requested.length, 2);
  });
});

describe('hover for cluster state', () => {
  const told = async (cluster: typeof demo | undefined, line = 3) => {
    const played = new Played(hover, kataConfig());
    played.cluster.set(cluster);
    const answer = await played.call<Hover | null>('textDocument/hover', { position: { line, character: 9 } });
    return (answer?.contents as MarkupContent | undefined)?.value ?? '';
  };
  test('shows the state on the name', async () =>
    assert.match(await told(demo), /\n\nOn cluster demo: Kata 3\/5, worker-1 installing, as of 10:41\.$/));
  test('escapes Markdown from the cluster', async () => {
    const evil = knownCluster({ kataConfigs: [{ name: 'a', words: '[x](command:y) <img> `z` **b**', health: 'ok' }] });
    assert.match(await told(evil), /\\\[x\\\]\\\(command:y\\\) \\<img\\> \\`z\\` \\\*\\\*b\\\*\\\*/);
  });
  test('shows nothing elsewhere or without a cluster', async () => {
    assert.doesNotMatch(await told(demo, 1), /cluster demo/);
    assert.doesNotMatch(await told(undefined), /cluster demo|on cluster/i);
  });
});

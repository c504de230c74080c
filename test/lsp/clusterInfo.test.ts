/**
 * Tests cluster data in the server: findings, CodeLens, and the release follow it, and disappear when it is removed.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { ClientCapabilities, CodeAction, CodeLens, Diagnostic, Hover } from 'vscode-languageserver';
import { newestRelease } from '#core/product/releases.ts';
import type { ClusterFacts } from '#server/protocol/clusterFacts.ts';
import { Editor } from '../support/lsp/editor.ts';

const capabilities: ClientCapabilities = {
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    codeLens: { refreshSupport: true },
  },
};
const kataConfig =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  kataConfigPoolSelector:\n    matchLabels:\n      kata: "true"\n';
const uri = 'file:///nowhere/kataconfig.yaml';
const noNodes = 'osc/kataconfig-selector-no-nodes';
const textOf = (message: Diagnostic['message'] | undefined) => (typeof message === 'string' ? message : '');
const facts: ClusterFacts = {
  cluster: 'demo',
  asOf: new Date(Date.now() - 1000).toISOString(),
  nodes: [{ name: 'w', labels: { 'node-role.kubernetes.io/worker': '', kata: 'yes' } }],
  converged: false,
  kataConfigs: [{ name: 'example', words: 'Kata 0/1, w waiting', health: 'busy' }],
};

describe('cluster data', () => {
  let settings: unknown = {};
  let editor: Editor;
  const tell = (params: unknown) => editor.notify('osc/clusterFacts', params);
  const when = (code: string, there: boolean) =>
    editor.diagnosticsWhen(uri, ({ diagnostics }) => diagnostics.some((one) => one.code === code) === there);
  const lenses = async () =>
    (await editor.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } })).map(
      ({ command }) => command?.title ?? '',
    );

  before(async () => {
    editor = await Editor.start({
      capabilities,
      settings: () => settings,
      initializationOptions: { selectReleaseCommand: 'select' },
    });
    await editor.said(editor.registered, /didChangeConfiguration/);
    await editor.open(uri, kataConfig);
  });
  beforeEach(async () => {
    await tell({});
    await when(noNodes, false);
  });
  after(async () => {
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
    assert.deepEqual(editor.unexpected, []);
    assert.deepEqual(editor.logged, []);
    assert.deepEqual(editor.messages, []);
  });

  test('adds, changes, and removes findings as it changes', async () => {
    await tell({ facts });
    const found = (await when(noNodes, true)).find(({ code }) => code === noNodes);
    assert.match(
      textOf(found?.message),
      /^On cluster demo \(last updated \d\d:\d\d\), this selector matches 0 of 1 worker node, so /,
    );
    assert.equal(found?.severity, 2);
    await tell({ facts: { ...facts, nodes: [{ name: 'w', labels: { kata: 'true' } }] } });
    await when(noNodes, false);
    await tell({ facts });
    await when(noNodes, true);
    await tell({});
    await when(noNodes, false);
  });

  test('is discarded if invalid', async () => {
    for (const nonsense of [
      null,
      [],
      { facts: 7 },
      { facts: { ...facts, asOf: 'soon' } },
      { facts: { ...facts, nodes: 'all' } },
    ]) {
      await tell({ facts });
      await when(noNodes, true);
      await tell(nonsense);
      await when(noNodes, false);
    }
  });

  test('appears in CodeLens and hovers and refreshes CodeLens when it changes', async () => {
    // Data from the previous test might still apply.
    while ((await lenses()).length > 1);
    assert.deepEqual(await lenses(), [`Checked against OSC ${newestRelease.id} · no findings`]);
    await tell({ facts });
    await editor.diagnosticsWhen(uri, ({ diagnostics }) => diagnostics.some(({ code }) => code === noNodes));
    const [, state] = await lenses();
    assert.match(state ?? '', /^On cluster demo: Kata 0\/1, w waiting \(last updated \d\d:\d\d\)$/);
    const hover = await editor.request<Hover | null>('textDocument/hover', {
      textDocument: { uri },
      position: { line: 3, character: 9 },
    });
    assert.match(JSON.stringify(hover), /On cluster demo: Kata 0\/1, w waiting, last updated/);
    editor.refreshed.length = 0;
    await tell({});
    await editor.said(editor.refreshed, /codeLens/);
  });

  test('provides the release until the user selects another one', async () => {
    const checked = (release: string, releaseOf?: string) =>
      editor.checkedWhen(
        (params) =>
          params.release === release && params.releaseOf === releaseOf && editor.checked.indexOf(params) >= seen,
      );
    let seen = editor.checked.length;
    await tell({ facts: { ...facts, release: '1.10' } });
    await checked('1.10', 'demo');
    const [first] = await lenses();
    assert.equal(first, 'Checked against OSC 1.10 (cluster demo) · 1 finding');
    seen = editor.checked.length;
    settings = { release: '1.8' };
    await editor.notify('workspace/didChangeConfiguration', { settings: null });
    await checked('1.8');
    await when('osc/release-not-of-cluster', true);
    const range = { start: { line: 1, character: 6 }, end: { line: 1, character: 6 } };
    const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range,
      context: { diagnostics: [] },
    });
    assert.equal(actions.find(({ title }) => title === 'Select OSC Release')?.command?.command, 'select');
    seen = editor.checked.length;
    settings = {};
    await editor.notify('workspace/didChangeConfiguration', { settings: null });
    await checked('1.10', 'demo');
    await when('osc/release-not-of-cluster', false);
    seen = editor.checked.length;
    await tell({ facts: { ...facts, release: '1.99.0' } });
    await checked(newestRelease.id);
    const [unknown] = await lenses();
    assert.match(unknown ?? '', /^OSC 1\.99\.0 isn't known\. Checked against OSC 1\.\d+ · /);
    seen = editor.checked.length;
    await tell({});
    await checked(newestRelease.id);
  });

  test('causes few checks during a flood of updates, ending with the last one', async () => {
    const nodes = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `n${index}`,
        labels: { 'node-role.kubernetes.io/worker': '' },
      }));
    const before = editor.checked.length;
    const updates = [
      ...Array.from({ length: 100 }, (_, each) => ({ ...facts, cluster: `c${each}`, nodes: nodes((each % 3) + 1) })),
      { ...facts, cluster: 'last', nodes: nodes(42) },
    ].map((update) => JSON.stringify({ jsonrpc: '2.0', method: 'osc/clusterFacts', params: { facts: update } }));
    // Sends all updates in one write. If a busy computer delivers them one by one, the server might check each of them.
    editor.process.stdin.write(
      updates.map((body) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`).join(''),
    );
    const isLast = /^On cluster last\b.* 0 of 42 worker nodes/;
    await editor.diagnosticsWhen(uri, ({ diagnostics }) =>
      diagnostics.some(({ message }) => isLast.test(textOf(message))),
    );
    const checks = editor.checked.length - before;
    assert.ok(checks < 20, `checked ${checks} times`);
  });

  test('supports a cluster of 5,000 nodes', async () => {
    const labels = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`example.com/label-${index}`, `value-${index}`]),
    );
    const nodes = Array.from({ length: 5000 }, (_, index) => ({
      name: `n${index}`,
      labels: { ...labels, 'node-role.kubernetes.io/worker': '' },
    }));
    await tell({ facts: { ...facts, nodes } });
    const found = await when(noNodes, true);
    assert.match(textOf(found.find(({ code }) => code === noNodes)?.message), /0 of 5000 worker nodes/);
  });
});

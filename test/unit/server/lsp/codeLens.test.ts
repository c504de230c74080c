/** Tests the CodeLens above OSC documents. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CodeLens } from 'vscode-languageserver';
import { newestRelease } from '#core/product/releases.ts';
import codeLens from '#server/lsp/capabilities/codeLens.ts';
import { Played, type Setting } from './harness.ts';

const kataConfig = (spec = '', name = 'a') =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\n${spec}`;
const bad = kataConfig('spec:\n  logLevel: Debug\n  logLevl: x\n');

const shown = (lenses: readonly CodeLens[]) =>
  lenses.map(({ range, command }) => `${range.start.line}: ${command?.title}`);
async function lenses(text: string, setting?: Setting): Promise<string[]> {
  return shown(await new Played(codeLens, text, setting).call<CodeLens[]>('textDocument/codeLens'));
}

test('CodeLens shows the number of findings above each OSC document', async () => {
  assert.deepEqual(await lenses(`# top\n${bad}---\nkind: Service\nx: [\n---\n# comment\n${kataConfig()}`), [
    `1: Checked against OSC ${newestRelease.id} · 2 findings`,
    // A second KataConfig on the same cluster is a finding.
    `13: Checked against OSC ${newestRelease.id} · 1 finding`,
  ]);
  assert.deepEqual(await lenses(kataConfig()), [`0: Checked against OSC ${newestRelease.id} · no findings`]);
  assert.deepEqual(await lenses(kataConfig('spec:\n  logLevel: Debug\n')), [
    `0: Checked against OSC ${newestRelease.id} · 1 finding`,
  ]);
});

test('CodeLens shows the release of the file', async () => {
  assert.deepEqual(await lenses(kataConfig(), { release: '1.8' }), ['0: Checked against OSC 1.8 · no findings']);
});

test('CodeLens appears once above a List', async () => {
  const item = (name: string) => `- ${kataConfig('', name).replaceAll('\n', '\n  ')}`.trimEnd();
  const found = await lenses(`apiVersion: v1\nkind: List\nitems:\n${item('a')}\n${item('a')}\n`);
  assert.equal(found.length, 1);
  assert.ok(found[0]?.startsWith(`0: Checked against OSC ${newestRelease.id} · 1 finding`), found[0]);
});

test('CodeLens is absent in other files and when turned off', async () => {
  for (const text of ['', 'kind: Service\n', 'peer-pods-cm\n']) assert.deepEqual(await lenses(text), [], text);
  assert.deepEqual(await lenses(kataConfig(), { off: true }), []);
});

test('CodeLens appears above the document of a Helm template', async () => {
  assert.deepEqual(await lenses(kataConfig('spec:\n  {{ .x }}\n')), [
    `0: Checked against OSC ${newestRelease.id} · no findings`,
  ]);
});

test('CodeLens appears at most 200 times', async () => {
  const text = Array.from(
    { length: 300 },
    (_, index) => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: p${index}\nspec:\n  runtimeClassName: kata\n`,
  ).join('---\n');
  assert.equal((await lenses(text)).length, 200);
});

test('CodeLens runs the command that the client provides', async () => {
  const commands = async (setting: Setting) =>
    (await new Played(codeLens, kataConfig(), setting).call<CodeLens[]>('textDocument/codeLens')).map(
      ({ command }) => command?.command,
    );
  assert.deepEqual(await commands({ options: { selectReleaseCommand: 'select' } }), ['select']);
  assert.deepEqual(await commands({}), ['']);
});

describe('CodeLens refresh', () => {
  const client = { workspace: { codeLens: { refreshSupport: true } } };
  const other = { 'app/other.yaml': kataConfig('', 'other') };
  /** Waits long enough for an unexpected request to arrive. */
  const settled = async () => {
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  };
  async function played(setting: Setting): Promise<Played> {
    const made = new Played(codeLens, kataConfig(), { files: {}, client, ...setting });
    await made.call('textDocument/codeLens');
    return made;
  }

  test('is requested once and only when a text changes', async () => {
    const made = await played({});
    made.change(() => (made.files = { 'notes.yaml': 'a: 1\n' }));
    await settled();
    assert.deepEqual(made.requested, []);
    made.change(() => (made.files = other));
    made.change(() => (made.files = { ...other }));
    await made.hasRequested(1);
    await settled();
    assert.deepEqual(made.requested, ['workspace/codeLens/refresh']);
    assert.deepEqual(shown(await made.call<CodeLens[]>('textDocument/codeLens')), [
      `0: Checked against OSC ${newestRelease.id} · 1 finding`,
    ]);
    made.change(() => (made.settings = { release: '1.9', off: false }));
    await made.hasRequested(2);
    made.change(() => (made.settings = { release: '1.9', off: true }));
    await made.hasRequested(3);
    assert.equal(made.requested.length, 3);
    assert.deepEqual(await made.call<CodeLens[]>('textDocument/codeLens'), []);
  });

  test("isn't requested from clients without support or before their first request", async () => {
    const cannot = await played({ client: {} });
    cannot.change(() => (cannot.files = other));
    const never = new Played(codeLens, kataConfig(), { files: {}, client });
    never.change(() => (never.files = other));
    await settled();
    assert.deepEqual([...cannot.requested, ...never.requested], []);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import type { SandboxWorkload, WorkloadsResponse } from '#server/protocol/workloads.ts';
import { Editor } from '../support/lsp/editor.ts';

const uri = 'file:///work/web.yaml';
const web = `# ours\napiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: shop }\nspec:\n  template:\n    spec:\n      containers: [{ name: web, image: web }]\n`;

describe('workload request', () => {
  let editor: Editor;
  before(async () => {
    editor = await Editor.start();
    await editor.open(uri, web);
  });
  after(async () => {
    assert.equal(await editor.stop(), 0);
  });

  test('lists the workloads of a file', async () => {
    const { release, workloads, ...rest } = await editor.request<WorkloadsResponse>('osc/workload/list', { uri });
    assert.equal(release, newestRelease.id);
    assert.deepEqual(rest, {}, 'nothing is known of a cluster');
    assert.deepEqual(
      workloads.map(({ range, ...one }) => [one, range.start.line]),
      [[{ document: 0, object: 0, kind: 'Deployment', name: 'web', namespace: 'shop', annotations: {} }, 1]],
    );
    assert.deepEqual(
      (await editor.request<WorkloadsResponse>('osc/workload/list', { uri: 'file:///work/none.yaml' })).workloads,
      [],
    );
  });
  test('returns the edit that adds the runtime class', async () => {
    const { edits, problem } = await editor.request<SandboxWorkload>('osc/workload/sandbox', {
      uri,
      document: 0,
      object: 0,
      runtimeClass: 'kata',
      annotations: {},
    });
    assert.equal(problem, undefined);
    assert.deepEqual(edits, [
      {
        range: { start: { line: 7, character: 6 }, end: { line: 7, character: 6 } },
        newText: 'runtimeClassName: kata\n      ',
      },
    ]);
  });
  test('rejects invalid parameters', async () => {
    const asked = { uri, document: 0, object: 0, runtimeClass: 'kata', annotations: {} };
    for (const sent of [
      null,
      7,
      {},
      { ...asked, uri: 'file:///none' },
      { ...asked, document: 5 },
      { ...asked, document: '0' },
      { ...asked, runtimeClass: 'a\nb: c' },
    ]) {
      const { edits, problem } = await editor.request<SandboxWorkload>('osc/workload/sandbox', sent);
      assert.deepEqual(edits, []);
      assert.ok(problem !== undefined);
    }
    const { edits } = await editor.request<SandboxWorkload>('osc/workload/sandbox', {
      ...asked,
      annotations: { 'a: b\nc': 'd', fine: 'e\nf', 7: null },
    });
    assert.doesNotMatch(JSON.stringify(edits), /annotations/);
  });
});

/** Tests the namespace filter of a must-gather: its rows, and that it's kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKataPod } from '#core/cluster/objects/kataPod.ts';
import { MustGatherStore } from '#client/mustGather/tree/mustGatherStore.ts';
import type { KeptGather } from '#client/mustGather/tree/savedMustGathers.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { summaryOf, type MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { rawPod } from '#test/support/cluster/workloadsStage.ts';
import { mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';

const stamp = { size: 10, modified: 20 };

async function readReport(): Promise<MustGatherReport> {
  const gathered = await readFiles(mustGatherFiles(stage({ name: 'two-workers-installed' }), 'cluster'));
  return { gathered, findings: [], summary: summaryOf(gathered) };
}

function createStore() {
  const kept: (readonly KeptGather[])[] = [];
  const gathers = new MustGatherStore({
    changed: () => undefined,
    keep: (open) => void kept.push(open),
    taken: () => [],
    stampOf: () => Promise.resolve(stamp),
  });
  return { gathers, kept };
}

function all(nodes: readonly TreeNode[]): readonly TreeNode[] {
  return nodes.flatMap((node) => [node, ...all(node.children?.() ?? [])]);
}

test('namespace filter of a must-gather limits its pods, is shown and kept, and clearing it restores all pods', async () => {
  const { gathers, kept } = createStore();
  const { name } = gathers.begin('/some/gather.tgz', stamp);
  const report = await readReport();
  const pods = ['payments', 'bank'].flatMap(
    (namespace) => readKataPod(rawPod(`web-${namespace}`, { namespace }), new Set(['kata'])) ?? [],
  );
  const coverage = { namespaces: 'all', notAllowed: [], failed: [] } as const;
  gathers.finish(name, { ...report, gathered: { ...report.gathered, pods, coverage } });
  const shown = (): readonly string[] => {
    const [root] = gathers.roots();
    assert.ok(root !== undefined);
    const row = all([root]).find(({ view }) => view.label === 'Pods');
    return [
      root.view.description ?? '',
      (row?.view.description ?? '').replace(/ · last updated .*/, ''),
      ...labels(row),
    ];
  };
  const labels = (node: TreeNode | undefined) => node?.children?.().map(({ view }) => view.label) ?? [];
  const before = shown();
  assert.deepEqual(before.slice(1), ['2 · kata', 'bank', 'payments']);
  gathers.selectNamespaces(name, ['bank']);
  assert.match(shown()[0] ?? '', / · in bank$/);
  assert.deepEqual(shown().slice(1), ['1 · kata · in bank', 'bank']);
  assert.deepEqual(kept.at(-1)?.[0]?.namespaces, ['bank']);
  const reopened = createStore();
  await reopened.gathers.restore(kept.at(-1));
  assert.deepEqual(reopened.gathers.all[0]?.namespaces, ['bank'], 'the filter survives a reload');
  reopened.gathers.begin('/some/gather.tgz', stamp);
  assert.deepEqual(reopened.gathers.all[0]?.namespaces, ['bank'], 'the filter survives reading the files again');
  gathers.selectNamespaces(name, []);
  assert.deepEqual(shown(), before);
  assert.equal(kept.at(-1)?.[0]?.namespaces, undefined);
});

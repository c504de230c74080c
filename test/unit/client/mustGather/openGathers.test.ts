/**
 * Tests must-gathers next to the clusters: their rows are the same, they contact and change no cluster, and they are
 * evaluated as of their collection.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logDataId } from '#core/diagnosis/evidence/mustGatherData.ts';
import { diagnose } from '#core/diagnosis/diagnose.ts';
import { MustGatherStore } from '#client/mustGather/tree/mustGatherStore.ts';
import type { KeptGather } from '#client/mustGather/tree/savedMustGathers.ts';
import { nodePage } from '#client/details/pages/nodePage.ts';
import { pathInMustGather } from '#client/mustGather/tree/objectFilePath.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { summaryOf, type MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import type { FileStamp } from '#gather/sources/fileStamp.ts';
import { manifest } from '#test/support/repository/manifest.ts';
import { scenarios } from '#simulator/scenarios/index.ts';
import type { MustGatherKind } from '#simulator/mustGather/mustGather.ts';
import { mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { tooltipText } from '#test/support/cluster/treeInput.ts';

async function reportOn(name: string, steps = 0, kind: MustGatherKind = 'cluster'): Promise<MustGatherReport> {
  const cluster = stage({ name });
  cluster.play(...(scenarios.find((one) => one.name === name)?.steps ?? []).slice(0, steps));
  const gathered = await readFiles(mustGatherFiles(cluster, kind));
  return { gathered, findings: diagnose(gathered), summary: summaryOf(gathered) };
}

const stamp: FileStamp = { size: 10, modified: 20 };

function room(taken: readonly string[] = [], there: (path: string) => FileStamp | undefined = () => stamp) {
  const kept: (readonly KeptGather[])[] = [];
  const gathers = new MustGatherStore({
    changed: () => undefined,
    keep: (open) => void kept.push(open),
    taken: () => taken,
    stampOf: (path) => Promise.resolve(there(path)),
  });
  return { gathers, kept };
}

function all(nodes: readonly TreeNode[]): readonly TreeNode[] {
  return nodes.flatMap((node) => [node, ...all(node.children?.() ?? [])]);
}

/** Returns the menu entries of a row with this context value. */
function offered(contextValue: string): readonly string[] {
  return manifest.contributes.menus['view/item/context'].flatMap((item) => {
    const pattern = /viewItem =~ \/(.*?)\//.exec(item.when)?.[1];
    if (pattern === undefined || !new RegExp(pattern).test(contextValue)) return [];
    return 'command' in item ? item.command : [item.submenu];
  });
}

describe('must-gather rows', () => {
  for (const { name, steps } of scenarios.filter((one) => !one.name.startsWith('nodes-'))) {
    test(`contact and change no cluster in ${name}`, async () => {
      for (const kind of ['cluster', 'sandboxed'] as const) {
        const { gathers } = room();
        const { name: called } = gathers.begin('/some/gather.tgz', stamp);
        gathers.finish(called, await reportOn(name, Math.min(2, steps.length), kind));
        const rows = all(gathers.roots());
        assert.ok(rows.length > 2);
        const harmless = new Set([
          'osc.mustGather.report',
          'osc.mustGather.compare',
          'osc.mustGather.bundle',
          'osc.mustGather.close',
          'osc.mustGather.pack',
          'osc.mustGather.journal',
          'osc.cluster.setNamespaceFilter',
          'osc.object.openYaml',
          'osc.object.describe',
          'osc.object.events',
          'osc.object.explain',
          'osc.object.copyName',
          'osc.row.showTimeline',
          'osc.tree.showMore',
        ]);
        for (const row of rows) {
          const { view, target, demands } = row;
          const commands = [
            ...offered(view.contextValue ?? ''),
            ...(view.command === undefined ? [] : [view.command.id]),
          ];
          assert.deepEqual(
            commands.filter((id) => !harmless.has(id)),
            [],
            view.label,
          );
          // Commands for the whole must-gather appear only on its root row.
          const ofRoot = offered(view.contextValue ?? '').filter((id) => id.startsWith('osc.mustGather.'));
          assert.deepEqual(
            new Set(ofRoot),
            new Set(
              view.id === called
                ? ['report', 'compare', 'close', 'pack', 'bundle', 'journal'].map((word) => `osc.mustGather.${word}`)
                : [],
            ),
            view.label,
          );
          assert.equal(demands, undefined, view.label);
          assert.equal(target?.context, called, view.label);
          assert.doesNotMatch(
            `${tooltipText(row)} ${view.description ?? ''}`,
            /[Cc]lick to (?!read|open the report)|\b[Cc]onnected\b|[Uu]pdates automatically|Log In/,
            view.label,
          );
        }
        assert.equal(new Set(rows.map(({ view }) => view.id)).size, rows.length, 'ids differ');
      }
    });
  }

  test('open objects from the files of the must-gather', async () => {
    const { gathers } = room();
    const report = await reportOn('two-workers-installed');
    gathers.finish(gathers.begin('/g', stamp).name, report);
    const objects = all(gathers.roots()).filter(({ view }) => view.contextValue?.includes('osc-object') === true);
    assert.ok(objects.length >= 4);
    for (const { target } of objects)
      assert.ok(target?.object !== undefined && pathInMustGather(report.gathered, target.object) !== undefined);
  });

  test('show Kata pods only if the must-gather contains a pod list', async () => {
    const { gathers } = room();
    const pods = `apiVersion: v1\nkind: List\nitems:\n- metadata:\n    name: web\n    namespace: shop\n    uid: p1\n  spec:\n    runtimeClassName: kata\n    nodeName: worker-0\n  status:\n    phase: Running\n`;
    const cluster = stage({ name: 'two-workers-installed' });
    const files = mustGatherFiles(cluster, 'cluster');
    const read = async (more: typeof files): Promise<MustGatherReport> => {
      const gathered = await readFiles(more);
      return { gathered, findings: [], summary: summaryOf(gathered) };
    };
    const { name } = gathers.begin('/g', stamp);
    gathers.finish(name, await read([...files, { path: 'x/namespaces/shop/core/pods.yaml', text: pods }]));
    const pod = all(gathers.roots()).find(({ view }) => view.label === 'web');
    assert.match(pod?.view.description ?? '', /Running · kata · worker-0/);
    assert.doesNotMatch(pod?.view.contextValue ?? '', /osc-pod/);
    gathers.finish(name, await read(files.filter(({ path }) => !path.endsWith('pods.yaml'))));
    const workloads = all(gathers.roots()).find(({ view }) => view.label === 'Pods');
    assert.equal(workloads?.view.description, 'Not collected');
    assert.match(workloads?.view.accessibility ?? '', /Not collected/);
  });

  test('count no Kata pods only if those of all namespaces were collected', async () => {
    const { gathers } = room();
    const report = await reportOn('two-workers-installed');
    const { name } = gathers.begin('/g', stamp);
    const rowWith = (namespaces: 'all' | 'some'): string | undefined => {
      gathers.finish(name, {
        ...report,
        gathered: { ...report.gathered, pods: [], coverage: { namespaces, notAllowed: [], failed: [] } },
      });
      return all(gathers.roots()).find(({ view }) => view.label === 'Pods')?.view.description;
    };
    assert.match(rowWith('all') ?? '', /^0\b/);
    assert.equal(rowWith('some'), 'Not collected');
  });

  test('have a tick only if pods and node journals were collected, and report "unknown" without both', async () => {
    const { gathers } = room();
    const report = await reportOn('two-workers-installed');
    const { name } = gathers.begin('/g', stamp);
    const diagnosisOf = (gathered: Partial<MustGatherReport['gathered']>): readonly (string | undefined)[] => {
      gathers.finish(name, {
        ...report,
        findings: [],
        gathered: { ...report.gathered, pods: [], seen: new Set(), ...gathered },
      });
      const view = all(gathers.roots()).find(({ view: { label } }) => label === 'Diagnosis')?.view;
      return [view?.description, view?.icon];
    };
    assert.deepEqual(diagnosisOf({}), ["Unknown: pods and node journals weren't collected", 'question']);
    const [seen, coverage] = [new Set([logDataId('crio')]), { namespaces: 'all', notAllowed: [], failed: [] } as const];
    assert.deepEqual(diagnosisOf({ seen }), ["No problems found (pods weren't collected)", 'question']);
    assert.deepEqual(diagnosisOf({ coverage }), ["No problems found (node journals weren't collected)", 'question']);
    assert.deepEqual(diagnosisOf({ seen, coverage }), ['0 findings', 'pass']);
  });

  test('have different labels if they were collected in the same minute', async () => {
    const { gathers } = room();
    const report = await reportOn('two-workers-installed');
    const open = (path: string, at: number | undefined): void =>
      gathers.finish(gathers.begin(path, stamp).name, { ...report, summary: { ...report.summary, at } });
    const labels = (): readonly string[] =>
      gathers.roots().map(({ view }) => view.label.replace(/^\d{4}-\d\d-\d\d \d\d:/, ''));
    const minute = new Date(2026, 10, 20, 10, 41).getTime();
    open('/x/a.tgz', minute + 7000);
    assert.deepEqual(labels(), ['41 must-gather']);
    open('/x/b.tgz', minute + 52_000);
    open('/x/c.tgz', minute + 60_000);
    open('/x/d.tgz', undefined);
    assert.deepEqual(labels(), ['41:07 must-gather', '41:52 must-gather', '42 must-gather', 'must-gather d.tgz']);
    open('/y/a.tgz', minute + 7000);
    assert.deepEqual(labels(), [
      '41:07 must-gather (a.tgz)',
      '41:52 must-gather',
      '42 must-gather',
      'must-gather d.tgz',
      '41:07 must-gather (a.tgz (2))',
    ]);
    gathers.lose('/x/a.tgz');
    gathers.lose('/y/a.tgz');
    assert.deepEqual(labels()[0], '41 must-gather (a.tgz)');
    assert.deepEqual(labels()[4], '41 must-gather (a.tgz (2))');
  });

  test('show the icon of the most likely cause also on the row of the must-gather, which might be collapsed', async () => {
    const { gathers } = room();
    const { name } = gathers.begin('/g', stamp);
    const iconWith = async (scenario: string): Promise<readonly (string | undefined)[]> => {
      gathers.finish(name, await reportOn(scenario));
      const [row] = gathers.roots();
      return [row?.view.icon, row?.children?.()[0]?.view.icon];
    };
    assert.deepEqual(await iconWith('manual-approval'), ['warning', 'warning']);
    assert.deepEqual(await iconWith('sandboxes-fail'), ['error', 'error']);
    assert.equal((await iconWith('two-workers-installed'))[0], 'archive');
  });

  test('show that the files are missing, and offer to locate or remove the must-gather', async () => {
    const { gathers, kept } = room();
    const { name } = gathers.begin('/x/a.tgz', stamp);
    gathers.finish(name, await reportOn('two-workers-installed'));
    const isMissing = (of: MustGatherStore): void => {
      const [row] = of.roots();
      assert.match(row?.view.label ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d must-gather$/);
      assert.deepEqual([row?.view.description, row?.view.icon], ['Not found', 'warning']);
      assert.deepEqual(
        new Set(offered(row?.view.contextValue ?? '')),
        new Set(['osc.mustGather.locate', 'osc.mustGather.remove', 'osc.object.copyName']),
      );
    };
    assert.equal(gathers.lose('/x/other.tgz'), undefined);
    assert.equal(gathers.lose('/x/a.tgz')?.name, name);
    isMissing(gathers);
    const reloaded = room([], () => undefined);
    await reloaded.gathers.restore(JSON.parse(JSON.stringify(kept.at(-1))));
    isMissing(reloaded.gathers);
  });

  test('show on Refresh that their files were moved, and that they are back', async () => {
    let path = '/x/a.tgz';
    const { gathers, kept } = room([], (at) => (at === path ? stamp : undefined));
    const { name } = gathers.begin('/x/a.tgz', stamp);
    gathers.finish(name, await reportOn('two-workers-installed'));
    await gathers.checkPaths();
    assert.equal(gathers.get(name)?.state.kind, 'open');
    path = '/x/moved.tgz';
    await gathers.checkPaths();
    assert.equal(gathers.roots()[0]?.view.description, 'Not found');
    assert.match(kept.at(-1)?.[0]?.title ?? '', /must-gather$/);
    path = '/x/a.tgz';
    await gathers.checkPaths();
    assert.equal(gathers.get(name)?.state.kind, 'closed');
    gathers.begin('/x/a.tgz', stamp);
    path = '/x/moved.tgz';
    await gathers.checkPaths();
    assert.equal(gathers.get(name)?.state.kind, 'reading', 'the reader reports what it finds');
  });

  test('evaluate times relative to the collection time', async () => {
    const report = await reportOn('two-workers', 2);
    const { gathers } = room();
    gathers.finish(gathers.begin('/g', stamp).name, report);
    // When the must-gather is opened years later, durations still end at its collection.
    assert.doesNotMatch(JSON.stringify(all(gathers.roots()).map(({ view }) => view)), /\b\d{3,} days/);
  });

  test('have pages of nodes with the times of the must-gather', async () => {
    const { gathers } = room();
    const { name } = gathers.begin('/g', stamp);
    gathers.finish(name, await reportOn('two-workers-installed'));
    const state = gathers.get(name)?.state;
    assert.ok(state?.kind === 'open');
    const { history, report } = state;
    const { snapshot, at } = report.gathered;
    const page = nodePage({ context: name, snapshot, history, now: at ?? 0, gathered: true }, 'worker-0');
    const [timeline] = page.sections;
    assert.ok(timeline?.kind === 'timeline');
    assert.match(
      timeline.note ?? '',
      /^Kubernetes objects store only the latest time of each kind of change, so the timeline doesn't show earlier changes\.$/,
    );
    assert.ok(timeline.entries.some(({ words }) => words === 'Ready'));
  });
});

describe('open must-gathers', () => {
  test('have one row per path and names that differ from clusters', () => {
    const { gathers } = room(['must-gather a.tgz']);
    assert.deepEqual(
      ['/x/a.tgz', '/y/a.tgz', '/x/a.tgz'].map((path) => gathers.begin(path, stamp).name),
      ['must-gather a.tgz (2)', 'must-gather a.tgz (3)', 'must-gather a.tgz (2)'],
    );
    assert.equal(gathers.all.length, 2);
    const [one, other] = gathers.all;
    assert.notEqual(one?.id, other?.id);
    assert.equal(gathers.ofId(one?.id ?? ''), one);
  });

  test('are restored after a reload if the file is unchanged, and read on demand', async () => {
    const { gathers, kept } = room();
    gathers.finish(gathers.begin('/x/a.tgz', stamp).name, await reportOn('two-workers-installed'));
    const last = kept.at(-1);
    const again = room();
    await again.gathers.restore(JSON.parse(JSON.stringify(last)));
    const [row] = again.gathers.roots();
    assert.match(row?.view.label ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d must-gather$/);
    assert.equal(row?.view.description, 'Not read (click to read)');
    assert.equal(row?.view.command?.id, 'osc.mustGather.open');
    for (const now of [
      { ...stamp, size: 11 },
      { ...stamp, modified: 21 },
    ]) {
      const other = room([], () => now);
      await other.gathers.restore(JSON.parse(JSON.stringify(last)));
      assert.equal(other.gathers.all.length, 0);
    }
    for (const odd of [undefined, 'x', [{ path: 1 }], [{ path: '/x', stamp: {} }]]) {
      const other = room();
      await other.gathers.restore(odd);
      assert.equal(other.gathers.all.length, 0);
    }
  });

  test('return to their previous state when reading is canceled', async () => {
    const { gathers, kept } = room();
    const { name } = gathers.begin('/x/a.tgz', stamp);
    gathers.fail(name);
    assert.equal(gathers.all.length, 0);
    gathers.finish(gathers.begin('/x/a.tgz', stamp).name, await reportOn('two-workers-installed'));
    const open = gathers.get(name);
    gathers.begin('/x/a.tgz', { ...stamp, size: 11 });
    gathers.begin('/x/a.tgz', { ...stamp, size: 12 });
    gathers.fail(name);
    assert.equal(open?.state.kind, 'open');
    assert.equal(gathers.get(name), open, 'also as it was when it was read');
    const again = room();
    await again.gathers.restore(JSON.parse(JSON.stringify(kept.at(-1))));
    const [restored] = again.gathers.roots();
    again.gathers.begin('/x/a.tgz', stamp);
    again.gathers.fail(name);
    assert.deepEqual(again.gathers.roots()[0]?.view, restored?.view);
    assert.deepEqual(again.kept.at(-1), kept.at(-1));
    again.gathers.begin('/x/a.tgz', stamp);
    again.gathers.fail(name, 'it is damaged');
    const [damaged] = again.gathers.roots();
    assert.equal(damaged?.view.label, restored?.view.label, 'a damaged must-gather keeps its name');
    assert.equal(damaged?.view.description, 'it is damaged');
  });

  test('show a read error without being saved, and stay closed if closed while reading', async () => {
    const { gathers, kept } = room();
    const { name } = gathers.begin('/x/a.tgz', stamp);
    gathers.fail(name, 'it is damaged');
    assert.equal(gathers.roots()[0]?.view.description, 'it is damaged');
    assert.deepEqual(kept.at(-1), []);
    gathers.begin('/x/a.tgz', stamp);
    gathers.close(name);
    gathers.finish(name, await reportOn('two-workers-installed'));
    assert.equal(gathers.all.length, 0);
  });
});

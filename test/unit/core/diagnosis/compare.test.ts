/**
 * Tests the comparison of two must-gathers: fixed problems are gone, other problems are new, and data that one of them
 * lacks is neither.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareStates, differs, type StateComparison } from '#core/diagnosis/comparison/compareStates.ts';
import { comparedCluster, createComparedMustGather, earlierFirst } from '#core/diagnosis/comparison/comparedState.ts';
import { diagnose } from '#core/diagnosis/diagnose.ts';
import { comparisonJson, comparisonMarkdown } from '#gather/reports/formatComparison.ts';
import type { FileToWrite } from '#simulator/mustGather/mustGatherFiles.ts';
import type { MustGatherKind } from '#simulator/mustGather/mustGather.ts';
import { scenarios } from '#simulator/scenarios/index.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';

async function side(name: string, files: readonly FileToWrite[]) {
  const gathered = await readFiles(files);
  return createComparedMustGather(name, gathered, diagnose(gathered));
}

async function compare(first: readonly FileToWrite[], second: readonly FileToWrite[]): Promise<StateComparison> {
  return compareStates(await side('first', first), await side('second', second));
}

const ids = (all: readonly { readonly id: string }[]): readonly string[] => all.map(({ id }) => id).toSorted();

/** Scenarios with the number of steps after which the problem exists and after which it is fixed. */
const cures: readonly (readonly [name: string, wrong: number, cured: number])[] = [
  ['install-pool-paused', 0, 2],
  ['worker-fails-and-recovers', 2, 3],
  ['uninstall-pool-paused', 0, 99],
  ['manual-approval', 0, 99],
  ['install-two-operator-groups', 0, 99],
  ['install-no-operator-group', 0, 99],
  ['install-wrong-channel', 0, 99],
];

function gatheredTwice(name: string, wrong: number, cured: number, kind: MustGatherKind) {
  const steps = scenarios.find((one) => one.name === name)?.steps ?? [];
  const cluster = stage({ name });
  cluster.play(...steps.slice(0, wrong));
  const before = mustGatherFiles(cluster, kind);
  cluster.play(...steps.slice(wrong, cured));
  return { before, after: mustGatherFiles(cluster, kind) };
}

test('comparison puts the earlier must-gather first and keeps the order without times', async () => {
  const { at: _at, ...untimed } = await side(
    'untimed',
    mustGatherFiles(stage({ name: 'two-workers-installed' }), 'cluster'),
  );
  const [early, late] = [
    { ...untimed, name: 'early', at: 1 },
    { ...untimed, name: 'late', at: 2 },
  ];
  const names = (one: typeof untimed, other: typeof untimed) => earlierFirst(one, other).map(({ name }) => name);
  assert.deepEqual(names(early, late), ['early', 'late']);
  assert.deepEqual(names(late, early), ['early', 'late']);
  assert.deepEqual(names(late, untimed), ['late', 'untimed']);
  assert.deepEqual(names(untimed, late), ['untimed', 'late']);
});

describe('comparison of a problem with its fix', () => {
  for (const [name, wrong, cured] of cures) {
    test(`reports fixed findings as gone: ${name}`, async () => {
      const { before, after } = gatheredTwice(name, wrong, cured, 'cluster');
      const comparison = await compare(before, after);
      const { findings, cluster } = comparison;
      assert.equal(cluster, 'same');
      assert.ok(comparison.before.findings.length > 0, 'something is wrong at first');
      const left = new Set(ids(comparison.after.findings));
      assert.deepEqual(
        ids(findings.gone),
        ids(comparison.before.findings).filter((id) => !left.has(id)),
      );
      assert.ok(findings.gone.length > 0, 'something is cured');
      assert.deepEqual(ids(findings.notShownAfter), []);
      assert.deepEqual(ids(findings.notShownBefore), []);
      assert.ok(differs(comparison));
      // In reverse order, findings that are gone are new.
      assert.deepEqual(ids((await compare(after, before)).findings.come), ids(findings.gone));
      for (const one of [before, after])
        assert.equal(differs(await compare(one, one)), false, 'nothing differs from itself');
    });
  }
});

test('comparison shows changed nodes, changed states, and the order in time', async () => {
  const { before, after } = gatheredTwice('two-workers', 1, 4, 'cluster');
  const comparison = await compare(before, after);
  const moved = comparison.changes
    .filter(({ what }) => what === 'worker-0')
    .map((one) => `${one.before} > ${one.after}`);
  assert.ok(
    moved.some((words) => words.endsWith(' > Installed')),
    moved.join('\n'),
  );
  const text = comparisonMarkdown(comparison);
  assert.match(text, /Both must-gathers are from the same cluster\.\nThe second must-gather was collected .* later\./);
  assert.match(text, /\n\| KataConfig: in progress \| .* \| nothing \|\n|\| State \|/);
  assert.match(JSON.stringify(comparisonJson(comparison)), /"cluster":"same"/);
});

test('comparison treats data missing on one side as neither new nor gone', async () => {
  const { before } = gatheredTwice('install-two-operator-groups', 0, 0, 'cluster');
  const small = gatheredTwice('install-two-operator-groups', 0, 0, 'sandboxed').before;
  const less = await compare(before, small);
  assert.deepEqual(ids(less.findings.gone), []);
  assert.ok(ids(less.findings.notShownAfter).includes('operator-group-wrong'));
  assert.ok(less.onlyBefore.includes('OperatorGroup'));
  const more = await compare(small, before);
  assert.deepEqual(ids(more.findings.come), []);
  assert.ok(ids(more.findings.notShownBefore).includes('operator-group-wrong'));
  assert.match(comparisonMarkdown(more), /## Not compared\n\n- Only in the second must-gather: .*OperatorGroup/);
});

test('comparison reports different clusters first, or that the cluster is unknown', async () => {
  const { before } = gatheredTwice('two-workers-installed', 0, 0, 'cluster');
  const other = before.map(({ path, text }) => ({
    path,
    text: text.replace(/clusterID: .*/, 'clusterID: 00000000-1111-2222-3333-444444444444'),
  }));
  const comparison = await compare(before, other);
  assert.equal(comparison.cluster, 'other');
  assert.match(
    comparisonMarkdown(comparison),
    /^# Differences\n\n\*\*The must-gathers are from different clusters\.\*\*/,
  );
  const without = (files: readonly FileToWrite[]) => files.filter(({ path }) => !/clusterversions|nodes/.test(path));
  assert.equal((await compare(without(before), without(other))).cluster, 'unknown');
});

test('comparison finds no difference between a live cluster and its must-gather', async () => {
  const live = liveStage({ name: 'two-workers-installed' });
  const gathered = await side('gather', mustGatherFiles(live.cluster, 'cluster'));
  const comparison = compareStates(gathered, comparedCluster('live', live.snapshot(), live.now()));
  assert.deepEqual(comparison.changes, []);
  assert.equal(differs(comparison), false);
});

test('comparison escapes names in Markdown', async () => {
  const { before, after } = gatheredTwice('install-pool-paused', 0, 2, 'cluster');
  const one = await side('[x](command:evil)', before);
  const text = comparisonMarkdown(compareStates(one, await side('<img src=x>', after)));
  assert.doesNotMatch(text, /\]\(command:|<img/);
});

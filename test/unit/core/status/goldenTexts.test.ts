/**
 * Tests the status texts of each scenario: whenever a row of a tree changes, that row and its explanation. The golden
 * files are in test/golden/messages. `OSC_UPDATE_CLUSTERS=1` rewrites them. Review them: they must be correct and sound
 * natural.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import type { ClusterHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import type { Explanation } from '#core/status/explanation.ts';
import { getNodeStatus, type NodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { getOperatorState } from '#core/status/operator/operatorParts.ts';
import { listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatDuration, formatTimeSpan } from '#core/text/durations.ts';
import { scenario } from '#test/support/cluster/controllersStage.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';

const folder = new URL('../../../golden/messages/', import.meta.url);
const update = process.env['OSC_UPDATE_CLUSTERS'] === '1';

const names = [
  'two-workers',
  'two-workers-installed',
  'peer-pods',
  'converged-3-nodes',
  'worker-fails-and-recovers',
  'uninstall-blocked-by-pods',
  'image-job-fails',
  'operator-missing',
  'manual-approval',
];

function explained(name: string, { health, headline, meaning, next, todo }: Explanation): Shown {
  const lines = [
    meaning,
    ...(next === undefined ? [] : [`next: ${next}`]),
    ...(todo === undefined ? [] : [`todo: ${todo}`]),
  ];
  return { id: name, row: `${name}: [${health}] ${headline}`, lines };
}

function storyLines({ next, todo, stuck, since, expected, evidence }: NodeStatus, now: number): readonly string[] {
  return [
    ...(since === undefined ? [] : [`for ${formatDuration(now - since)}`]),
    ...(stuck === undefined ? [] : [`stuck: ${stuck}`]),
    ...(next === undefined ? [] : [`next: ${next}`]),
    ...(todo === undefined ? [] : [`todo: ${todo}`]),
    ...(expected === undefined
      ? []
      : [`done in: ${formatTimeSpan({ from: expected.from - now, to: expected.to - now })}`]),
    ...evidence.map((line) => `- ${line}`),
  ];
}

/** Item of a tree: its row and the lines that explain it. */
interface Shown {
  readonly id: string;
  readonly row: string;
  readonly lines: readonly string[];
}

function shownOf(snapshot: Snapshot, history: ClusterHistory, now: number): readonly Shown[] {
  const { kataConfig, nodes } = indexSnapshot(snapshot);
  const stories = [...nodes.keys()]
    .toSorted()
    .map((name) => [name, getNodeStatus(snapshot, name, now, history)] as const);
  const operator = getOperatorState(snapshot);
  return [
    { id: 'progress', row: getKataStatus(snapshot).words, lines: [] },
    ...(kataConfig === undefined ? [] : [explained('KataConfig', explainKataConfig(kataConfig, snapshot))]),
    ...stories.map(([name, story]) => ({
      id: name,
      row: `${name}: [${story.health}] ${story.headline}`,
      lines: storyLines(story, now),
    })),
    { id: 'operator', row: `operator: [${operator.health}] ${operator.headline}`, lines: [] },
    ...[...operator.parts, ...listPeerPodsParts(snapshot)].map((part) => explained(part.name, part)),
  ];
}

/** Returns all rows at the times when one of them changed, with the explanations of the changed ones. */
function told(name: string): string {
  const moments: string[] = [];
  let rows = new Map<string, string>();
  let begun: number | undefined;
  let waiting: { readonly shown: readonly Shown[]; readonly at: number } | undefined;
  const flush = (): void => {
    if (waiting === undefined || begun === undefined) return;
    const { shown, at } = waiting;
    waiting = undefined;
    const changed = shown.filter(({ id, row }) => rows.get(id) !== row);
    const gone = [...rows.keys()].filter((id) => !shown.some((one) => one.id === id));
    if (changed.length + gone.length === 0) return;
    rows = new Map(shown.map(({ id, row }) => [id, row]));
    const lines = changed.flatMap(({ row, lines: more }) => [row, ...more.map((line) => `    ${line}`)]);
    moments.push(
      [`after ${((at - begun) / 1000).toFixed(1)} s`, ...lines, ...gone.map((id) => `${id}: gone`)].join('\n  '),
    );
  };
  const see = (snapshot: Snapshot, history: ClusterHistory, now: number): void => {
    begun ??= now;
    // Several changes at the same time are recorded as one.
    if (waiting !== undefined && now > waiting.at) flush();
    waiting = { shown: shownOf(snapshot, history, now), at: now };
  };
  const { cluster, snapshot, history, now } = liveStage({ name }, {}, see);
  see(snapshot(), history(), now());
  flush();
  cluster.play(...scenario(name).steps);
  flush();
  return `${moments.join('\n\n')}\n`;
}

for (const name of names) {
  test(`status texts of scenario ${name} match the golden file`, () => {
    const file = new URL(`${name}.txt`, folder);
    const found = told(name);
    if (update) writeFileSync(file, found);
    assert.equal(found, readFileSync(file, 'utf8'));
  });
}

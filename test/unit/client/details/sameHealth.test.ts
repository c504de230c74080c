/** Tests that the tree, pages, reports, the command line, and assistants show the same health for the same snapshot. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kataConfigPage } from '#client/details/pages/kataConfigPage.ts';
import { rowPage } from '#client/details/pages/rowPage.ts';
import type { Tone } from '#client/details/detailPage.ts';
import { healthOfSeverity } from '#client/tree/model/health.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { createStatusItem } from '#client/clusters/notices/statusItem.ts';
import { installStatusResult } from '#core/assistants/results/installStatus.ts';
import { getString } from '#core/common/json.ts';
import { kataHealth } from '#core/operations/checks/kata/kataHealth.ts';
import type { CheckVerdict } from '#core/operations/preflightFindings/check.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { healthOf, type HealthSeverity } from '#core/status/health/clusterHealth.ts';
import { describeKataHealth } from '#core/status/health/healthSummary.ts';
import { diagnose } from '#core/diagnosis/diagnose.ts';
import { verdictOf } from '#core/diagnosis/mustGatherVerdict.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { summaryOf } from '#gather/reports/mustGatherReport.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';
import { scenario, stage, type TestCluster } from '#test/support/cluster/controllersStage.ts';
import { emptyTreeInput } from '#test/support/cluster/treeInput.ts';

const ten41 = new Date(2026, 10, 1, 10, 41).getTime();
const head = { cluster: 'demo', server: 'https://demo:6443', user: 'ann', at: ten41 };
const info = { name: 'demo', server: head.server, user: head.user, current: false };

/** Returns what each part of the product shows for a cluster, as a severity or as the corresponding tone or verdict. */
function placesOf(snapshot: Snapshot) {
  const seen: ClusterTreeInput = { ...emptyTreeInput, snapshot, now: ten41 };
  const health = healthOf(snapshot);
  const node = clusterNode(seen, info, false);
  const row = node.children?.().find(({ view }) => view.id.startsWith('demo/kataconfig:'));
  const name = row?.target?.object?.name ?? '';
  const { structured } = installStatusResult(snapshot, head, allParsers);
  return {
    statusBar: createStatusItem([{ context: 'demo', health }], ten41),
    page: rowPage({ node, snapshot, history: emptyHistory, info, now: ten41 }).state,
    row: row?.about?.explanation,
    kataConfigPage: kataConfigPage({ context: 'demo', snapshot, history: emptyHistory, now: ten41 }, name).state,
    assistant: { health: getString(structured, 'health'), state: getString(structured, 'state') },
    preflight: kataHealth.judge({
      context: 'demo',
      server: head.server,
      snapshot,
      history: emptyHistory,
      facts: {},
      now: ten41,
    }),
  };
}

const verdictOfTone: Readonly<Record<Tone, CheckVerdict>> = {
  ok: 'pass',
  busy: 'info',
  attention: 'warn',
  failed: 'fail',
  unknown: 'unknown',
  stale: 'unknown',
};

/** Plays the first steps of a scenario. */
function cluster(name: string, steps: number): TestCluster {
  const { behaviour, prelude, steps: all } = scenario(name);
  return stage({ name, prelude: [...prelude, ...all.slice(0, steps)] }, behaviour);
}

const cases: readonly (readonly [scenario: string, steps: number, severity: HealthSeverity, words: RegExp])[] = [
  ['two-workers-installed', 0, 'healthy', /^Kata 2\/2$/],
  ['sandboxes-fail', 0, 'warning', /^Kata 2\/2, 1 pod without a sandbox on worker-1$/],
  ['update-waits', 0, 'warning', /^Kata 2\/2, .*approval/],
  ['worker-fails-and-recovers', 2, 'failed', /^Kata 1\/2, worker-0 failed$/],
  ['uninstall-blocked-by-pods', 2, 'blocked', /blocked by pods$/],
];

describe('health of a cluster', () => {
  for (const [name, steps, severity, words] of cases) {
    test(`is the same everywhere on ${name}: ${severity}`, async () => {
      const played = cluster(name, steps);
      const snapshot = playedSnapshot(played.client, ten41);
      const health = healthOf(snapshot);
      assert.equal(health.severity, severity);
      assert.match(describeKataHealth(health), words);
      const tone = healthOfSeverity(severity);
      const { statusBar, page, row, kataConfigPage: ofConfig, assistant, preflight } = placesOf(snapshot);
      assert.match(statusBar?.text ?? '', new RegExp(`\\) ${escaped(describeKataHealth(health))}$`));
      assert.deepEqual([page.tone, page.headline], [tone, describeKataHealth(health)]);
      assert.deepEqual(assistant, { health: severity, state: describeKataHealth(health) });
      assert.deepEqual([preflight.verdict, preflight.headline], [verdictOfTone[tone], describeKataHealth(health)]);
      assert.equal(ofConfig.tone, row?.health, 'the page of the KataConfig, and its row');
      const gathered = await readFiles(mustGatherFiles(played, 'cluster'));
      const summary = summaryOf(gathered);
      assert.deepEqual([summary.health, summary.kata], [severity, describeKataHealth(health)]);
      const verdict = verdictOf({ findings: diagnose(gathered), gathered });
      assert.equal(
        verdict === 'findings',
        severity !== 'healthy',
        'a must-gather of an unhealthy cluster has findings',
      );
    });
  }
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

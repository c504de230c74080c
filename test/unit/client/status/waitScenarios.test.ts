/**
 * Compares the exit codes and last lines of `osc-tools status` and `osc-tools wait` on every scenario with a reviewed
 * table, at the first step of the scenario and after its last one. `OSC_UPDATE_CLUSTERS=1` rewrites the table. Review
 * it: each cause must be the fault of the scenario.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { omitUndefined } from '#core/common/json.ts';
import { parseWaitTarget } from '#core/operations/waiting/waitTarget.ts';
import { summarizeCluster } from '#core/status/summary/clusterSummary.ts';
import { WaitRun } from '#client/status/waitRun.ts';
import { outcomeOf } from '#server/cli/commands/wait.ts';
import { statusExitCodes } from '#server/cli/commands/status.ts';
import { scenarios } from '#simulator/main.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

const table = new URL('../../../golden/tables/waitScenarios.txt', import.meta.url);
const timeout = 3_600_000;
/** The targets to wait for, with `--fail-fast`. */
const targets = ['installed', 'uninstalled', 'updated=1.12', 'node=worker-0', 'pool=worker'];

function statusRow(snapshot: Snapshot, now: number): string {
  const { outcome, state } = summarizeCluster(snapshot, now);
  return `status: ${statusExitCodes[outcome]} ${state}`;
}

async function waitRow(text: string, snapshot: Snapshot, now: number): Promise<string> {
  const target = parseWaitTarget(text);
  assert.ok(target !== undefined, text);
  const clock = new ManualClock(now);
  const run = new WaitRun({ target, timeout, failFast: true, clock, onLine: () => undefined });
  run.update({ snapshot, now });
  if (!run.isOver) await clock.pass(timeout);
  const { code, text: last } = outcomeOf({ end: await run.ended }, 'demo');
  return `wait --for ${text}: ${code} ${last}`;
}

test('osc-tools status and osc-tools wait give the reviewed results on every scenario', async () => {
  const rows: string[] = [];
  // The large clusters differ only in their number of nodes.
  for (const { name, steps } of scenarios.filter(({ name }) => !name.startsWith('nodes-'))) {
    const cluster = stage({ name });
    for (const step of ['first', 'last']) {
      if (step === 'last') cluster.play(...steps);
      cluster.pass(60_000);
      const now = cluster.clock.now();
      const snapshot = playedSnapshot(cluster.client, now);
      rows.push(`${name} ${step}`, `  ${statusRow(snapshot, now)}`);
      for (const target of /peer|image/.test(name) ? [...targets, 'image'] : targets)
        rows.push(`  ${await waitRow(target, snapshot, now)}`);
    }
  }
  const text = [...rows, ''].join('\n');
  if (process.env['OSC_UPDATE_CLUSTERS'] === '1') writeFileSync(table, text);
  assert.equal(text, readFileSync(table, 'utf8'));
});

test('osc-tools wait advises the user to log in only once, and ends each sentence once', () => {
  const last = { kind: 'waiting', text: 'stopped' } as const;
  const textFor = (reason: string, loginCommand?: string): string =>
    outcomeOf({ end: { kind: 'loggedOut', reason, last }, ...omitUndefined({ loginCommand }) }, 'demo').text;
  assert.deepEqual(
    [
      textFor(
        'api.example.com:6443 rejected the login for "dev" (401). The login might have expired. Log in again, for example with oc login.',
        'oc login https://api.example.com:6443',
      ),
      textFor('The token expired.'),
      textFor('the token expired'),
    ],
    [
      'can\'t log in to demo: api.example.com:6443 rejected the login for "dev" (401). The login might have expired. To log in again, run: oc login https://api.example.com:6443',
      "can't log in to demo: The token expired. Log in again",
      "can't log in to demo: the token expired. Log in again",
    ],
  );
});

/**
 * Tests the releases that a preflight check evaluates: the installed one, and the one that an install or update
 * installs.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { preflightResult } from '#core/assistants/results/preflight.ts';
import { checks } from '#core/operations/checks/index.ts';
import { oscReleases, releaseAfterUpdate } from '#core/operations/oscReleases.ts';
import { listRequiredLookups, evaluatePreflight } from '#core/operations/checks/preflight.ts';
import type { PreflightTarget } from '#core/operations/preflightFindings/check.ts';
import {
  fitnessSentence,
  createPreflightJson,
  preflightMarkdown,
  preflightText,
  releasesSentence,
} from '#core/operations/checks/preflightReport.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { runLookups } from '#client/kubernetes/read/runLookups.ts';
import { object } from '#test/support/cluster/clusterObjects.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { updatable, versioned } from './checkSituations.ts';
import { simulatedReader } from '#test/support/operations/lookupReaders.ts';
import { csv, offered, situationOf, subscription, unseenSituation } from '#test/support/operations/situations.ts';

const head = {
  cluster: 'demo',
  server: 'https://api.demo.example.com:6443',
  user: 'kube:admin',
  at: Date.UTC(2026, 10, 22, 10, 41),
};
const prefix = 'sandboxed-containers-operator.v';
const about = checks.filter(({ id }) => id.startsWith('openshift-version'));

/** Returns the result of only the OpenShift version checks. */
function judged(
  situation: ObservedCluster,
  target?: PreflightTarget,
): { readonly fitness: string; readonly target: string; readonly verdicts: Readonly<Record<string, string>> } {
  const result = evaluatePreflight(situation, about, target);
  return {
    fitness: result.fitness,
    target: result.target,
    verdicts: Object.fromEntries(result.checked.map(({ check, finding }) => [check.id, finding.verdict])),
  };
}

async function updateWaits(): Promise<ObservedCluster> {
  const { cluster, snapshot, history, now } = liveStage({ name: 'update-waits' });
  const facts = await runLookups(simulatedReader(cluster.client), listRequiredLookups(), now);
  return { context: 'demo', server: head.server, snapshot: snapshot(), history: history(), facts, now: now() };
}

describe('releases of a cluster', () => {
  const versions = (situation: ObservedCluster, channel?: string): readonly (string | undefined)[] => {
    const { current, update } = oscReleases(situation, channel);
    return [current?.role, current?.version, update?.version];
  };

  test('are the newest of the channel before an install', () => {
    assert.deepEqual(versions(situationOf({}, { packageManifest: offered('stable', '1.12.0') })), [
      'install',
      '1.12.0',
      undefined,
    ]);
    assert.deepEqual(versions(situationOf()), [undefined, undefined, undefined]);
    assert.deepEqual(versions(unseenSituation()), [undefined, undefined, undefined]);
  });

  test('are the one in the install plan of an install, even if the channel has a newer one', () => {
    const plan = object('install-1', {
      spec: { clusterServiceVersionNames: [`${prefix}1.11.0`] },
      status: { phase: 'RequiresApproval' },
    });
    const situation = situationOf(
      { subscriptions: [subscription()], installPlans: [plan] },
      { packageManifest: offered('stable', '1.12.0') },
    );
    assert.deepEqual(versions(situation), ['install', '1.11.0', undefined]);
  });

  test('are the installed one and the next in the install plan, the Subscription, or the channel', () => {
    const installed = {
      subscriptions: [subscription('stable', 'redhat-operators', `${prefix}1.10.0`)],
      clusterServiceVersions: [csv('Succeeded', '1.10.0')],
    };
    const plan = object('install-2', {
      spec: { clusterServiceVersionNames: [`${prefix}1.11.0`] },
      status: { phase: 'RequiresApproval' },
    });
    const catalog = { packageManifest: offered('stable', '1.12.0') };
    assert.deepEqual(versions(situationOf({ ...installed, installPlans: [plan] }, catalog)), [
      'installed',
      '1.10.0',
      '1.11.0',
    ]);
    assert.deepEqual(versions(situationOf(installed, catalog)), ['installed', '1.10.0', '1.12.0']);
    assert.deepEqual(versions(situationOf(installed, { packageManifest: offered('stable', '1.9.0') })), [
      'installed',
      '1.10.0',
      undefined,
    ]);
    const following = object('ours', {
      spec: { name: 'sandboxed-containers-operator', channel: 'stable' },
      status: { installedCSV: `${prefix}1.10.0`, currentCSV: `${prefix}1.11.0` },
    });
    assert.deepEqual(versions(situationOf({ ...installed, subscriptions: [following] }, catalog)), [
      'installed',
      '1.10.0',
      '1.11.0',
    ]);
  });

  test('are those of another channel if the update changes to it', () => {
    const situation = situationOf(
      {
        subscriptions: [subscription('stable', 'redhat-operators', `${prefix}1.11.0`)],
        clusterServiceVersions: [csv('Succeeded', '1.11.0')],
      },
      { packageManifest: offered('candidate', '1.12.0') },
    );
    assert.equal(releaseAfterUpdate(situation)?.version, '1.11.0');
    assert.equal(releaseAfterUpdate(situation, 'candidate')?.version, '1.12.0');
  });
});

describe('preflight for the installed release and for the update', () => {
  test('passes on a release whose support table is not included, with information only', () => {
    assert.deepEqual(judged(updatable('4.21.9', '1.11.0')), {
      fitness: 'fit',
      target: 'install',
      verdicts: { 'openshift-version': 'info', 'openshift-version-update': 'none' },
    });
  });

  test('uses the selected release for the result', () => {
    const tooOld = updatable('4.17.9');
    assert.deepEqual(judged(tooOld), {
      fitness: 'fit',
      target: 'install',
      verdicts: { 'openshift-version-update': 'warn', 'openshift-version': 'info' },
    });
    assert.deepEqual(judged(tooOld, 'update'), {
      fitness: 'unfit',
      target: 'update',
      verdicts: { 'openshift-version-update': 'fail', 'openshift-version': 'info' },
    });
  });

  test('is about the installed release if no update is available', () => {
    assert.deepEqual(judged(updatable('4.21.9', '1.11.0'), 'update').target, 'install');
    assert.deepEqual(judged(versioned('4.17.9'), 'update'), {
      fitness: 'unfit',
      target: 'install',
      verdicts: { 'openshift-version': 'fail', 'openshift-version-update': 'none' },
    });
  });

  test("is unknown for the update if update data can't be read", () => {
    const { packageManifest: _, ...facts } = updatable('4.21.9').facts;
    assert.deepEqual(
      [judged({ ...updatable('4.21.9'), facts }).fitness, judged({ ...updatable('4.21.9'), facts }, 'update').fitness],
      ['fit', 'unsure'],
    );
  });

  test('links each finding to the documentation of the release that it is about', async () => {
    const { checked } = evaluatePreflight(await updateWaits());
    const titleOf = (id: string): string | undefined => checked.find(({ check }) => check.id === id)?.check.docs?.title;
    assert.match(titleOf('openshift-version-update') ?? '', /OSC 1\.12/);
    assert.match(titleOf('openshift-version') ?? '', /OSC 1\.11/);
  });

  test('does not report an operator as installed before OLM has started it', () => {
    for (const [phase, expected] of [
      ['Pending', "The installation of OSC 1.12.0 isn't complete."],
      ['Installing', "The installation of OSC 1.12.0 isn't complete."],
      ['Succeeded', 'OSC 1.12.0 is installed.'],
      // An installed operator also fails if its pod isn't available.
      ['Failed', 'OSC 1.12.0 is installed.'],
    ] as const) {
      const situation = situationOf({
        subscriptions: [subscription('stable', 'redhat-operators', `${prefix}1.12.0`)],
        clusterServiceVersions: [csv(phase, '1.12.0')],
      });
      assert.equal(releasesSentence(evaluatePreflight(situation)), expected, phase);
    }
  });

  test('reports both releases of update-waits in every format', async () => {
    const situation = await updateWaits();
    const result = evaluatePreflight(situation);
    assert.equal(result.fitness, 'fit');
    const warning = 'OpenShift 4.21.3 is older than 4.21.9, the first 4.21 version that OSC 1.12 supports.';
    assert.match(fitnessSentence(result), /^Ready, with \d+ warnings?[.:]/);
    assert.ok(fitnessSentence(result).endsWith(warning), fitnessSentence(result));
    assert.equal(releasesSentence(result), 'This result applies to the installed OSC 1.11.0. OSC 1.12.0 is available.');
    assert.equal(
      releasesSentence(evaluatePreflight(situation, checks, 'update')),
      'This result applies to the update to OSC 1.12.0. OSC 1.11.0 is installed.',
    );
    for (const text of [
      preflightMarkdown(result, head).replaceAll('\\', ''),
      preflightText(result, head),
      preflightResult(result, head, allParsers).text,
    ]) {
      assert.ok(text.includes(warning), text);
      assert.match(text, /installed OSC 1\.11\.0\. OSC 1\.12\.0 is available\./);
      assert.match(text, /OSC 1\.11: supported OpenShift versions unknown/);
    }
    const json = createPreflightJson(result, head);
    assert.deepEqual(
      [json.for, json.releases],
      ['run', { installed: { version: '1.11.0', release: '1.11' }, update: { version: '1.12.0', release: '1.12' } }],
    );
    assert.ok(json.headline.endsWith(warning));
  });
});

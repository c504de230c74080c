/**
 * Tests all preflight checks together: their order, the verdict, and the report. `OSC_UPDATE_REPORTS=1` rewrites the
 * golden report. Review it.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { runLookups } from '#client/kubernetes/read/runLookups.ts';
import { preflightResult } from '#core/assistants/results/preflight.ts';
import type {
  PreflightCheck,
  CheckFinding,
  CheckVerdict,
  PreflightTarget,
} from '#core/operations/preflightFindings/check.ts';
import { checks } from '#core/operations/checks/index.ts';
import {
  listRequiredLookups,
  evaluatePreflight,
  type CheckResult,
  type PreflightResult,
} from '#core/operations/checks/preflight.ts';
import {
  formatVerdictCounts,
  fitnessSentence,
  createPreflightJson,
  preflightMarkdown,
  preflightText,
} from '#core/operations/checks/preflightReport.ts';
import { requiredPermissions } from '#core/operations/lookups/permissions.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { runWorkload } from '#simulator/scenarios/engine/commonSteps.ts';
import type { ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { withSandboxes } from './checkSituations.ts';
import { kataConfig } from '#test/support/cluster/clusterObjects.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { simulatedReader } from '#test/support/operations/lookupReaders.ts';
import { plainWorker, situationOf, unseenSituation } from '#test/support/operations/situations.ts';
import { allParsers } from '#redactionParsers/parsers.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const head = {
  cluster: 'demo',
  server: 'https://api.demo.example.com:6443',
  user: 'kube:admin',
  at: Date.UTC(2026, 10, 22, 10, 41),
};

/** Creates a check with this finding. */
function saying(
  id: string,
  finding: Partial<CheckFinding> & { readonly verdict: CheckVerdict },
  more: Partial<PreflightCheck> = {},
): PreflightCheck {
  const judge = (): CheckFinding => ({ headline: id, evidence: [], ...finding });
  return { id, title: () => id, area: 'Cluster', why: () => 'It matters.', kinds: [], facts: [], judge, ...more };
}

/**
 * Returns the situation of a simulator scenario when a user opens the cluster.
 * @param steps steps to play first
 */
async function played(name: string, ...steps: readonly ScenarioStep[]): Promise<ObservedCluster> {
  const { cluster, snapshot, history, now } = liveStage({ name });
  cluster.play(...steps);
  const facts = await runLookups(simulatedReader(cluster.client), listRequiredLookups(), now);
  return {
    context: 'demo',
    server: 'https://api.demo.example.com:6443',
    snapshot: snapshot(),
    history: history(),
    facts,
    now: now(),
  };
}

function eligibilityOf({ checked }: PreflightResult): CheckResult {
  return checked.find(({ check }) => check.id === 'node-eligibility') ?? assert.fail('no such check');
}

describe('preflight checks', () => {
  test('have unique names, a reason, and declared inputs', () => {
    assert.equal(new Set(checks.map(({ id }) => id)).size, checks.length);
    assert.equal(new Set(checks.map(({ title }) => title)).size, checks.length);
    for (const { id, why, kinds, facts } of checks) {
      assert.match(why(), /^[A-Z].*\.$/, id);
      assert.ok(kinds.length + facts.length > 0, id);
    }
  });

  test('are sorted by verdict, then by area', () => {
    const { checked } = evaluatePreflight(situationOf(), [
      saying('none', { verdict: 'none' }),
      saying('pass', { verdict: 'pass' }),
      saying('unknown', { verdict: 'unknown' }),
      saying('warn of pods', { verdict: 'warn' }, { area: 'Workloads' }),
      saying('warn of nodes', { verdict: 'warn' }, { area: 'Nodes' }),
      saying('fail', { verdict: 'fail' }),
    ]);
    assert.deepEqual(
      checked.map(({ check }) => check.id),
      ['fail', 'warn of nodes', 'warn of pods', 'unknown', 'pass', 'none'],
    );
  });

  test('report Ready if no check fails and every deciding check is known', () => {
    const fitness = (...some: readonly PreflightCheck[]): string => evaluatePreflight(situationOf(), some).fitness;
    assert.equal(
      fitness(saying('a', { verdict: 'pass' }), saying('b', { verdict: 'warn' }), saying('c', { verdict: 'unknown' })),
      'fit',
    );
    assert.equal(
      fitness(saying('a', { verdict: 'pass' }), saying('c', { verdict: 'unknown' }, { decides: true })),
      'unsure',
    );
    assert.equal(
      fitness(saying('a', { verdict: 'fail' }), saying('c', { verdict: 'unknown' }, { decides: true })),
      'unfit',
    );
  });

  test('decide only about their targets, and about what the cluster needs next by default', () => {
    const some = [
      saying('a', { verdict: 'fail' }, { targets: ['install'] }),
      saying('b', { verdict: 'unknown' }, { targets: ['install', 'update'], decides: true }),
    ];
    const judged = (target?: PreflightTarget, situation = situationOf()): readonly unknown[] => {
      const { fitness, counts, target: used } = evaluatePreflight(situation, some, target);
      return [used, fitness, counts.fail, counts.warn];
    };
    const withKata = situationOf({ kataConfigs: [kataConfig(undefined)] });
    assert.deepEqual(judged('install'), ['install', 'unfit', 1, 0]);
    assert.deepEqual(judged('update'), ['update', 'unsure', 0, 1]);
    assert.deepEqual(judged('run'), ['run', 'fit', 0, 1]);
    assert.deepEqual(judged(), judged('install'));
    assert.deepEqual(judged(undefined, withKata), judged('run'));
    assert.deepEqual(judged(undefined, unseenSituation()), judged('install'));
  });

  test('report unknown for a check that throws and run the others', () => {
    const broken = saying('broken', { verdict: 'pass' }, { judge: () => assert.fail('a fault of this program') });
    const { checked, counts } = evaluatePreflight(situationOf(), [broken, saying('well', { verdict: 'pass' })]);
    assert.deepEqual([counts.unknown, counts.pass], [1, 1]);
    assert.doesNotMatch(JSON.stringify(checked), /a fault of this program/);
  });

  test('are all unknown if nothing on the cluster can be read', () => {
    const { fitness, counts } = evaluatePreflight(unseenSituation());
    assert.equal(fitness, 'unsure');
    assert.deepEqual(counts, { pass: 0, warn: 0, fail: 0, none: 0, info: 0, unknown: checks.length });
  });

  test("report unknown without running a check whose inputs can't be read", () => {
    const asked = saying('asked', { verdict: 'pass' }, { kinds: ['nodes'], facts: ['infrastructure'] });
    assert.equal(evaluatePreflight(unseenSituation(), [asked]).checked[0]?.finding.verdict, 'unknown');
    assert.equal(evaluatePreflight(situationOf(), [asked]).checked[0]?.finding.verdict, 'pass');
  });
});

describe('preflight on simulated clusters', () => {
  test('finds no failures before an install, with Kata, and with peer pods', async () => {
    for (const name of ['operator-missing', 'two-workers', 'two-workers-installed', 'peer-pods', 'converged-3-nodes']) {
      const { fitness, checked } = evaluatePreflight(await played(name));
      const failing = checked
        .filter(({ finding }) => finding.verdict === 'fail')
        .map(({ check, finding }) => `${check.id}: ${finding.headline}`);
      assert.deepEqual(failing, [], name);
      assert.equal(fitness, 'fit', name);
    }
  });

  test('accepts running sandboxes as evidence that the nodes can run Kata', async () => {
    const { finding } = eligibilityOf(evaluatePreflight(await played('two-workers-installed', ...runWorkload)));
    assert.deepEqual([finding.verdict, finding.headline], ['pass', 'Kata is installed and runs pods on 2 of 2 nodes']);
    assert.equal(
      eligibilityOf(evaluatePreflight(await played('two-workers-installed'))).finding.verdict,
      'unknown',
      'an installation is no evidence',
    );
  });

  test('warns of a node on which Kata is installed and sandboxes fail', async () => {
    const result = evaluatePreflight(await played('sandboxes-fail'));
    const { finding } = eligibilityOf(result);
    assert.deepEqual([finding.verdict, finding.headline], ['warn', '1 pod without a sandbox on worker-1']);
    assert.match(
      finding.evidence.join('\n'),
      /^Kata is installed on 2 of 2 nodes\nKata pods run on worker-0\nPod payments-\S+ in payments on worker-1: no sandbox since /,
    );
    assert.match(finding.todo ?? '', /`oc describe pod payments-\S+ -n payments`.*firmware of worker-1/);
    assert.match(fitnessSentence(result), /^Ready, with 1 warning: 1 pod without a sandbox on worker-1\.$/);
  });

  test('names the features that nodes lack, with the object that shows them', async () => {
    const { finding } = eligibilityOf(evaluatePreflight(await played('node-features')));
    assert.deepEqual(
      [finding.verdict, ...finding.evidence],
      [
        'pass',
        '2 of 4 worker nodes with the label feature.node.kubernetes.io/runtime.kata=true: worker-0 and worker-3',
        'worker-1: VMX and kvm_intel missing (NodeFeature openshift-nfd/worker-1)',
        'worker-2: kvm_intel missing (NodeFeature openshift-nfd/worker-2)',
      ],
    );
  });

  test('tells assistants the facts of passed checks after the problems', async () => {
    const head = { cluster: 'demo', server: '', user: '', at: 0 };
    const textOf = async (name: string) =>
      preflightResult(evaluatePreflight(await played(name)), head, allParsers).text;
    const features = await textOf('node-features');
    assert.match(features, /^passed: .*\[node-eligibility\](?:\n .*)*worker-1: VMX and kvm_intel missing/m);
    const full = await textOf('full-nodes');
    assert.match(full, /^warn: .*: No node has free resources .*\[node-capacity\]$(?:\n.*)*^passed: /m);
  });

  test('shows the events command for each pod without a sandbox', () => {
    const { finding } = eligibilityOf(evaluatePreflight(withSandboxes({ a: 'missing', b: 'missing' })));
    assert.match(
      finding.todo ?? '',
      /run `oc describe pod \S+ -n \S+` and `oc describe pod \S+ -n \S+`\. .*of a and b/,
    );
  });

  test('reports the pods that block an uninstall', async () => {
    const { checked } = evaluatePreflight(await played('uninstall-blocked-by-pods'));
    const pods = checked.find(({ check }) => check.id === 'kata-pods');
    assert.ok(pods !== undefined && pods.finding.evidence.length > 0, JSON.stringify(pods));
  });
});

describe('preflight report', () => {
  test('matches the golden file for a simulated cluster before an install', async () => {
    const file = path.join(import.meta.dirname, 'preflightReport.md');
    const markdown = preflightMarkdown(evaluatePreflight(await played('operator-missing')), head);
    if (process.env['OSC_UPDATE_REPORTS'] === '1') writeFileSync(file, markdown);
    assert.equal(markdown, readFileSync(file, 'utf8'));
  });

  test('escapes links, HTML, and line breaks in cluster data', () => {
    const evil =
      '](command:osc.kata.uninstall) <img src=x onerror=alert(1)>\n# Fit\n- [x] www.example.com https://example.com `rm`';
    const finding = {
      verdict: 'fail',
      headline: evil,
      evidence: [evil, '1. a list', '- an item'],
      meaning: evil,
      todo: `Do \`oc get ${evil}\`.`,
    } as const;
    const markdown = preflightMarkdown(evaluatePreflight(situationOf(), [saying('x', finding)]), {
      ...head,
      cluster: evil,
      server: evil,
      user: evil,
    });
    const outside = markdown.replaceAll(/`[^`\n]*`/g, '');
    assert.doesNotMatch(
      outside,
      /\]\(command|<img|https:\/\/example|www\.example|^# Fit|^- \[x\]|^ {2}- 1\.|^ {2}- - /m,
    );
    assert.equal(markdown.split('\n').filter((line) => line.startsWith('#')).length, 2);
  });

  test('reports an unverified server certificate in each format', () => {
    const result = evaluatePreflight(situationOf(), []);
    const words = /The server certificate wasn't verified \(insecure-skip-tls-verify\)/;
    const unverified = { ...head, unverified: true } as const;
    assert.match(preflightMarkdown(result, unverified), words);
    assert.match(preflightText(result, unverified), words);
    assert.equal(createPreflightJson(result, unverified).certificateVerified, false);
    assert.match(preflightResult(result, unverified, allParsers).text, words);
    assert.doesNotMatch(
      [
        preflightMarkdown(result, head),
        preflightText(result, head),
        preflightResult(result, head, allParsers).text,
      ].join('\n'),
      words,
    );
    assert.ok(!('certificateVerified' in createPreflightJson(result, head)));
  });

  test('has the same content as text and JSON, with truncated lines', () => {
    const long = 'x'.repeat(10_000);
    const result = evaluatePreflight(situationOf(), [
      saying('long', {
        verdict: 'warn',
        headline: long,
        evidence: Array.from({ length: 500 }, () => long),
        todo: long,
      }),
    ]);
    const json = createPreflightJson(result, head);
    assert.equal(json.fitness, 'fit');
    assert.equal(json.asOf, '2026-11-22T10:41:00Z');
    assert.deepEqual(Object.keys(json.checks[0] ?? {}), [
      'id',
      'title',
      'area',
      'verdict',
      'headline',
      'evidence',
      'todo',
    ]);
    const text = preflightText(result, head);
    assert.ok(text.length < 60_000, String(text.length));
    assert.match(text, /^warn {5}long: x+…$/m);
    assert.match(text, /^Ready, with 1 warning: long: x+…\. 1 warning\.$/m);
  });

  test('summarizes the number of results per verdict', () => {
    const words = (...some: readonly CheckVerdict[]): string =>
      formatVerdictCounts(
        evaluatePreflight(
          situationOf(),
          some.map((verdict, index) => saying(String(index), { verdict })),
        ),
      );
    assert.equal(
      words('fail', 'warn', 'warn', 'unknown', 'pass', 'none'),
      '1 failed, 2 warnings, 1 unknown, 1 passed.',
    );
    assert.equal(words('info', 'pass', 'pass'), '1 informational, 2 passed.');
  });

  test('headline names the worst finding in every format', () => {
    const headline = (...some: readonly PreflightCheck[]): string =>
      fitnessSentence(evaluatePreflight(situationOf(), some));
    const warn = saying('Pools', { verdict: 'warn', headline: 'Pool infra is paused' });
    const summed = saying(
      'Version',
      { verdict: 'warn', headline: '4.21.3', summary: 'OpenShift 4.21.3 is too old' },
      { area: 'Nodes' },
    );
    const unknown = saying('Labels', { verdict: 'unknown', headline: 'Unknown' });
    const fail = saying('Permissions', { verdict: 'fail', headline: 'Some are missing.' });
    assert.equal(headline(saying('Fine', { verdict: 'pass' })), 'Ready: no failures, warnings, or unknown results.');
    assert.equal(headline(summed, unknown), 'Ready, with 1 warning: OpenShift 4.21.3 is too old.');
    assert.equal(headline(summed, warn), 'Ready, with 2 warnings. First warning: Pools: Pool infra is paused.');
    assert.equal(headline(unknown), 'Ready, with 1 unknown result: Labels: Unknown.');
    assert.equal(headline(unknown, unknown), 'Ready, with 2 unknown results. First unknown result: Labels: Unknown.');
    assert.equal(headline(warn, fail), 'Not ready, with 1 failure: Permissions: Some are missing.');
    assert.equal(headline(fail, fail), 'Not ready, with 2 failures. First failure: Permissions: Some are missing.');
    assert.equal(headline(warn, { ...unknown, decides: true }), 'Inconclusive: Labels: Unknown.');
    const result = evaluatePreflight(situationOf(), [warn]);
    const words = /Ready, with 1 warning: Pools: Pool infra is paused\./;
    for (const text of [
      preflightMarkdown(result, head),
      preflightText(result, head),
      preflightResult(result, head, allParsers).text,
    ])
      assert.match(text, words);
    assert.match(createPreflightJson(result, head).headline, words);
  });

  test('shows the local time of the check', () => {
    const markdown = preflightMarkdown(evaluatePreflight(situationOf({ nodes: [plainWorker('a')] }), []), {
      ...head,
      clock: '10:41',
    });
    assert.match(
      markdown,
      /^Checked at 10:41 \(2026-11-22T10:41:00Z\) on `https:\/\/api\.demo\.example\.com:6443` as kube:admin\./m,
    );
  });
});

test('docs/preflight.md lists exactly the existing preflight checks', () => {
  const page = readFileSync(path.join(root, 'docs/preflight.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([\w-]+)` +\| ([^|]+?) +\|/gm)].map(
    ([, id, title]) => `${id}: ${title?.replaceAll('`', '')}`,
  );
  assert.deepEqual(rows.toSorted(), checks.map(({ id, title }) => `${id}: ${title()}`).toSorted());
});

test('uninstall permission check includes the permissions that an update requires', () => {
  const check = checks.find(({ id }) => id === 'rights-uninstall');
  for (const missing of ['patch installplans', 'create kataconfigs', 'delete kataconfigs']) {
    const allowed = new Map(requiredPermissions.map(({ id }) => [id, id !== missing]));
    assert.equal(check?.judge(situationOf({}, { access: { allowed } })).verdict, 'warn', missing);
  }
});

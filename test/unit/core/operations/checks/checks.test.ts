/** Tests the verdicts of every preflight check. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CheckFinding } from '#core/operations/preflightFindings/check.ts';
import { checks } from '#core/operations/checks/index.ts';
import { annotation, pool, worker } from '#test/support/cluster/clusterObjects.ts';
import { situationOf, unseenSituation } from '#test/support/operations/situations.ts';
import { cases } from './checkCases.ts';

/** Checks that a finding is readable: it has no invalid values, and its explanations end as sentences. */
function isReadable({ headline, evidence, meaning = '', todo = '' }: CheckFinding): void {
  for (const text of [headline, ...evidence, meaning, todo]) assert.doesNotMatch(text, /undefined|\[object|NaN|!$/);
  for (const text of [meaning, todo]) if (text !== '') assert.match(text, /[.!?…`)]$/);
}

test('every preflight check has test cases', () => {
  assert.deepEqual(Object.keys(cases).toSorted(), checks.map(({ id }) => id).toSorted());
});

for (const check of checks) {
  describe(`preflight check ${check.id}`, () => {
    for (const [what, situation, verdict, words] of cases[check.id] ?? []) {
      test(`reports "${verdict}" when ${what}`, () => {
        const finding = check.judge(situation);
        assert.equal(finding.verdict, verdict, JSON.stringify(finding));
        assert.match(finding.headline, words);
        if (verdict === 'fail')
          assert.ok(finding.todo !== undefined || finding.meaning !== undefined, 'what fails has a next step');
        if (verdict === 'fail' || verdict === 'warn') assert.ok(finding.evidence.length > 0, 'something says so');
        isReadable(finding);
      });
    }

    test('reports "unknown" and the missing permissions when nothing can be read', () => {
      const finding = check.judge(unseenSituation());
      assert.equal(finding.verdict, 'unknown', JSON.stringify(finding));
      assert.ok(finding.evidence.length > 0);
      assert.match(finding.evidence.join(' '), /You don't have permission to (?:list|get) /);
      isReadable(finding);
    });
  });
}

test('findings explain disabled catalogs, a CSV without a subscription, and a terminating namespace', () => {
  const of = (id: string, what: string): CheckFinding => {
    const [, situation] = (cases[id] ?? []).find(([name]) => name === what) ?? [];
    const check = checks.find((one) => one.id === id);
    assert.ok(situation !== undefined && check !== undefined);
    return check.judge(situation);
  };
  assert.match(of('catalogue', 'the default catalogs are disabled').evidence.join('\n'), /disableAllDefaultSources/);
  assert.match(
    of('stray-release', 'the CSV has no subscription').todo ?? '',
    /oc delete csv sandboxed-containers-operator\.v1\.12\.0/,
  );
  assert.match(
    of('operator-namespace', 'the namespace is terminating').evidence.join('\n'),
    /NamespaceFinalizersRemaining: peerpods/,
  );
  const unresolved = of('installation', 'OLM finds no matching version');
  assert.match(unresolved.meaning ?? '', /no operators found in package x/);
  assert.match(unresolved.todo ?? '', /oc get packagemanifests/);
  assert.match(of('installation', 'the InstallPlan failed').meaning ?? '', /error creating x/);
  assert.equal(of('installation', 'an update is waiting for approval').release, 'update');
  assert.equal(of('installation', 'the CSV failed').release, undefined);
});

test('the finding about pools shows the reason of each degraded node and the next step of each pool', () => {
  const check = checks.find(({ id }) => id === 'pool-health');
  const degradedNode = (name: string, reason: string) =>
    worker(name, { labels: {}, state: 'Degraded', annotations: annotation('reason', reason) });
  const finding = check?.judge(
    situationOf({
      machineConfigPools: [pool('worker', 'r'), pool('kata-oc', 'r', { paused: true }), pool('master', 'r')],
      nodes: [degradedNode('worker-0', 'disk full'), degradedNode('worker-1', 'no space for the image')],
    }),
  );
  assert.match(finding?.evidence.join(' ') ?? '', /worker-0: disk full\. worker-1: no space for the image\./);
  assert.match(finding?.todo ?? '', /oc describe node worker-0.* resume the pool: `oc patch mcp kata-oc /);
});

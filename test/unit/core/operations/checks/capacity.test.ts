/** Tests the evidence of the checks about capacity. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checks } from '#core/operations/checks/index.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import type { CheckFinding } from '#core/operations/preflightFindings/check.ts';
import { awsPeerPods, capacityCases, largeCluster } from './capacityCases.ts';

function judge(id: string, situation: ObservedCluster): CheckFinding {
  const check = checks.find((one) => one.id === id);
  assert.ok(check !== undefined);
  return check.judge(situation);
}

const caseOf = (id: string, what: string): CheckFinding => {
  const [, situation] = (capacityCases[id] ?? []).find(([name]) => name === what) ?? [];
  assert.ok(situation !== undefined);
  return judge(id, situation);
};

test('the node capacity of 5,000 nodes lists only the nodes with the fewest and the most pods', () => {
  const { verdict, headline, evidence } = judge('node-capacity', largeCluster);
  assert.deepEqual([verdict, headline], ['pass', 'Free memory for 135000 pods on 5000 nodes']);
  assert.deepEqual(evidence, [
    'worker-0: 64 GiB of memory not requested, enough for 27 pods',
    'worker-4999: 64 GiB of memory not requested, enough for 27 pods',
  ]);
});

test('the node capacity names its sources and the overhead of the runtime class on the cluster', () => {
  const { meaning = '', evidence } = caseOf('node-capacity', 'the runtime class has another overhead');
  assert.match(meaning, /needs 2\.16 GiB of memory: 2Gi for the VM at startup \(OSC 1\.5 §2\.1\.1\)/);
  assert.match(meaning, /160 MiB for the overhead of the runtime class\. .* aren't measured\.$/);
  assert.deepEqual(evidence, ['a: 2.34 GiB of memory not requested, enough for 1 pod']);
});

test('a node with free memory and the maximum number of pods shows the number of pods as the reason', () => {
  const { evidence } = caseOf('node-capacity', 'too many pods run');
  assert.deepEqual(evidence, [
    'a: 64 GiB of memory not requested, but the node already has its maximum number of pods',
  ]);
});

test('the support level of GPUs names the only documented GPU', () => {
  const { meaning = '' } = caseOf('gpu', 'a node is labeled');
  assert.match(meaning, /^The OSC 1\.12 documentation lists only NVIDIA H100, not other GPUs\./);
});

test('nodes that report no resources are named', () => {
  const { evidence } = caseOf('node-capacity', 'a node reports no resources');
  assert.deepEqual(evidence.slice(1), ["Nodes that don't report allocatable memory: b"]);
});

test('the capacity for peer pods includes the largest instance type and the command for the quota', () => {
  const { evidence, todo } = judge('peer-pods-capacity', awsPeerPods);
  assert.deepEqual(evidence, [
    'PEERPODS_LIMIT_PER_NODE: 10 (default)',
    'Allocatable kata.peerpods.io/vm: 10 on 1 node',
    'Largest instance type t3.large: 2 vCPUs and 8 GiB. For 20 pod VMs: 40 vCPUs and 160 GiB',
  ]);
  assert.equal(
    todo,
    'To display the quota, run `aws service-quotas list-service-quotas --service-code ec2 --region eu-west-1`.',
  );
});

test('the support level of AWS shows both statements of the documentation', () => {
  const { evidence } = caseOf('support-level', 'the documentation contradicts itself');
  assert.match(
    evidence.join('\n'),
    /contradicts itself for AWS: General Availability \(OSC 1\.12 §1\.2, table 1\.2\), Technology Preview \(OSC 1\.12 §1\)\./,
  );
  assert.ok(evidence.includes('Documented for OSC 1.12 only'));
});

test('FIPS mode with peer pods names the documentation', () => {
  const { meaning = '', evidence } = caseOf('fips', 'peer pods are configured');
  assert.match(meaning, /haven't been tested for FIPS compliance \(OSC 1\.12 §1\.6\)\./);
  assert.deepEqual(evidence, ['MachineConfig 99-worker-fips: spec.fips true', 'Documented for OSC 1.12 only']);
});

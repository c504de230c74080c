import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conformanceFolder, noConformance as skip } from '#scripts/conformance/conformanceCases.ts';
import { runAll } from '#scripts/conformance/regoConformance.ts';

const folder = conformanceFolder();

test('evaluator passes the test cases of the guest engine', { skip }, () => {
  const results = folder === undefined ? [] : [...runAll(folder)];
  const failed = results
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ folder: where, name, detail }) => `${where}: ${name}: ${detail}`);
  assert.deepEqual(failed, []);
  const passed = (start: string): number =>
    results.filter(({ folder: where, outcome }) => where.startsWith(start) && outcome === 'passed').length;
  assert.ok(passed('rego/') >= 500, `only ${passed('rego/')} cases of the interpreter were run`);
  assert.equal(passed('guest-engine v0'), 40);
  assert.equal(passed('guest-engine v1'), 40);
});

test('conformance cases are skipped only for a known reason', { skip }, () => {
  const results = folder === undefined ? [] : [...runAll(folder)];
  const reasons = results.filter(({ outcome }) => outcome === 'skipped').map(({ detail }) => detail);
  assert.ok(reasons.length > 0);
  for (const reason of reasons)
    assert.match(reason, /^(?:regorus skips the test case|the guest (?:has no|sets no) .+)$/);
});

/** Tests what `npm test` prints at the end. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { installCommand, MissingToolError, type InstallCommands } from '#scripts/externalTools/externalTool.ts';
import { hasFailed, isCiRun, reportLines, stageLine, type StageResult } from '#scripts/test/report.ts';
import { slowestOf, sumOf, type TestRun } from '#scripts/test/testRun.ts';

const result = (name: string, more: Partial<StageResult> = {}): StageResult => ({
  name,
  passed: 0,
  failed: 0,
  skipped: 0,
  slowest: [],
  failures: [],
  isSkipped: false,
  missing: [],
  ...more,
});

describe('slowest tests', () => {
  const tests = Array.from({ length: 14 }, (_, index) => ({
    file: `test/unit/${index}.test.ts`,
    title: `t${index}`,
    seconds: index,
  }));

  test('are at most ten tests, slowest first', () => {
    assert.deepEqual(
      slowestOf(tests).map(({ seconds }) => seconds),
      [13, 12, 11, 10, 9, 8, 7, 6, 5, 4],
    );
  });
  test('include tests from all processes of a stage', () => {
    const run = (seconds: number): TestRun => ({
      passed: 1,
      failed: 0,
      skipped: 2,
      slowest: [{ file: 'a', title: 'b', seconds }],
      failures: [],
    });
    const sum = sumOf([run(1), run(2)]);
    assert.deepEqual(
      { ...sum, slowest: sum.slowest.map(({ seconds }) => seconds) },
      { passed: 2, failed: 0, skipped: 4, slowest: [2, 1], failures: [] },
    );
  });
  test('are printed with their seconds, stage, file, and title', () => {
    const lsp = result('lsp', {
      passed: 2,
      slowest: [{ file: 'test/lsp/a.test.ts', title: 'group > opens', seconds: 12.3456 }],
    });
    const unit = result('unit', { passed: 14, slowest: tests });
    assert.deepEqual(reportLines([unit, lsp], false).slice(0, 6), [
      '',
      'Slowest tests:',
      '  13.00 s  unit  test/unit/13.test.ts  t13',
      '  12.35 s  lsp   test/lsp/a.test.ts  group > opens',
      '  12.00 s  unit  test/unit/12.test.ts  t12',
      '  11.00 s  unit  test/unit/11.test.ts  t11',
    ]);
    assert.equal(reportLines([unit, lsp], false).filter((line) => / s {2}/.test(line)).length, 10);
  });
});

describe('end of a run', () => {
  const installCommands: InstallCommands = {
    debian: 'get tool',
    ubuntu: 'get tool',
    fedora: 'get tool',
    macos: 'get tool',
    other: 'get tool',
  };
  const tool = { title: 'tool 1.2', neededFor: 'the comparison', installCommands };

  test('prints only the counts on the last line', () => {
    assert.deepEqual(reportLines([result('lint', { passed: 5 }), result('unit', { passed: 7 })], false), [
      '',
      '12 passed, 0 failed',
    ]);
    assert.equal(
      reportLines([result('unit', { passed: 7, failed: 1, skipped: 2 })], false).at(-1),
      '7 passed, 1 failed, 2 skipped',
    );
    assert.deepEqual(reportLines([], false), ['', '0 passed, 0 failed']);
  });
  test('names a missing tool once with its installation command', () => {
    const missing = [new MissingToolError(tool)];
    const lines = reportLines(
      [result('unit', { skipped: 1, missing }), result('contract', { skipped: 2, missing })],
      false,
    );
    assert.deepEqual(lines, [
      '',
      `Skipped: the comparison needs tool 1.2. Install it: ${installCommand(tool)}`,
      '',
      '0 passed, 0 failed, 3 skipped',
    ]);
  });
  test("explains why a tool couldn't be installed", () => {
    const lines = reportLines(
      [result('contract', { missing: [new MissingToolError(tool, "the network isn't reachable")] })],
      false,
    );
    assert.deepEqual(lines.slice(1, 3), [
      'Skipped: the comparison needs tool 1.2. Install it: get tool',
      "  Installing it failed: the network isn't reachable.",
    ]);
  });
  test('lists failed tests with their errors', () => {
    const failures = [
      { file: 'a.test.ts', title: 'group > opens', error: 'not open\n\n1 !== 2' },
      { title: 'no tests' },
    ];
    const many = Array.from({ length: 25 }, (_, index) => ({ title: `t${index}` }));
    assert.deepEqual(reportLines([result('lsp', { failed: 2, failures })], true).slice(1, -3), [
      'Failed tests:',
      '  lsp  a.test.ts  group > opens',
      '    not open',
      '    1 !== 2',
      '  lsp  no tests',
    ]);
    const lines = reportLines([result('unit', { failed: 25, failures: many })], true);
    assert.deepEqual(lines.slice(20, 23), ['  unit  t18', '  unit  t19', '  ... and 5 more']);
  });
  test('names the stages that failed', () => {
    const lines = reportLines(
      [result('unit', { failed: 1 }), result('cli', { passed: 1 }), result('lsp', { failed: 2 })],
      false,
    );
    assert.equal(lines[1], 'Failed: unit, lsp. To run only one stage: npm test -- unit');
  });
});

describe('skipped stage', () => {
  const skipped = result('workbench', { skipped: 33, isSkipped: true });

  test('counts its files as skipped tests', () => {
    assert.equal(stageLine(skipped, 1.23), '== workbench: skipped (33 test files) (1.2 s)');
    assert.equal(reportLines([result('unit', { passed: 1 }), skipped], false).at(-1), '1 passed, 0 failed, 33 skipped');
  });
  test('fails a run only in CI', () => {
    assert.equal(hasFailed([skipped], false), false);
    assert.equal(hasFailed([skipped], true), true);
    assert.equal(hasFailed([result('contract', { passed: 1, skipped: 4 })], true), false);
    assert.ok(
      reportLines([skipped], true).includes(
        'The skipped stage workbench fails this run because the variable CI is set.',
      ),
    );
  });
  test('fails a run if the variable CI is set to a true value', () => {
    assert.deepEqual(
      [{ CI: 'true' }, { CI: '1' }, { CI: 'woodpecker' }, {}, { CI: '' }, { CI: 'false' }, { CI: '0' }].map((env) =>
        isCiRun(env),
      ),
      [true, true, true, false, false, false, false],
    );
  });
});

test('the line of a stage contains its counts and its time', () => {
  assert.equal(stageLine(result('unit', { passed: 3, failed: 1 }), 61), '== unit: 3 passed, 1 failed (61.0 s)');
  assert.equal(
    stageLine(result('contract', { passed: 3, skipped: 2 }), 0),
    '== contract: 3 passed, 0 failed, 2 skipped (0.0 s)',
  );
});

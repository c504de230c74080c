/** npm test: what it counts, and what it prints at the end. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { installCommand, MissingToolError, type InstallCommands } from '../../../scripts/lib/externalTool.ts';
import { hasFailed, isCiRun, reportLines, stageLine, type StageResult } from '../../../scripts/test/report.ts';
import { parseRun, slowestOf, type TestRun } from '../../../scripts/test/reporter.ts';
import { sumOf } from '../../../scripts/test/runTests.ts';
import { byText } from '../../support/byText.ts';

const projectRoot = path.resolve(import.meta.dirname, '../../..');

/** Runs these test files with the reporter and returns what it has written. */
function report(files: Readonly<Record<string, string>>, ...options: readonly string[]): TestRun {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-report-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const reporter = path.join(projectRoot, 'scripts/test/reporter.ts');
    const reporters = [`--test-reporter=${reporter}`, `--test-reporter-destination=${path.join(folder, 'report.json')}`];
    // Node marks the processes of a test, and a test runner with the mark runs nothing.
    const { NODE_TEST_CONTEXT: _mark, ...env } = process.env;
    const tests = Object.keys(files).filter((name) => name.endsWith('.test.mjs'));
    spawnSync(process.execPath, ['--test', ...options, ...reporters, ...tests], { cwd: folder, env });
    return parseRun(readFileSync(path.join(folder, 'report.json'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const result = (name: string, more: Partial<StageResult> = {}): StageResult => ({
  name,
  passed: 0,
  failed: 0,
  skipped: 0,
  slowest: [],
  isSkipped: false,
  missing: [],
  ...more,
});

describe('reporter', () => {
  const files = {
    'helper.mjs': "import { test } from 'node:test';\nexport const check = (name) => test(name, () => {});",
    'a.test.mjs': `import { describe, test } from 'node:test';
      import { check } from './helper.mjs';
      describe('group', () => {
        check('by a helper');
        test('fails', () => { throw new Error('x'); });
        test('has parts', async (t) => { await t.test('part', () => {}); });
        test('is skipped', { skip: 'why' }, () => {});
      });
      describe('skipped group', { skip: true }, () => { test('one', () => {}); test('two', () => {}); });
      test.todo('later');`,
    'b.test.mjs': "import { test } from 'node:test';\ntest('alone', () => {});",
  };
  const counts = { passed: 4, failed: 1, skipped: 3 };
  // Without the test that is made of parts, and without the skipped ones.
  const timed = ['a.test.mjs: group > by a helper', 'a.test.mjs: group > fails', 'a.test.mjs: group > has parts > part', 'b.test.mjs: alone'];
  const titles = ({ slowest }: TestRun) => slowest.map(({ file, title }) => `${file}: ${title}`).toSorted(byText);

  test('counts tests and records their file and title if each file has its own process', () => {
    const run = report(files, '--test-concurrency=1');
    assert.deepEqual({ passed: run.passed, failed: run.failed, skipped: run.skipped }, counts);
    assert.deepEqual(titles(run), timed);
  });
  test('does the same if files share a process', () => {
    const run = report(files, '--test-isolation=none');
    assert.deepEqual({ passed: run.passed, failed: run.failed, skipped: run.skipped }, counts);
    assert.deepEqual(titles(run), timed);
  });
  test('counts a file that ends without a test as failed', () => {
    assert.equal(report({ 'a.test.mjs': 'process.exit(3);' }).failed, 1);
  });
  test('reports a failure if its output is incomplete', () => {
    assert.equal(parseRun('').failed, 1);
    assert.equal(parseRun('{"passed":3').failed, 1);
    assert.equal(parseRun('{"passed":3}').failed, 1);
  });
});

describe('slowest tests', () => {
  const tests = Array.from({ length: 14 }, (_, index) => ({ file: `test/unit/${index}.test.ts`, title: `t${index}`, seconds: index }));

  test('are at most ten, the slowest first', () => {
    assert.deepEqual(
      slowestOf(tests).map(({ seconds }) => seconds),
      [13, 12, 11, 10, 9, 8, 7, 6, 5, 4],
    );
  });
  test('are those of all processes of a stage', () => {
    const run = (seconds: number): TestRun => ({ passed: 1, failed: 0, skipped: 2, slowest: [{ file: 'a', title: 'b', seconds }] });
    const sum = sumOf([run(1), run(2)]);
    assert.deepEqual({ ...sum, slowest: sum.slowest.map(({ seconds }) => seconds) }, { passed: 2, failed: 0, skipped: 4, slowest: [2, 1] });
  });
  test('are printed with seconds, stage, file and title, over all stages', () => {
    const lsp = result('lsp', { passed: 2, slowest: [{ file: 'test/lsp/a.test.ts', title: 'group > opens', seconds: 12.3456 }] });
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
  const installCommands: InstallCommands = { debian: 'get tool', ubuntu: 'get tool', fedora: 'get tool', macos: 'get tool', other: 'get tool' };
  const tool = { title: 'tool 1.2', neededFor: 'the comparison', installCommands };

  test('has the counts alone on the last line', () => {
    assert.deepEqual(reportLines([result('lint', { passed: 5 }), result('unit', { passed: 7 })], false), ['', '12 passed, 0 failed']);
    assert.equal(reportLines([result('unit', { passed: 7, failed: 1, skipped: 2 })], false).at(-1), '7 passed, 1 failed, 2 skipped');
    assert.deepEqual(reportLines([], false), ['', '0 passed, 0 failed']);
  });
  test('names a missing tool once, with the command that installs it', () => {
    const missing = [new MissingToolError(tool)];
    const lines = reportLines([result('unit', { skipped: 1, missing }), result('contract', { skipped: 2, missing })], false);
    assert.deepEqual(lines, ['', `Skipped: the comparison needs tool 1.2. Install it: ${installCommand(tool)}`, '', '0 passed, 0 failed, 3 skipped']);
  });
  test("explains why a tool couldn't be installed", () => {
    const lines = reportLines([result('contract', { missing: [new MissingToolError(tool, "the network isn't reachable")] })], false);
    assert.deepEqual(lines.slice(1, 3), [
      'Skipped: the comparison needs tool 1.2. Install it: get tool',
      "  Installing it failed: the network isn't reachable.",
    ]);
  });
  test('names the stages that failed', () => {
    const lines = reportLines([result('unit', { failed: 1 }), result('cli', { passed: 1 }), result('lsp', { failed: 2 })], false);
    assert.equal(lines[1], 'Failed: unit, lsp. To run only one stage: npm test -- unit');
  });
});

describe('skipped stage', () => {
  const skipped = result('workbench', { skipped: 33, isSkipped: true });

  test('counts its files as skipped tests, never as passed', () => {
    assert.equal(stageLine(skipped, 1.23), '== workbench: skipped (33 test files) (1.2 s)');
    assert.equal(reportLines([result('unit', { passed: 1 }), skipped], false).at(-1), '1 passed, 0 failed, 33 skipped');
  });
  test('fails a run in CI only', () => {
    assert.equal(hasFailed([skipped], false), false);
    assert.equal(hasFailed([skipped], true), true);
    assert.equal(hasFailed([result('contract', { passed: 1, skipped: 4 })], true), false);
    assert.ok(reportLines([skipped], true).includes('The skipped stage workbench fails this run because the variable CI is set.'));
  });
  test('is in CI if the variable CI has a value that means yes', () => {
    assert.deepEqual(
      [{ CI: 'true' }, { CI: '1' }, { CI: 'woodpecker' }, {}, { CI: '' }, { CI: 'false' }, { CI: '0' }].map((env) => isCiRun(env)),
      [true, true, true, false, false, false, false],
    );
  });
});

test('the line of a stage has its counts and its time', () => {
  assert.equal(stageLine(result('unit', { passed: 3, failed: 1 }), 61), '== unit: 3 passed, 1 failed (61.0 s)');
  assert.equal(stageLine(result('contract', { passed: 3, skipped: 2 }), 0), '== contract: 3 passed, 0 failed, 2 skipped (0.0 s)');
});

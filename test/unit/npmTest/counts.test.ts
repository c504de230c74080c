/** Tests that npm test counts all results and detects failures that Node's test runner doesn't report. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { OpenResources } from '#scripts/test/openResources.ts';
import { onlyTests } from '#scripts/test/onlyTests.ts';
import { runTestProcess } from '#scripts/test/testProcess.ts';
import { parseReport, type TestRun } from '#scripts/test/testRun.ts';
import { byText } from '#test/support/repository/compareText.ts';

type Files = Readonly<Record<string, string>>;

const shared = { options: ['--test-isolation=none'], silenceLimit: 60_000 };
const apart = { options: ['--test-concurrency=1'] };
const ways = [
  ['with files that share a process', shared],
  ['with a process per file', apart],
] as const;
const imports = "import { after, before, describe, test } from 'node:test';\n";

interface Played {
  readonly counts: string;
  readonly output: string;
  readonly run: TestRun;
}

/** Runs these test files and returns their counts and output. */
async function play(files: Files, options: Parameters<typeof runTestProcess>[1]): Promise<Played> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-counts-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const output: string[] = [];
    const tests = Object.keys(files).filter((name) => name.endsWith('.test.mjs'));
    const run = await runTestProcess(tests, { ...options, folder, say: (text) => output.push(text) });
    return {
      counts: `${run.passed} passed, ${run.failed} failed, ${run.skipped} skipped`,
      output: output.join('\n'),
      run,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const good = `${imports}test('passes', () => {});`;

for (const [way, options] of ways) {
  describe(`npm test ${way}`, () => {
    test('counts tests and records their file and title', async () => {
      const files = {
        'helper.mjs': "import { test } from 'node:test';\nexport const check = (name) => test(name, () => {});",
        'a.test.mjs': `${imports}import { check } from './helper.mjs';
          describe('group', () => {
            check('by a helper');
            test('fails', () => { throw new Error('x'); });
            test('has parts', async (t) => { await t.test('part', () => {}); });
            test('is skipped', { skip: 'why' }, () => {});
          });
          describe('skipped group', { skip: true }, () => { test('one', () => {}); test('two', () => {}); });
          test.todo('later');`,
        'b.test.mjs': good,
      };
      const { counts, run } = await play(files, options);
      assert.equal(counts, '4 passed, 1 failed, 3 skipped');
      assert.deepEqual(run.failures, [{ file: 'a.test.mjs', title: 'group > fails', error: 'x' }]);
      // Without the test that has subtests, and without the skipped ones.
      assert.deepEqual(run.slowest.map(({ file, title }) => `${file}: ${title}`).toSorted(byText), [
        'a.test.mjs: group > by a helper',
        'a.test.mjs: group > fails',
        'a.test.mjs: group > has parts > part',
        'b.test.mjs: passes',
      ]);
    });
    test('fails if a test with "todo" or a skipped test fails', async () => {
      const text = `${imports}test('to do', { todo: true }, () => { throw new Error('x'); });
        test('skips itself', (t) => { t.skip(); throw new Error('y'); });`;
      assert.equal((await play({ 'a.test.mjs': text }, options)).counts, '0 passed, 2 failed, 0 skipped');
    });
    test('counts each failed hook, and the tests that the hook prevents', async () => {
      const text = `${imports}after(() => { throw new Error('of the file'); });
        describe('group', () => { before(() => { throw new Error('of the group'); }); test('one', () => {}); });
        describe('other group', () => { after(() => { throw new Error('at its end'); }); test('two', () => {}); });`;
      assert.equal((await play({ 'a.test.mjs': text }, options)).counts, '1 passed, 4 failed, 0 skipped');
    });
    test('fails if a file throws an error after it defines a test', async () => {
      const { counts, output } = await play(
        { 'a.test.mjs': `${good}\nthrow new Error('while it is loaded');`, 'b.test.mjs': good },
        options,
      );
      assert.equal(counts, '2 passed, 1 failed, 0 skipped');
      assert.match(output, /while it is loaded/);
    });
    test('fails if a file has no tests', async () => {
      const { counts, output } = await play({ 'a.test.mjs': '', 'b.test.mjs': good, 'c.test.mjs': imports }, options);
      assert.equal(counts, '1 passed, 2 failed, 0 skipped');
      assert.match(output, /^a\.test\.mjs ran no tests\.$/m);
      assert.match(output, /^c\.test\.mjs ran no tests\.$/m);
    });
    test('fails if the process exits before its last test, and names the test', async () => {
      const text = `${imports}describe('group', () => { test('exits', async () => { await null; process.exit(0); }); });
        test('never runs', () => {});`;
      const { counts, output } = await play({ 'a.test.mjs': text }, options);
      assert.equal(counts, '0 passed, 1 failed, 0 skipped');
      assert.match(
        output,
        /The process exited before all tests ended\. The last test that started: "group > exits" in a\.test\.mjs/,
      );
    });
    test('fails if a resource stays open, and names the test that opened it', async () => {
      const text = `${imports}test('first', () => {}); test('waits', () => { setInterval(() => {}, 1000); }); test('last', () => {});`;
      const { counts, output } = await play({ 'a.test.mjs': text }, { ...options, timeToEnd: 200 });
      assert.equal(counts, '3 passed, 1 failed, 0 skipped');
      assert.match(output, /Timeout \(since "waits" in a\.test\.mjs\)/);
    });
  });
}

describe('npm test with files that share a process', () => {
  test('stops a test that never returns, and names it and the files without results', async () => {
    const files = {
      'a.test.mjs': `${imports}test('passes', async () => {});`,
      'b.test.mjs': `${imports}test('never returns', () => { for (;;); });`,
      'c.test.mjs': good,
    };
    const { counts, output } = await play(files, { ...shared, silenceLimit: 3000 });
    assert.equal(counts, '0 passed, 1 failed, 0 skipped');
    assert.match(output, /"never returns" in b\.test\.mjs/);
    assert.match(output, /No results from these files: .*b\.test\.mjs, c\.test\.mjs/);
  });
});

describe('npm test with files that change their process', () => {
  const changes = [
    "process.chdir('..');",
    "process.env['OSC_TEST_CHANGED'] = 'x';",
    'Date.now = () => 0;',
    'globalThis.fetch = () => {};',
  ];
  const names = ['the working directory', 'process.env.OSC_TEST_CHANGED', 'Date.now', 'fetch'];

  test('fails the first test of the next file, and names both files and the change', async () => {
    for (const [index, change] of changes.entries()) {
      const { counts, output } = await play(
        { 'a.test.mjs': `${imports}test('changes', () => { ${change} });`, 'b.test.mjs': good, 'c.test.mjs': good },
        shared,
      );
      assert.equal(counts, '2 passed, 1 failed, 0 skipped', output);
      assert.ok(
        output.includes(`a.test.mjs changed the process before the first test of b.test.mjs: ${names[index] ?? ''}`),
        output,
      );
    }
  });
  test('passes if a file restores its changes or has its own process', async () => {
    const restores = `${imports}test('restores', () => { const { now } = Date; Date.now = () => 0; Date.now = now; });`;
    assert.equal(
      (await play({ 'a.test.mjs': restores, 'b.test.mjs': good }, shared)).counts,
      '2 passed, 0 failed, 0 skipped',
    );
    const changed = `${imports}test('changes', () => { ${changes.slice(0, 3).join(' ')} });`;
    assert.equal(
      (await play({ 'a.test.mjs': changed, 'b.test.mjs': good }, apart)).counts,
      '2 passed, 0 failed, 0 skipped',
    );
  });
});

describe('tests with "only"', () => {
  const found = (text: string): readonly string[] => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-only-'));
    try {
      mkdirSync(path.join(folder, 'test'));
      writeFileSync(path.join(folder, 'test/a.test.ts'), text);
      return onlyTests(folder, ['test/a.test.ts']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  test('are reported with their line', () => {
    // The words are variables, because the check also reads this file.
    const [option, method] = ['only', 'runOnly'];
    const lines = [
      `test.${option}('x', () => {});`,
      `  describe.${option}('x', () => {});`,
      `test('x', { ${option}: true }, () => {});`,
      `  t.${method}(true);`,
    ];
    for (const line of lines) assert.match(found(`\n\n${line}\n`)[0] ?? '', /^test\/a\.test\.ts:3 /, line);
  });
  test("aren't confused with other uses of the word", () => {
    assert.deepEqual(found("test('reads only: its own file', () => {});\nconst x = options.only(1);\n"), []);
  });
});

describe('open resources', () => {
  const recorded = (...steps: readonly (readonly string[])[]): readonly string[] => {
    let open: readonly string[] = ['PipeWrap'];
    const resources = new OpenResources(() => open);
    for (const [index, step] of steps.entries()) {
      open = ['PipeWrap', ...step];
      resources.record(`test ${index}`);
    }
    return resources.describe();
  };

  test('are reported if a test opened them', () => {
    assert.deepEqual(recorded([], []), []);
    assert.deepEqual(recorded(['Timeout']), ['Timeout (since test 0)']);
  });
  test('belong to the tests that increased their number', () => {
    assert.deepEqual(recorded(['Timeout'], [], ['Timeout'], ['Timeout'], ['Timeout', 'Timeout']), [
      'Timeout (since test 2, test 4)',
    ]);
    assert.deepEqual(recorded(['Timeout', 'Timeout'], ['Timeout'], ['Timeout', 'TCPServerWrap']), [
      'Timeout (since test 0)',
      'TCPServerWrap (since test 2)',
    ]);
  });
  test('include additional resources of a kind that was already open', () => {
    assert.deepEqual(recorded(['PipeWrap'], []), []);
    assert.deepEqual(recorded([], ['PipeWrap']), ['PipeWrap (since test 1)']);
  });
});

describe('report of a test process', () => {
  test('is incomplete without its last line', () => {
    assert.equal(parseReport('').isComplete, false);
    assert.equal(parseReport('{"result":"passed","file":"a","title":"b"}\n{"result":"pas').isComplete, false);
    assert.equal(parseReport('{"isComplete":true}\n').isComplete, true);
  });
  test('ignores invalid lines', () => {
    const { passed, failed, skipped } = parseReport(
      '{"result":"passed","file":"a","title":"b"}\nnull\n{"result":"won","file":"a","title":"b"}\n{"result":"fai',
    );
    assert.deepEqual({ passed, failed, skipped }, { passed: 1, failed: 0, skipped: 0 });
  });
});

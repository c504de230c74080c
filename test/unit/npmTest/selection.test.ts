/** Tests which stages and test files a command line of `npm test` selects. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { helpText, parseTestArguments, type RunArguments } from '#scripts/test/arguments.ts';
import { deal } from '#scripts/test/runTests.ts';
import { candidateStages, filterLine, selectTests, type StageFiles } from '#scripts/test/selection.ts';
import { stages as realStages } from '#scripts/test/stages.ts';

const stage = (name: string, files: readonly string[], more: Partial<StageFiles> = {}): StageFiles => ({
  name,
  folders: files.length > 0 ? [`test/${name}`] : [],
  needsBundles: false,
  runsOnChange: false,
  files,
  ...more,
});

const stages: readonly StageFiles[] = [
  stage('lint', []),
  stage('build', []),
  stage(
    'unit',
    ['test/unit/server/policy/table.test.ts', 'test/unit/core/text.test.ts', 'test/rules/examples.test.ts'],
    {
      folders: ['test/unit', 'test/rules'],
      runsOnChange: true,
    },
  ),
  stage('lsp', ['test/lsp/policy.test.ts', 'test/lsp/robustness.test.ts'], { needsBundles: true, runsOnChange: true }),
  stage(
    'workbench',
    [
      'test/workbench/troubleshooting/collect.test.ts',
      'test/workbench/editor/policy.test.ts',
      'test/workbench/troubleshooting/mustGather.test.ts',
    ],
    { needsBundles: true },
  ),
];

function parsed(...words: readonly string[]): RunArguments {
  const found = parseTestArguments(
    words,
    stages.map(({ name }) => name),
  );
  assert.ok(found.action === 'run', JSON.stringify(found));
  return found;
}

/** Returns the selected stages with their files, or the message. */
function select(
  words: readonly string[],
  affected?: readonly string[],
): Readonly<Record<string, readonly string[]>> | string {
  const selection = selectTests(parsed(...words), stages, affected === undefined ? undefined : new Set(affected));
  return selection.ok
    ? Object.fromEntries(selection.stages.map(({ name, files }) => [name, files]))
    : selection.message;
}

const filesOf = (name: string) => stages.find((one) => one.name === name)?.files ?? [];

describe('npm test without a filter', () => {
  test('runs all stages with all files if no stage is named', () => {
    assert.deepEqual(select([]), Object.fromEntries(stages.map(({ name, files }) => [name, files])));
  });
  test('runs only the named stages, in the order of the stages', () => {
    assert.deepEqual(Object.entries(select(['unit', 'lint'])), [
      ['lint', []],
      ['unit', filesOf('unit')],
    ]);
  });
  test('builds first if a named stage tests the bundles', () => {
    assert.deepEqual(Object.keys(select(['lsp', 'unit'])), ['build', 'unit', 'lsp']);
  });
});

describe('npm test with filters', () => {
  test('runs only the workbench files whose name contains the filter', () => {
    assert.deepEqual(select(['workbench', 'collect']), {
      build: [],
      workbench: ['test/workbench/troubleshooting/collect.test.ts'],
    });
  });
  test('applies the filter to each named stage', () => {
    assert.deepEqual(select(['unit', 'lsp', 'policy']), {
      build: [],
      unit: ['test/unit/server/policy/table.test.ts'],
      lsp: ['test/lsp/policy.test.ts'],
    });
  });
  test('searches all stages with test files if no stage is named', () => {
    assert.deepEqual(Object.keys(select(['policy'])), ['build', 'unit', 'lsp', 'workbench']);
  });
  test('omits stages without a matching file, and the build if no stage needs it', () => {
    assert.deepEqual(select(['text']), { unit: ['test/unit/core/text.test.ts'] });
  });
  test('runs the files that match any of several filters', () => {
    assert.deepEqual(select(['unit', 'core', 'examples']), {
      unit: ['test/unit/core/text.test.ts', 'test/rules/examples.test.ts'],
    });
  });
  test('ignores case', () => {
    assert.deepEqual(select(['MUSTgather']), {
      build: [],
      workbench: ['test/workbench/troubleshooting/mustGather.test.ts'],
    });
  });
  test("doesn't compare a filter with the folder of the stage", () => {
    assert.equal(select(['unit', 'unit/']), 'No test file of stage unit has "unit/" in its path.');
  });
  test('accepts the full path of a test file', () => {
    assert.deepEqual(select(['./test/unit/core/text.test.ts']), { unit: ['test/unit/core/text.test.ts'] });
    assert.deepEqual(select(['unit', 'test\\rules\\examples.test.ts']), { unit: ['test/rules/examples.test.ts'] });
  });
  test('runs a named stage even if it has no test files', () => {
    assert.deepEqual(Object.keys(select(['lint', 'unit', 'text'])), ['lint', 'unit']);
  });
});

describe('npm test with a filter that matches nothing', () => {
  test('names the filter and the stages', () => {
    assert.equal(
      select(['unit', 'lsp', 'policy', 'nosuch']),
      'No test file of stages unit, lsp has "nosuch" in its path.',
    );
  });
  test('rejects a file of another stage', () => {
    assert.equal(select(['lsp', 'collect']), 'No test file of stage lsp has "collect" in its path.');
  });
  test('reports that a word is neither a stage nor part of a path', () => {
    assert.equal(
      select(['untt']),
      'No stage is named "untt", and no test file has it in its path. To list the stages, run npm test -- --help.',
    );
  });
  test('rejects an empty filter', () => {
    const read = parseTestArguments(['unit', ''], ['unit']);
    assert.equal(
      read.action === 'fail' ? read.message : '',
      'Empty filter. For a description of filters, run npm test -- --help.',
    );
  });
  test('rejects a filter for stages without test files', () => {
    assert.equal(select(['build', 'collect']), 'No test file of stage build has "collect" in its path.');
  });
  test('rejects the filter even if no test is affected by a change', () => {
    assert.equal(typeof select(['--changed', 'nosuch'], []), 'string');
  });
});

describe('npm test with a filter', () => {
  test('reports the number of remaining files per stage', () => {
    const stages = [
      { name: 'build', files: [] },
      { name: 'lsp', files: ['a', 'b'] },
      { name: 'workbench', files: ['c'] },
    ];
    assert.equal(filterLine(['x', 'y'], stages), 'Test files with "x" or "y" in their path: 2 in lsp, 1 in workbench.');
    assert.equal(filterLine(['x'], []), 'Test files with "x" in their path: none.');
  });
});

describe('npm test --changed', () => {
  const affected = ['test/unit/core/text.test.ts', 'test/lsp/policy.test.ts', 'test/workbench/editor/policy.test.ts'];
  test('runs the affected files of the stages that are quick to run', () => {
    const request = parsed('--changed');
    assert.deepEqual(
      candidateStages(request, stages).map(({ name }) => name),
      ['unit', 'lsp'],
    );
    assert.deepEqual(select(['--changed'], affected), {
      build: [],
      unit: ['test/unit/core/text.test.ts'],
      lsp: ['test/lsp/policy.test.ts'],
    });
  });
  test('runs the affected files of the named stages', () => {
    assert.deepEqual(select(['--changed', 'workbench'], affected), {
      build: [],
      workbench: ['test/workbench/editor/policy.test.ts'],
    });
  });
  test('runs only the affected files that match the filter', () => {
    assert.deepEqual(select(['--changed', 'policy'], affected), { build: [], lsp: ['test/lsp/policy.test.ts'] });
  });
  test('runs nothing if no test is affected', () => {
    assert.deepEqual(select(['--changed'], []), {});
  });
});

describe('command line of npm test', () => {
  const names = realStages.map(({ name }) => name);
  const messageOf = (...words: readonly string[]) => {
    const found = parseTestArguments(words, names);
    return found.action === 'fail' ? found.message : found.action;
  };
  test('parses the name of a stage as a stage and every other word as a filter', () => {
    assert.deepEqual(parsed('unit', 'collect', 'lsp'), {
      action: 'run',
      stages: ['unit', 'lsp'],
      filters: ['collect'],
      isChangedOnly: false,
    });
    assert.deepEqual(parsed('collect', 'collect'), {
      action: 'run',
      stages: [],
      filters: ['collect'],
      isChangedOnly: false,
    });
  });
  test('rejects an unknown option', () => {
    assert.equal(messageOf('unit', '--watch'), 'Unknown option --watch. To list the options, run npm test -- --help.');
    assert.equal(messageOf('-x'), 'Unknown option -x. To list the options, run npm test -- --help.');
  });
  test('rejects a value for an option', () => {
    assert.equal(messageOf('--changed=main'), "Option --changed doesn't take a value.");
  });
  test('shows help for --help and -h', () => {
    assert.equal(messageOf('unit', '--help'), 'help');
    assert.equal(messageOf('-h'), 'help');
  });
  test('lists every stage with its title in the help text', () => {
    const help = helpText(realStages);
    for (const { name, title } of realStages) assert.match(help, new RegExp(`^  ${name} +${title}$`, 'm'));
    assert.match(help, /npm test -- workbench collect/);
    assert.match(help, /--changed/);
  });
});

test('shares contain each file once, in proportion to their weights, and are never empty', () => {
  const sizes = new Map(Array.from({ length: 30 }, (_, index) => [`${index}.test.ts`, 100 + index]));
  const shares = deal(sizes, [3, 2, 1]);
  assert.deepEqual(shares.flat().toSorted(), [...sizes.keys()].toSorted());
  const total = (files: readonly string[]) => files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  const [large = 0, middle = 0, small = 0] = shares.map(total);
  assert.ok(large / middle > 1.3 && large / middle < 1.7, `${large} to ${middle}`);
  assert.ok(middle / small > 1.7 && middle / small < 2.3, `${middle} to ${small}`);
  assert.deepEqual(deal(new Map([['one.test.ts', 5]]), [1, 1]), [['one.test.ts']]);
});

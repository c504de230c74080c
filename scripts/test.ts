/**
 * npm test: everything that must hold, in the order in which a mistake is cheapest to learn of.
 * npm test -- unit lsp: only these stages. Ends with a line `N passed, N failed`.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { glob } from 'tinyglobby';
import { bringKubectl } from './lib/kubectl.ts';
import { bringPrometheus } from './lib/prometheus.ts';
import { bringShellcheck } from './lib/shellcheck.ts';
import { root, runStatus, tool } from './lib/run.ts';
import { SetupError } from './lib/vscodeInstall.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Stage {
  readonly name: string;
  /** What it is for, shown above its output. */
  readonly title: string;
  readonly run: () => Promise<Counts>;
}

const stages: readonly Stage[] = [
  { name: 'lint', title: 'Formatting, lint, types, generated files', run: lint },
  { name: 'build', title: 'Bundles within their budgets', run: () => check('node', ['esbuild.mjs']) },
  { name: 'unit', title: 'Unit tests and rule examples', run: () => inProcesses(2, ['test/unit/**/*.test.ts', 'test/rules/**/*.test.ts']) },
  { name: 'contract', title: 'The API of the simulator, as a real one has it; kubectl', run: contract },
  { name: 'cli', title: 'The command line', run: () => tests(['test/cli/**/*.test.ts']) },
  { name: 'lsp', title: 'The language server over stdio', run: () => tests(['test/lsp/**/*.test.ts']) },
  { name: 'fuzz', title: 'Mutated documents and hostile input', run: () => tests(['test/fuzz/**/*.test.ts']) },
  { name: 'workbench', title: 'A real VS Code in a real browser', run: () => tests(['test/workbench/**/*.test.ts']) },
];

/** The most that a test may take, in milliseconds, as the longest suites say themselves: one that waits for ever is named in what is printed. */
const longest = 900_000;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. Stages: ${stages.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

// What is played against the bundles must be played against those of this source.
const needsBundles = ['cli', 'lsp', 'fuzz', 'workbench'];
if (asked.length > 0 && !asked.includes('build') && asked.some((name) => needsBundles.includes(name))) asked.push('build');

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failed: string[] = [];
for (const { name, title, run: runStage } of stages) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n== ${name}: ${title}`);
  const before = performance.now();
  const counts = await runStage();
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  if (counts.failed > 0) failed.push(name);
  console.log(`== ${name}: ${counts.passed} passed, ${counts.failed} failed (${((performance.now() - before) / 1000).toFixed(1)} s)`);
}
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}. Run one alone with npm test -- ${failed[0]}`);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function lint(): Promise<Counts> {
  const checks = [
    [tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
    [tool('oxlint/bin/oxlint'), '--type-aware', '--max-warnings', '0'],
    [tool('typescript/bin/tsc'), '-p', '.'],
    [tool('typescript/bin/tsc'), '-p', 'client/src/webview/pages'],
    ['scripts/generate/index.ts', '--check'],
  ];
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const args of checks) {
    const { passed, failed: wrong } = await check('node', args);
    counts.passed += passed;
    counts.failed += wrong;
  }
  return counts;
}

/** Without kubectl, shellcheck or Prometheus what needs them is left out, and says so; all else of the contract needs none. */
async function contract(): Promise<Counts> {
  for (const [name, bring] of [['KUBECTL', bringKubectl] as const, ['SHELLCHECK', bringShellcheck] as const, ['PROMETHEUS', bringPrometheus] as const]) {
    try {
      process.env[name] = await bring(console.log);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      console.log(error.message);
    }
  }
  return tests(['test/contract/**/*.test.ts']);
}

/** A program that succeeds or fails, as one test. */
async function check(program: string, args: readonly string[]): Promise<Counts> {
  const ok = (await runStatus(program, args)) === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** Files of tests, one at a time: a browser or a server wants the other core. */
async function tests(patterns: readonly string[]): Promise<Counts> {
  return run(await filesOf(patterns), ['--test-concurrency=1']);
}

/**
 * Files of tests that need nothing but the processor, dealt out to so many processes. A process of its own for every file,
 * as is usual, would read the same sources anew for each: that takes longer than the tests.
 */
async function inProcesses(processes: number, patterns: readonly string[]): Promise<Counts> {
  // Long files take long, more or less: dealt out in that order, the hands end at about the same time.
  const sizeOf = (file: string) => statSync(path.join(root, file)).size;
  const files = (await filesOf(patterns)).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const hands = Array.from({ length: processes }, (_, hand) => files.filter((_file, index) => index % processes === hand));
  const counts = await Promise.all(hands.map((hand) => run(hand, ['--test-isolation=none'])));
  const sum = (of: (counts: Counts) => number) => counts.reduce((all, one) => all + of(one), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed), skipped: sum(({ skipped }) => skipped) };
}

async function filesOf(patterns: readonly string[]): Promise<string[]> {
  return (await glob([...patterns], { cwd: root, ignore: ['**/node_modules/**'] })).sort();
}

async function run(files: readonly string[], options: readonly string[]): Promise<Counts> {
  if (files.length === 0) return { passed: 0, failed: 1, skipped: 0 };
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-test-'));
  const counted = path.join(folder, 'counts.json');
  const reporter = path.join(root, 'scripts/lib/countReporter.ts');
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout', `--test-reporter=${reporter}`, `--test-reporter-destination=${counted}`];
  const status = await runStatus('node', ['--test', `--test-timeout=${longest}`, ...options, ...reporters, ...files]);
  const counts = readCounts(counted);
  rmSync(folder, { recursive: true, force: true });
  // A run that broke off counts as a failure, whatever had passed before.
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readCounts(file: string): Counts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** `osc-tools policy test`: runs the test cases in `*.policy-test.yaml` files. */
import { formatCount } from '#core/text/formatCount.ts';
import { Command } from 'commander';
import path from 'node:path';
import process from 'node:process';
import type { Release } from '#core/product/releases.ts';
import { commandLineLimits } from '#server/policy/evaluationWorker/evaluationLimits.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { getPolicyFileName, runTest, testNote, type PolicyTestResult } from '#server/policy/tests/policyTest.ts';
import { readTestFile } from '#server/policy/tests/policyTestFile.ts';
import { unreadable, withHelp } from '../help.ts';
import {
  formatOption,
  getLineAndColumn,
  readPolicyFile,
  readTextFile,
  createReleaseOption,
} from '../io/policyInputs.ts';
import { sanitizeTerminalLine, formatSanitizedJson } from '#core/text/sanitize.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface TestOptions {
  readonly release: Release;
  readonly format: 'text' | 'json';
}

interface Ran extends Omit<PolicyTestResult, 'span'> {
  readonly file: string;
  readonly line: number;
}

export function policyTestCommand(): Command {
  return withHelp(new Command('test'), {
    summary: 'Run the test cases of policies.',
    details:
      'A test file contains "cases", each with "request", "input", and "allowed" (true, false, undefined), or with a recorded "log".',
    exitCodes: { 0: 'All test cases passed', 1: 'A test case failed', 2: unreadable },
    examples: ['osc-tools policy test policy.policy-test.yaml', 'osc-tools policy test policy.rego --format json'],
    page: 'policy-tests.md',
  })
    .argument('<file...>', 'test files (*.policy-test.yaml), or policies with a test file next to them')
    .addOption(formatOption())
    .addOption(createReleaseOption())
    .action(async (files: string[], options: TestOptions) => {
      process.exitCode = await test(files, options);
    });
}

async function test(files: readonly string[], { release, format }: TestOptions): Promise<number> {
  const ran: Ran[] = [];
  let unreadable = false;
  for (const file of files) {
    const results = await testFile(
      file.endsWith('.rego') ? `${file.slice(0, -'.rego'.length)}.policy-test.yaml` : file,
      release,
    );
    if (results === undefined) unreadable = true;
    else for (const result of results) ran.push(result);
  }
  process.stdout.write(format === 'json' ? `${formatSanitizedJson(ran)}\n` : inWords(ran));
  if (unreadable || ran.length === 0) return exitUsage;
  return ran.every(({ passed }) => passed) ? exitClean : exitFound;
}

async function testFile(name: string, release: Release): Promise<readonly Ran[] | undefined> {
  const read = await readTextFile(name);
  if (read === undefined) return undefined;
  const file = readTestFile(read.text);
  if (file.problem !== undefined) {
    printMessage(`can't read ${read.name}: ${file.problem}`);
    return undefined;
  }
  if (name === '-' && file.policy === undefined) {
    printMessage('a test on standard input must specify "policy"');
    return undefined;
  }
  const folder = name === '-' ? process.cwd() : path.dirname(path.resolve(name));
  const named = getPolicyFileName(file, path.basename(name));
  const wanted = path.resolve(folder, named);
  if (!mayBeRead(wanted, folder)) {
    printMessage(
      `${read.name}: policy ${named} must be a .rego file under the folder of the test or the working directory`,
    );
    return undefined;
  }
  const policy = await readPolicyFile(wanted);
  if (policy === undefined) return undefined;
  if (file.cases.length === 0) printMessage(`${read.name} contains no test cases`);
  const tested = new Policy(policy.text);
  const note = testNote(file, tested, release);
  if (note !== undefined) printMessage(`${policy.name}: ${note}`);
  return Array.from(runTest(file, tested, release, { limits: commandLineLimits }), ({ span, ...result }) => ({
    file: read.name,
    line: getLineAndColumn(read.text, span.start).line,
    ...result,
  }));
}

/**
 * Returns whether a test can read a policy file. A test might come from an untrusted source, and messages quote the
 * file, so it must not open arbitrary files.
 */
function mayBeRead(file: string, folder: string): boolean {
  const isIn = (parent: string) => {
    const way = path.relative(parent, file);
    return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
  };
  return file.endsWith('.rego') && (isIn(folder) || isIn(process.cwd()));
}

function inWords(ran: readonly Ran[]): string {
  const lines = ran.flatMap(({ file, line, name, passed, message = '' }) => {
    const why = passed ? [] : message.split('\n').map((one) => `      ${sanitizeTerminalLine(one)}`);
    return [
      `${passed ? 'ok  ' : 'FAIL'}  ${sanitizeTerminalLine(file)}:${line}: ${sanitizeTerminalLine(name)}`,
      ...why,
    ];
  });
  const failed = ran.filter(({ passed }) => !passed).length;
  const passed = ran.length - failed;
  const sum = `${formatCount(ran.length, 'test case')}: ${passed} passed, ${failed} failed.`;
  return `${[...lines, sum].join('\n')}\n`;
}

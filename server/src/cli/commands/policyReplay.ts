/** `osc-tools policy replay`: replays recorded requests through a policy. */
import { Command } from 'commander';
import { verdictNames, verdictOf } from '#core/agent/verdicts.ts';
import { formatCount } from '#core/text/formatCount.ts';
import path from 'node:path';
import process from 'node:process';
import { commandLineLimits } from '#server/policy/evaluationWorker/evaluationLimits.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { policyTestSchemaFile } from '#server/policy/testFiles/testFileName.ts';
import { toCase } from '#server/policy/tests/policyTest.ts';
import { replay, type Replayed } from '#server/policy/replay/replay.ts';
import { readLog } from '#server/policy/replay/replayLog.ts';
import { createGuestDialect } from '#server/policy/replay/replaySession.ts';
import { dialectNote } from '#server/policy/table/table.ts';
import { unreadable, withHelp } from '../help.ts';
import {
  dialectOption,
  formatOption,
  getLineAndColumn,
  readPolicyFile,
  readTextFile,
  createReleaseOption,
  type PolicyReadOptions,
} from '../io/policyInputs.ts';
import { sanitizeTerminalLine, formatSanitizedJson, sanitizeJson } from '#core/text/sanitize.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface ReplayCliOptions extends PolicyReadOptions {
  readonly format: 'text' | 'json';
  readonly cases: boolean;
}

/** Time limit in milliseconds. No log takes this long, so a longer replay means that the policy doesn't terminate. */
const longest = 300_000;

export function policyReplayCommand(): Command {
  return withHelp(new Command('replay'), {
    summary: 'Replay recorded requests through a policy.',
    details:
      "Reads the agent's policy.txt or policy.jsonl, other JSON, or denial messages. Replays the requests in order and keeps the state of the policy.",
    exitCodes: {
      0: 'All requests were replayed, regardless of the verdicts',
      1: "The policy can't be loaded, or exceeds the limits",
      2: unreadable,
    },
    examples: [
      'osc-tools policy replay policy.rego policy.txt',
      'osc-tools policy replay policy.rego policy.txt --cases > policy.policy-test.yaml',
    ],
    page: 'command-line.md#policy',
  })
    .argument('<policy>', 'policy, or - for standard input')
    .argument('<log>', 'recorded requests, or - for standard input')
    .addOption(formatOption())
    .option('--cases', 'print the requests as test cases for a *.policy-test.yaml file', false)
    .addOption(dialectOption())
    .addOption(createReleaseOption())
    .action(async (policy: string, log: string, options: ReplayCliOptions) => {
      process.exitCode = await replayLog(policy, log, options);
    });
}

async function replayLog(
  policyFile: string,
  logFile: string,
  { format, cases, release, dialect }: ReplayCliOptions,
): Promise<number> {
  if (policyFile === '-' && logFile === '-') {
    printMessage('only one argument can be - (standard input)');
    return exitUsage;
  }
  const policy = await readPolicyFile(policyFile);
  const log = await readTextFile(logFile);
  if (policy === undefined || log === undefined) return exitUsage;
  const { requests, problems } = readLog(log.text);
  for (const problem of problems) printMessage(`${log.name}: ${problem}`);
  const end = performance.now() + longest;
  const asIs = new Policy(policy.text);
  const { entries, problem } = replay(asIs, requests, {
    reading: createGuestDialect(release, dialect),
    limits: commandLineLimits,
    mayGoOn: () => performance.now() < end,
  });
  if (problem !== undefined) printMessage(`${policy.name}: ${problem}`);
  const note = dialect === undefined ? dialectNote(asIs, release) : undefined;
  if (note !== undefined) printMessage(`${policy.name}: ${note}`);
  if (cases)
    process.stdout.write(
      `# yaml-language-server: $schema=${policyTestSchemaFile}\npolicy: ${JSON.stringify(path.basename(policy.name))}\ncases:\n${entries.map((entry) => sanitizeJson(toCase(entry))).join('')}`,
    );
  else if (format === 'json')
    process.stdout.write(
      `${formatSanitizedJson(entries.map(({ endpoint, result, prints }) => ({ endpoint, result, prints })))}\n`,
    );
  else process.stdout.write(inWords(entries, policy));
  if (requests.length === 0) {
    if (problems.length === 0) printMessage(`${log.name} contains no recorded requests`);
    return exitUsage;
  }
  return problem === undefined ? exitClean : exitFound;
}

function inWords(
  entries: readonly Replayed[],
  { name, text }: { readonly name: string; readonly text: string },
): string {
  const width = Math.max(0, ...entries.map(({ endpoint }) => endpoint.length));
  const lines = entries.flatMap(({ endpoint, line, prints, failures, ...answer }) => [
    `${String(line + 1).padStart(5)}  ${sanitizeTerminalLine(endpoint).padEnd(width)}  ${verdictNames[verdictOf(answer)]()}`,
    ...(answer.error === undefined ? [] : [`       ${sanitizeTerminalLine(answer.error)}`]),
    ...failures.slice(0, 10).map(({ start, message }) => {
      const at = getLineAndColumn(text, start);
      return `       ${sanitizeTerminalLine(name)}:${at.line}:${at.column}: ${sanitizeTerminalLine(message)}`;
    }),
    ...prints.slice(0, 20).map((print) => `       print: ${sanitizeTerminalLine(print)}`),
  ]);
  return `${[...lines, countsOf(entries)].join('\n')}\n`;
}

/** Formats the verdict counts. Omits rare verdicts with a count of 0. */
function countsOf(entries: readonly Replayed[]): string {
  const verdicts = entries.map(verdictOf);
  const counts = (['allowed', 'denied', 'undefined', 'failed'] as const).map((verdict) => ({
    verdict,
    count: verdicts.filter((each) => each === verdict).length,
  }));
  const named = counts.filter(({ verdict, count }) => count > 0 || verdict === 'allowed' || verdict === 'denied');
  return `${formatCount(entries.length, 'request')}: ${named.map(({ verdict, count }) => `${count} ${verdict}`).join(', ')}.`;
}

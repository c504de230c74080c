/** `osc-tools policy table`: prints the policy verdict for every agent request. */
import { Command, Option } from 'commander';
import path from 'node:path';
import process from 'node:process';
import { getGuest } from '#core/agent/guests.ts';
import { verdictNames } from '#core/agent/verdicts.ts';
import type { Release } from '#core/product/releases.ts';
import { Policy } from '#server/policy/model/policy.ts';
import {
  baseNamed,
  getDefaultBase,
  listBases,
  getBaseTitle,
  getBaseVerdicts,
  describeGuest,
  isRefused,
  createPolicyTable,
  describePolicyProblem,
  type ComparisonBase,
} from '#server/policy/table/table.ts';
import { unreadable, withHelp } from '../help.ts';
import { formatOption, getLineAndColumn, readPolicyFile, createReleaseOption } from '../io/policyInputs.ts';
import { sanitizeTerminalLine, formatSanitizedJson } from '#core/text/sanitize.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';
import { measureTextWidth, padded } from '#core/text/grammar.ts';

interface TableOptions {
  readonly release: Release;
  readonly format: 'text' | 'json';
  readonly base?: string;
}

export function policyTableCommand(): Command {
  return withHelp(new Command('table'), {
    summary: 'Show the policy verdict for every request.',
    details:
      'Verdicts: Allowed, Denied, Depends on the request, or Undefined (no rule decides, which is an error for the agent).',
    exitCodes: {
      0: 'The table was printed',
      1: 'The table was printed, but the guest rejects the policy',
      2: unreadable,
    },
    examples: [
      'osc-tools policy table policy.rego',
      'osc-tools policy table policy.rego --base other.rego',
      'osc-tools policy table policy.rego --release 1.11 --format json',
    ],
    page: 'command-line.md#policy',
  })
    .argument('<file>', 'policy, or - for standard input')
    .addOption(createReleaseOption())
    .addOption(formatOption())
    .addOption(
      new Option(
        '--base <policy>',
        `policy to compare with: a file, or ${listBases()
          .map(({ id }) => `"${id}"`)
          .join(', ')} (default: the policy in the image of the release)`,
      ),
    )
    .action(async (file: string, options: TableOptions) => {
      process.exitCode = await table(file, options);
    });
}

async function table(file: string, { release, format, base: wanted }: TableOptions): Promise<number> {
  const read = await readPolicyFile(file);
  const base = wanted === undefined ? getDefaultBase(release) : (baseNamed(wanted) ?? (await baseFile(wanted)));
  if (read === undefined || base === undefined) return exitUsage;
  const policy = new Policy(read.text);
  const rows = createPolicyTable(policy, release);
  const problem = describePolicyProblem(policy, release);
  const lineOf = (offset: number | undefined) =>
    offset === undefined ? null : getLineAndColumn(read.text, offset).line;
  if (problem !== undefined) printMessage(`${read.name}: ${problem}`);
  const exit = isRefused(policy, release) ? exitFound : exitClean;
  if (format === 'json') {
    const byName = Object.fromEntries(
      rows.map(({ endpoint, verdict, span }) => [endpoint, { verdict, line: lineOf(span?.start) }]),
    );
    process.stdout.write(`${formatSanitizedJson(byName)}\n`);
    return exit;
  }
  const verdicts = getBaseVerdicts(base, release);
  const cells = rows.map(({ endpoint, verdict, span, risky }) => {
    const other = verdicts(endpoint);
    const remarks = [...(verdict === other ? [] : ['differs']), ...(risky && verdict === 'allowed' ? ['risk'] : [])];
    return [
      endpoint,
      verdictNames[verdict](),
      String(lineOf(span?.start) ?? '-'),
      verdictNames[other](),
      remarks.join(', '),
    ];
  });
  const title = `${sanitizeTerminalLine(read.name)} for the guest of OSC ${release.id}: ${describeGuest(getGuest(release))}`;
  process.stdout.write(`${title}\n\n${aligned([['REQUEST', 'VERDICT', 'LINE', baseHead(base), ''], ...cells])}`);
  return exit;
}

/** Returns the column heading: the title of a default policy, or a file name as written, without its folder. */
function baseHead(base: ComparisonBase): string {
  return typeof base === 'string' ? getBaseTitle(base).toUpperCase() : sanitizeTerminalLine(path.basename(base.title));
}

async function baseFile(file: string): Promise<ComparisonBase | undefined> {
  const read = await readPolicyFile(file);
  return read === undefined ? undefined : { title: read.name, text: read.text };
}

/** Aligns columns to their widest cell. Right-aligns line numbers. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => measureTextWidth(row[column] ?? ''))),
  );
  const cell = (text: string, column: number) => {
    const width = widths[column] ?? 0;
    return column === 2 ? `${' '.repeat(width - measureTextWidth(text))}${text}` : padded(text, width);
  };
  return rows.map((row) => `${row.map(cell).join('  ').trimEnd()}\n`).join('');
}

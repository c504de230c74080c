/** `osc-tools lint`: checks files as the editor does, and mends what can be mended surely. */
import { Command, InvalidArgumentError, Option } from 'commander';
import process from 'node:process';
import { findRelease, newestRelease, releases, type Release } from '../../../core/releases.ts';
import { isSeveritySetting, type SeveritySetting } from '../../../core/severity.ts';
import { readDocuments } from '../documents/sourceFile.ts';
import { applyEdits, compatibleEdits } from '../rules/applyFixes.ts';
import { rules } from '../rules/index.ts';
import { ownId } from '../rules/rule.ts';
import { checkFile, type Environment, type FileFinding } from '../rules/run.ts';
import { factsOf } from '../workspace/facts.ts';
import { formatSarif } from './formats/sarif.ts';
import { formatText } from './formats/text.ts';
import { readInputs, stdinName, writeInput, type Input } from './inputs.ts';
import { toProblems, type Problem } from './problem.ts';
import { exitClean, exitFound, exitUsage } from './usage.ts';

interface LintOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly release: Release;
  readonly fix: boolean;
  readonly hints: boolean;
  readonly rule: ReadonlyMap<string, SeveritySetting>;
}

/** A fix may make room for another; more rounds than this mean that two rules disagree. */
const maxRounds = 10;

export function lintCommand(): Command {
  return new Command('lint')
    .description('Check manifests. Exit code 0: no errors; 1: errors found; 2: wrong usage, or an input that cannot be read.')
    .argument('<path...>', 'files, folders (their .yaml and .yml files), globs, or - for standard input')
    .addOption(new Option('--format <format>', 'how to print what was found').choices(['text', 'json', 'sarif']).default('text'))
    .addOption(
      new Option('--release <release>', `the OSC release to check for: ${releases.map(({ id }) => id).join(', ')}`)
        .argParser(parseRelease)
        .default(newestRelease, newestRelease.id),
    )
    .option('--fix', 'mend what can be mended surely; with - the mended text goes to standard output', false)
    .option('--hints', 'print hints too: consequences that are nothing to mend', false)
    .addOption(
      new Option('--rule <name=severity>', 'another severity for a rule (error, warning, info, hint, off); may be repeated')
        .argParser(parseRule)
        .default(new Map(), 'none'),
    )
    .action(async (paths: string[], options: LintOptions) => {
      process.exitCode = await lint(paths, options);
    });
}

async function lint(paths: readonly string[], options: LintOptions): Promise<number> {
  const { files, unreadable, whole } = await readInputs(paths, readStdin);
  for (const problem of unreadable) process.stderr.write(`osc-tools: cannot read ${problem}\n`);
  const environment: Environment = {
    release: options.release,
    severities: options.rule,
    // Only of a whole folder is it known what is not there.
    workspace: whole || files.length > 1 ? { ...factsOf(files), ...(whole ? {} : { mentionsPeerPodsConfigMap: true }) } : undefined,
    yamlCheckedElsewhere: false,
    onError: (message) => process.stderr.write(`osc-tools: ${message}\n`),
  };
  const problems: Problem[] = [];
  for (const input of files) {
    const [checked, findings] = options.fix ? await mend(input, environment) : [input, await findingsOf(input, environment)];
    problems.push(
      ...toProblems(
        checked,
        findings.filter(({ severity }) => options.hints || severity !== 'hint'),
      ),
    );
  }
  const mendedStdin = options.fix && files.some(({ name }) => name === stdinName);
  // Where standard output is the mended text, findings go to standard error.
  (mendedStdin ? process.stderr : process.stdout).write(print(problems, files.length, options));
  if (unreadable.length > 0) return exitUsage;
  return problems.some(({ severity }) => severity === 'error') ? exitFound : exitClean;
}

async function findingsOf(input: Input, environment: Environment): Promise<readonly FileFinding[]> {
  return (await checkFile(input.uri, readDocuments(input.text), environment)) ?? [];
}

/** Mends a file as far as it goes; gives the mended file and what is left in it. */
async function mend(input: Input, environment: Environment): Promise<[Input, readonly FileFinding[]]> {
  let mended = input;
  let findings = await findingsOf(mended, environment);
  for (let round = 0; round < maxRounds; round += 1) {
    const edits = compatibleEdits(findings.flatMap(({ fixes }) => fixes.filter(({ sure }) => sure).slice(0, 1)));
    if (edits.length === 0) break;
    mended = { ...mended, text: applyEdits(mended.text, edits) };
    findings = await findingsOf(mended, environment);
  }
  if (input.name === stdinName) process.stdout.write(mended.text);
  else if (mended.text !== input.text) await writeInput(mended, mended.text);
  return [mended, findings];
}

function print(problems: readonly Problem[], files: number, { format }: LintOptions): string {
  if (format === 'json') return `${JSON.stringify(problems, null, 2)}\n`;
  if (format === 'sarif') return formatSarif(problems);
  return formatText(problems, files, process.stdout.isTTY && process.env['NO_COLOR'] === undefined);
}

async function readStdin(): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function parseRelease(value: string): Release {
  const release = findRelease(value);
  if (release === undefined) throw new InvalidArgumentError(`Known releases: ${releases.map(({ id }) => id).join(', ')}.`);
  return release;
}

function parseRule(value: string, known: ReadonlyMap<string, SeveritySetting>): ReadonlyMap<string, SeveritySetting> {
  const [name = '', severity] = value.split('=');
  const id = ownId(name);
  if (!rules.some((rule) => rule.id === id)) throw new InvalidArgumentError(`There is no rule "${name}".`);
  if (!isSeveritySetting(severity)) throw new InvalidArgumentError('Write it as name=severity; severities are error, warning, info, hint and off.');
  return new Map([...known, [id, severity]]);
}

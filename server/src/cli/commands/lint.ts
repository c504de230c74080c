/** `osc-tools lint`: checks files as the editor does, and mends what can be mended surely. */
import * as l10n from '@vscode/l10n';
import { Command, InvalidArgumentError, Option } from 'commander';
import process from 'node:process';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isEnvFileName } from '#core/kinds/envFile.ts';
import type { PlacedFinding } from '#core/common/placedFinding.ts';
import { findRelease, newestRelease, releases, type Release } from '#core/product/releases.ts';
import { isSeveritySetting, type SeveritySetting } from '#core/common/severity.ts';
import { exceedsQuota, maxManifests } from '#server/engine/yaml/quota.ts';
import type { CheckEnvironment } from '#server/engine/findings/checkEnvironment.ts';
import { checkFile } from '#server/engine/findings/checkFile.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import { languageModules } from '#server/modules.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { rules } from '../rules.ts';
import { toInternalRuleId } from '#server/engine/findings/rule.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { createWorkspaceSnapshot, partOf } from '#server/engine/workspace/workspaceSnapshot.ts';
import { withEnvFiles } from '../io/envInputs.ts';
import { formatSarif } from '../formats/sarif.ts';
import { formatText, type CheckedFilesSummary } from '../formats/text.ts';
import { findingCodes, withHelp } from '../help.ts';
import { encode, readInputs, type Input, type Inputs } from '../io/inputs.ts';
import { readStream, describeFileSystemError } from '../io/readFile.ts';
import { toProblems } from '../io/toProblems.ts';
import { formatSanitizedJson } from '#core/text/sanitize.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';
import { writeInput } from '../io/writeInput.ts';

/** What was asked for. */
export interface LintOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly release: Release;
  readonly fix: boolean;
  readonly hints: boolean;
  readonly rule: ReadonlyMap<string, SeveritySetting>;
  /** What standard input is called. */
  readonly stdinFilename?: string;
}

/** A fix may make room for another; more rounds than this mean that two rules disagree. */
const maxRounds = 10;

export function lintCommand(): Command {
  const command = withHelp(new Command('lint'), {
    summary: l10n.t`Check manifests, policies, initdata, and PromQL.`,
    exitCodes: findingCodes(),
    examples: [
      'osc-tools lint manifests',
      'osc-tools lint --fix kataconfig.yaml',
      'osc-tools lint --format sarif manifests > findings.sarif',
      'osc-tools lint - < kataconfig.yaml',
    ],
    page: 'command-line.md#lint',
  }).argument(
    '<path...>',
    l10n.t`files, folders (their .yaml, .yml and .promql files, the .rego and .toml files that are for the guest, and the .json files that are requests with a filter of statuses), globs, or - for standard input (YAML, or what --stdin-filename says); with a kustomization, the env files of our objects`,
  );
  return withLintOptions(command).action(async (paths: string[], options: LintOptions) => {
    process.exitCode = await lint(paths, options);
  });
}

/** The options of whatever checks files. */
export function withLintOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', l10n.t`how to print what was found`)
        .choices(['text', 'json', 'sarif'])
        .default('text'),
    )
    .addOption(
      new Option(
        '--release <release>',
        l10n.t`the OSC release to check for: ${releases.map(({ id }) => id).join(', ')}`,
      )
        .argParser(parseRelease)
        .default(newestRelease, newestRelease.id),
    )
    .option('--fix', l10n.t`apply safe fixes; with -, write the fixed text to standard output`, false)
    .option(
      '--stdin-filename <file>',
      l10n.t`check standard input as if it were this file: its name says the language, and is printed; it need not be there`,
    )
    .option('--hints', l10n.t`print hints too: consequences that are nothing to mend`, false)
    .addOption(
      new Option(
        '--rule <name=severity>',
        l10n.t`another severity for a rule (error, warning, info, hint, off); may be repeated`,
      )
        .argParser(parseRule)
        .default(new Map(), 'none'),
    );
}

async function lint(paths: readonly string[], options: LintOptions): Promise<number> {
  const inputs = await readInputs(paths, () => readStream(process.stdin), { filename: options.stdinFilename });
  return lintInputs(inputs, options);
}

/** What is checked, and with what. */
export interface Prepared {
  readonly files: readonly Input[];
  /** What could not be read, with the reason. */
  readonly unreadable: readonly string[];
  /** Env files of which no kustomization among the files says what they are for. */
  readonly unnamed: readonly Input[];
  readonly environment: CheckEnvironment;
}

/** Finds the env files that belong to what was read, and joins what is known of it. */
export async function prepareInputs(
  inputs: Pick<Inputs, 'files' | 'unreadable' | 'whole'>,
  { release, rule }: Pick<LintOptions, 'release' | 'rule'>,
): Promise<Prepared> {
  const manifests = (files: readonly Input[]) => files.filter(({ language }) => language === 'yaml');
  const envFiles = await withEnvFiles(inputs.files, createWorkspaceSnapshot(manifests(inputs.files)).envFiles);
  // What they say of themselves is known only now that they were read.
  const facts = createWorkspaceSnapshot(
    manifests(envFiles.files).filter(({ envOf, uri }) => envOf === undefined || isEnvFileName(uri)),
  );
  const files = envFiles.files.map((input): Input => {
    const envOf = input.envOf === undefined ? undefined : facts.envFiles.get(input.uri);
    return envOf === undefined ? input : { ...input, envOf };
  });
  return {
    files,
    unreadable: [...inputs.unreadable, ...envFiles.unreadable],
    unnamed: files.filter(({ envOf, uri }) => envOf === undefined && isEnvFileName(uri)),
    environment: {
      release,
      severities: rule,
      now: Date.now(),
      // Only of a whole folder is it known what is not there.
      workspace: inputs.whole ? facts : partOf(facts),
      yamlCheckedElsewhere: false,
      onError: printMessage,
    },
  };
}

/** Checks what was read, prints what was found, and says with which code to end. */
export async function lintInputs(inputs: Inputs, options: LintOptions): Promise<number> {
  const { files, unreadable, unnamed, environment } = await prepareInputs(inputs, options);
  for (const problem of unreadable) printMessage(l10n.t`cannot read ${problem}`);
  for (const folder of inputs.empty) printMessage(l10n.t`no YAML files in ${folder}`);
  for (const { name } of unnamed)
    printMessage(l10n.t`${name} was not checked: no kustomization among these files names it; check its folder`);
  const problems: PlacedFinding[] = [];
  let unwritten = 0;
  for (const input of files) {
    const { checked, findings, cut, failure }: Mended =
      options.fix && mayWrite(input)
        ? await mend(input, environment)
        : { checked: input, ...(await look(input, environment)) };
    if (cut)
      printMessage(l10n.t`${input.name} holds too much; at most its first ${maxManifests} manifests are checked`);
    if (failure !== undefined) {
      printMessage(l10n.t`cannot write ${input.name}: ${failure}`);
      unwritten += 1;
    }
    const wanted = findings.filter(({ severity }) => options.hints || severity !== 'hint');
    // One by one: as arguments of a call, those of a large file would overflow the stack.
    for (const problem of toProblems(checked, wanted)) problems.push(problem);
  }
  const mendedStdin = options.fix && files.some(({ path }) => path === undefined);
  // Where standard output is the mended text, findings go to standard error.
  // A check of nothing is a wrong path, not a clean result.
  const isIncomplete = unreadable.length > 0 || unwritten > 0 || files.length === 0;
  (mendedStdin ? process.stderr : process.stdout).write(
    print(problems, { files: files.length - unnamed.length, isIncomplete }, options),
  );
  if (isIncomplete) return exitUsage;
  return problems.some(({ severity }) => severity === 'error') ? exitFound : exitClean;
}

export interface LintResult {
  readonly findings: readonly FileFinding[];
  /** There is more in the file than is looked at. */
  readonly cut: boolean;
}

/** What is wrong in a file. */
export async function look(input: Input, environment: CheckEnvironment): Promise<LintResult> {
  const { uri, text, envOf, language } = input;
  // A kustomization may name any file as an env file. JSON is read as YAML.
  const file = new OpenFile(
    TextDocument.create(uri, language, 0, text),
    () => envOf,
    envOf === undefined ? language : 'env',
  );
  return { findings: (await checkFile(languageModules, file, environment)) ?? [], cut: exceedsQuota(file.documents) };
}

interface Mended extends LintResult {
  /** The file as it is now; the findings are what is left in it. */
  readonly checked: Input;
  /** Why it could not be written. */
  readonly failure?: string;
}

/** Mends a file as far as it goes. */
async function mend(input: Input, environment: CheckEnvironment): Promise<Mended> {
  const before = await look(input, environment);
  let mended = input;
  let seen = before;
  for (let round = 0; round < maxRounds; round += 1) {
    const edits = selectCompatibleEdits(
      seen.findings.flatMap(({ fixes }) => fixes.filter(({ sure }) => sure).slice(0, 1)),
    );
    if (edits.length === 0) break;
    mended = { ...mended, text: applyEdits(mended.text, edits) };
    seen = await look(mended, environment);
  }
  if (input.path === undefined) process.stdout.write(encode(mended));
  else if (mended.text !== input.text) {
    try {
      await writeInput({ ...input, path: input.path }, mended.text);
    } catch (error) {
      return { checked: input, ...before, failure: describeFileSystemError(error) };
    }
  }
  return { checked: mended, ...seen };
}

/** A file that only a kustomization names is mended if it is called as env files are: it might name anything. */
function mayWrite({ envOf, uri }: Input): boolean {
  return envOf === undefined || isEnvFileName(uri);
}

function print(problems: readonly PlacedFinding[], checked: CheckedFilesSummary, { format }: LintOptions): string {
  if (format === 'json') return `${formatSanitizedJson(problems)}\n`;
  if (format === 'sarif') return formatSarif(problems);
  return formatText(problems, checked, process.stdout.isTTY && process.env['NO_COLOR'] === undefined);
}

/** A release by its id, as options name it. */
export function parseRelease(value: string): Release {
  const release = findRelease(value);
  if (release === undefined)
    throw new InvalidArgumentError(l10n.t`Known releases: ${releases.map(({ id }) => id).join(', ')}.`);
  return release;
}

function parseRule(value: string, known: ReadonlyMap<string, SeveritySetting>): ReadonlyMap<string, SeveritySetting> {
  const [name = '', severity] = value.split('=');
  const id = toInternalRuleId(name);
  if (!rules.some((rule) => rule.id === id)) throw new InvalidArgumentError(l10n.t`There is no rule "${name}".`);
  if (!isSeveritySetting(severity))
    throw new InvalidArgumentError(
      l10n.t`Write it as name=severity; severities are error, warning, info, hint and off.`,
    );
  return new Map([...known, [id, severity]]);
}

/** `osc-tools lint`: checks files with the same rules as the editor and applies safe fixes. */
import { Command, InvalidArgumentError, Option } from 'commander';
import path from 'node:path';
import process from 'node:process';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isEnvFileName } from '#core/kinds/envFile.ts';
import type { PlacedFinding } from '#core/common/placedFinding.ts';
import { findRelease, formatReleaseIds, newestRelease, type Release } from '#core/product/releases.ts';
import { isSeveritySetting, type SeveritySetting } from '#core/common/severity.ts';
import { findContentStart, findQuotaEnd, listUncheckedDocuments } from '#server/engine/yaml/quota.ts';
import { maxBranches } from '#server/engine/yaml/parse/template.ts';
import type { CheckEnvironment } from '#server/engine/findings/checkEnvironment.ts';
import { checkFile } from '#server/engine/findings/checkFile.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import { languageModules } from '#server/modules.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { ruleIds } from '#server/engine/findings/ruleIds.ts';
import { toInternalRuleId } from '#server/engine/findings/rule.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';
import { createWorkspaceSnapshot, partOf, type IndexedFile } from '#server/engine/workspace/workspaceSnapshot.ts';
import { withJsonPatches } from '../io/patchInputs.ts';
import { withEnvFiles } from '../io/envInputs.ts';
import { customGroupsOf, readNearbyCrds, readNearbyKustomizations } from '../io/nearbyInputs.ts';
import { formatText, type CheckedFilesSummary } from '../formats/text.ts';
import { findingCodes, withHelp } from '../help.ts';
import { encode, readInputs, type Input, type Inputs } from '../io/inputs.ts';
import { addKataVersionOption } from '../io/kataVersionOption.ts';
import { countLineBreaks } from '#server/engine/workspace/indexedObject.ts';
import { readStream, describeFileSystemError } from '../io/readFile.ts';
import { toProblems } from '#server/engine/findings/toProblems.ts';
import { formatSanitizedJson } from '#core/text/sanitize.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

/** Options of the command. */
export interface LintOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly release: Release;
  readonly fix: boolean;
  readonly hints: boolean;
  readonly rule: ReadonlyMap<string, SeveritySetting>;
  /** True to check the fields of all Kubernetes objects. */
  readonly kubernetes?: boolean;
  /** Name to use for standard input. */
  readonly stdinFilename?: string;
}

/**
 * Maximum number of fix rounds. A fix can enable another one, but more rounds mean that two rules contradict each
 * other.
 */
const maxRounds = 10;

export function lintCommand(): Command {
  const command = withHelp(new Command('lint'), {
    summary: 'Check manifests, policies, initdata, PromQL, and scripts.',
    details:
      'From a folder, reads .yaml, .yml, and .promql files, agent policies (.rego), initdata and configuration files of Kata (.toml), .json files with Kubernetes objects or with edge hosting requests that have a status filter, and shell scripts (.sh) and Markdown files with commands for OSC. Checks env files and JSON patches that a kustomization names.',
    exitCodes: findingCodes,
    examples: [
      'osc-tools lint manifests',
      'osc-tools lint --fix kataconfig.yaml',
      'osc-tools lint --format sarif manifests > findings.sarif',
      'osc-tools lint - < kataconfig.yaml',
    ],
    page: 'command-line.md#lint',
  }).argument('<path...>', 'files, folders, globs, or - for standard input (YAML by default)');
  return withLintOptions(command)
    .option(
      '--kubernetes',
      'also check the fields of Kubernetes objects in files without a workload that runs in a Kata sandbox',
      false,
    )
    .action(async (paths: string[], options: LintOptions) => {
      process.exitCode = await lint(paths, options);
    });
}

/** Adds the options that all commands that check files have. */
export function withLintOptions(command: Command): Command {
  return addKataVersionOption(command)
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'sarif']).default('text'))
    .addOption(
      new Option('--release <release>', `OSC release to check against: ${formatReleaseIds()}`)
        .argParser(parseRelease)
        .default(newestRelease, newestRelease.id),
    )
    .option('--fix', 'apply safe fixes (with -, writes the fixed text to standard output)', false)
    .option(
      '--stdin-filename <file>',
      "file name to use for standard input, which determines the language (the file doesn't need to exist)",
    )
    .option('--hints', "also print hints (consequences that don't need a fix)", false)
    .addOption(
      new Option('--rule <name=severity>', 'severity of a rule: error, warning, info, hint, or off (can be repeated)')
        .argParser(parseRule)
        .default(new Map(), 'none'),
    );
}

async function lint(paths: readonly string[], options: LintOptions): Promise<number> {
  const inputs = await readInputs(
    paths,
    () => readStream(process.stdin),
    { filename: options.stdinFilename },
    {
      releases: true,
    },
  );
  return lintInputs(inputs, options);
}

/** Files to check with the required context. */
export interface Prepared {
  readonly files: readonly Input[];
  /** Paths that couldn't be read, with the reason. */
  readonly unreadable: readonly string[];
  /** Env files whose purpose is unknown, because none of the kustomizations names them. */
  readonly unnamed: readonly Input[];
  /** Files that can't be checked because of their kind. They aren't part of `files`. */
  readonly unknown: readonly Input[];
  readonly environment: CheckEnvironment;
}

/** Adds the env files that the inputs reference and builds the workspace snapshot. */
export async function prepareInputs(
  inputs: Pick<Inputs, 'files' | 'unreadable' | 'whole'>,
  { release, rule, kubernetes = false }: Pick<LintOptions, 'release' | 'rule' | 'kubernetes'>,
): Promise<Prepared> {
  const indexed = (files: readonly Input[]) =>
    files.filter(
      ({ language, released }) =>
        (released === undefined || released.indexed !== undefined) &&
        (language === 'yaml' || language === 'rego' || language === 'toml'),
    );
  const groups = customGroupsOf(inputs.files, kubernetes);
  const known = new Map<string, IndexedFile | undefined>(
    inputs.files.flatMap(({ uri, released }) => (released?.indexed === undefined ? [] : [[uri, released.indexed]])),
  );
  const named = createWorkspaceSnapshot(indexed(inputs.files), groups, known);
  const patched = await withJsonPatches(inputs.files, named.overlays.patchFiles);
  const envFiles = await withEnvFiles(patched, named.envFiles);
  // Rebuilt, because the content of the env files is known only now.
  const workspace = createWorkspaceSnapshot(
    indexed(envFiles.files).filter(({ envOf, uri }) => envOf === undefined || isEnvFileName(uri)),
    groups,
    known,
  );
  const nearby = createWorkspaceSnapshot(await readNearbyCrds(inputs.files, groups), groups);
  const kustomizations = await readNearbyKustomizations(inputs.files);
  const { overlays } =
    kustomizations.length === 0
      ? workspace
      : createWorkspaceSnapshot([...indexed(envFiles.files), ...kustomizations], groups, known);
  const facts = {
    ...workspace,
    overlays,
    crds: [...workspace.crds, ...nearby.crds],
    missingEnvFiles: envFiles.missing,
  };
  const all = envFiles.files.map((input): Input => {
    const envOf = input.envOf === undefined ? undefined : facts.envFiles.get(input.uri);
    return envOf === undefined ? input : { ...input, envOf };
  });
  // A kustomization can name a file of any kind.
  const unknown = all.filter(
    ({ envOf, uri, isUnknownKind }) =>
      isUnknownKind === true && envOf === undefined && !named.overlays.patchFiles.has(canonicalizeUri(uri)),
  );
  const files = unknown.length === 0 ? all : all.filter((input) => !unknown.includes(input));
  return {
    files,
    unknown,
    unreadable: [...inputs.unreadable, ...envFiles.unreadable],
    unnamed: files.filter(({ envOf, uri }) => envOf === undefined && isEnvFileName(uri)),
    environment: {
      release,
      severities: rule,
      checksKubernetes: kubernetes,
      now: Date.now(),
      // Missing objects can be reported only if a whole folder was read.
      workspace: inputs.whole ? facts : partOf(facts),
      yamlCheckedElsewhere: false,
      run: {},
      onError: printMessage,
    },
  };
}

/** Checks the inputs, prints the findings, and returns the exit code. */
export async function lintInputs(inputs: Inputs, options: LintOptions): Promise<number> {
  const { files, unreadable, unnamed, unknown, environment } = await prepareInputs(inputs, options);
  for (const problem of unreadable) printMessage(`can't read ${problem}`);
  for (const folder of inputs.empty) printMessage(`nothing to check in ${folder}`);
  for (const { name } of unnamed)
    printMessage(
      `${name} was not checked because no kustomization among these files names it. Check its folder instead.`,
    );
  for (const input of unknown) {
    printMessage(describeUnknownKind(input.name));
    // An editor replaces its text with the output.
    if (options.fix && input.path === undefined) process.stdout.write(encode(input));
  }
  const problems: PlacedFinding[] = [];
  let unwritten = 0;
  for (const one of files) {
    const input = loadText(one);
    if (typeof input === 'string') {
      printMessage(`can't read ${one.name}: ${input}`);
      unwritten += 1;
      continue;
    }
    const { checked, findings, cutAt, unchecked, failure }: FixedInput =
      options.fix && mayWrite(input)
        ? await fixInput(input, environment)
        : { checked: input, ...(await look(input, environment)) };
    if (cutAt !== undefined)
      printMessage(`${input.name} is too large. Manifests on line ${cutAt} and later were not checked.`);
    for (const document of unchecked) printMessage(document);
    if (failure !== undefined) {
      printMessage(`can't write ${input.name}: ${failure}`);
      unwritten += 1;
    }
    const wanted = findings.filter(({ severity }) => options.hints || severity !== 'hint');
    // Added one by one, because a spread of many findings would overflow the stack.
    for (const problem of toProblems(checked, wanted, options.release)) problems.push(problem);
  }
  const fixesStdin = options.fix && [...files, ...unknown].some(({ path: file }) => file === undefined);
  // If standard output contains the fixed text, findings go to standard error. If no file was checked, the path is
  // wrong, so the result isn't clean.
  const checkedFiles = files.length - unnamed.length;
  const isIncomplete = unreadable.length > 0 || unwritten > 0 || checkedFiles === 0;
  (fixesStdin ? process.stderr : process.stdout).write(
    await print(problems, { files: checkedFiles, isIncomplete }, options),
  );
  if (isIncomplete) return exitUsage;
  return problems.some(({ severity }) => severity === 'error') ? exitFound : exitClean;
}

/** Returns the input with its text, or the reason why it can't be read again. */
function loadText(input: Input): Input | string {
  try {
    return input.released === undefined ? input : { ...input };
  } catch (error) {
    return describeFileSystemError(error);
  }
}

/** Describes a file that wasn't checked because of its name. */
function describeUnknownKind(name: string): string {
  const extension = path.extname(name);
  const kind = extension === '' ? 'files without an extension that contain no manifest' : `${extension} files`;
  return `${name} was not checked because lint doesn't read ${kind}. To check it as YAML, pass it on standard input: osc-tools lint - < FILE`;
}

export interface LintResult {
  readonly findings: readonly FileFinding[];
  /** Line of the first manifest that isn't checked because the file exceeds the limits. */
  readonly cutAt: number | undefined;
  /** Describes what wasn't checked: documents that can't be parsed, although this isn't a problem, and limits. */
  readonly unchecked: readonly string[];
}

/** Checks a file. */
export async function look(input: Input, environment: CheckEnvironment): Promise<LintResult> {
  const { uri, text, envOf, language } = input;
  // A kustomization can name any file as an env file. JSON is parsed as YAML.
  const file = new OpenFile(
    TextDocument.create(uri, language, 0, text),
    () => envOf,
    envOf === undefined ? language : 'env',
  );
  const beyond = findQuotaEnd(text, file.documents);
  const limits: string[] = [];
  const onLimit = (limit: string) => limits.push(`${input.name}: ${limit}`);
  return {
    findings: (await checkFile(languageModules, file, { ...environment, onLimit })) ?? [],
    cutAt: beyond === undefined ? undefined : countLineBreaks(text, beyond) + 1,
    unchecked: [...describeUnchecked(input, file), ...limits],
  };
}

/** Describes the documents that weren't checked, with the line on which their content starts. */
function describeUnchecked({ name, text }: Input, { documents }: OpenFile): readonly string[] {
  return listUncheckedDocuments(documents).map((unchecked) => {
    const { start } = unchecked;
    const lineOf = (offset: number) => countLineBreaks(text, offset) + 1;
    const place = `${name}:${lineOf(findContentStart(text, start))}`;
    switch (unchecked.reason) {
      case 'limit':
        return `${place} was not checked, because this document is too large or too deeply nested.`;
      case 'branches':
        return `${place} was not checked, because this template has more than ${maxBranches} branches.`;
      case 'action':
        return `${place} was not checked, because the template action on line ${lineOf(start + unchecked.cause)} isn't closed.`;
      case 'jinja':
        return `${place} was not checked, because line ${lineOf(start + unchecked.cause)} contains a Jinja statement.`;
      case 'definition':
        return `${name}:${lineOf(start + unchecked.cause)}: this template definition was not checked, because its values are known only where a template includes it.`;
      case 'template':
        return `${place} was not checked, because without the template actions, line ${lineOf(start + unchecked.cause)} isn't valid YAML.`;
      default:
        return `${place}: only ${unchecked.checked} of the ${unchecked.total} branches of this template were checked.`;
    }
  });
}

interface FixedInput extends LintResult {
  /** The fixed file. The findings are those that remain. */
  readonly checked: Input;
  /** Reason why the file couldn't be written. */
  readonly failure?: string;
}

/** Applies safe fixes to a file until none remain. */
async function fixInput(input: Input, environment: CheckEnvironment): Promise<FixedInput> {
  const before = await look(input, environment);
  let fixed = input;
  let seen = before;
  for (let round = 0; round < maxRounds; round += 1) {
    const edits = selectCompatibleEdits(
      seen.findings.flatMap(({ fixes }) => fixes.filter(({ sure }) => sure).slice(0, 1)),
    );
    if (edits.length === 0) break;
    fixed = { ...fixed, text: applyEdits(fixed.text, edits) };
    seen = await look(fixed, environment);
  }
  if (input.path === undefined) process.stdout.write(encode(fixed));
  else if (fixed.text !== input.text) {
    try {
      // Loaded only here, because most runs fix nothing.
      const { writeInput } = await import('../io/writeInput.ts');
      await writeInput({ ...input, path: input.path }, fixed.text);
    } catch (error) {
      return { checked: input, ...before, failure: describeFileSystemError(error) };
    }
  }
  return { checked: fixed, ...seen };
}

/**
 * Returns whether a file can be fixed. If only a kustomization identifies it as an env file, its name must confirm
 * this, because a kustomization might name any file.
 */
function mayWrite({ envOf, uri }: Input): boolean {
  return envOf === undefined || isEnvFileName(uri);
}

async function print(
  problems: readonly PlacedFinding[],
  checked: CheckedFilesSummary,
  { format, release }: LintOptions,
): Promise<string> {
  if (format === 'json') return `${formatSanitizedJson(problems)}\n`;
  // Loads the descriptions of all rules.
  if (format === 'sarif') return (await import('../formats/sarif.ts')).formatSarif(problems, release);
  return formatText(problems, checked, process.stdout.isTTY && process.env['NO_COLOR'] === undefined);
}

/** Parses the ID of an OSC release in an option. */
export function parseRelease(value: string): Release {
  const release = findRelease(value);
  if (release === undefined) throw new InvalidArgumentError(`Supported releases: ${formatReleaseIds()}.`);
  return release;
}

function parseRule(value: string, known: ReadonlyMap<string, SeveritySetting>): ReadonlyMap<string, SeveritySetting> {
  const [name = '', severity] = value.split('=');
  const id = toInternalRuleId(name);
  if (!ruleIds.includes(id)) throw new InvalidArgumentError(`Unknown rule "${name}".`);
  if (!isSeveritySetting(severity))
    throw new InvalidArgumentError('Expected name=severity. Severities: error, warning, info, hint, off.');
  return new Map([...known, [id, severity]]);
}

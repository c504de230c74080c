/** Implements the file tools for assistants with the same rules as the CLI commands, but with limits. */
import { stat } from 'node:fs/promises';
import type { Linted } from '#core/assistants/results/lint.ts';
import type { StateComparison } from '#core/diagnosis/comparison/compareStates.ts';
import type { PlacedFinding } from '#core/common/placedFinding.ts';
import type { MustGatherReportParts } from '#core/assistants/results/mustGather.ts';
import type { CheckedPolicy } from '#core/assistants/results/policy.ts';
import type { Release } from '#core/product/releases.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { SeveritySetting } from '#core/common/severity.ts';
import type { NamedText } from '#server/mcp/toolBackends.ts';
import type { ResolvedPath, AllowedRoots } from '#server/mcp/allowedFolders.ts';
import { checkPolicy } from '#server/policy/model/checkPolicy.ts';
import { Policy } from '#server/policy/model/policy.ts';
import {
  getDefaultBase,
  getBaseTitle,
  getBaseVerdicts,
  isRefused,
  createPolicyTable,
  describePolicyProblem,
} from '#server/policy/table/table.ts';
import { decode, fileSelection, readInputs, type Input } from '../io/inputs.ts';
import { look, prepareInputs, type Prepared } from '../commands/lint.ts';
import { getLineAndColumn } from '../io/policyInputs.ts';
import { toProblems } from '#server/engine/findings/toProblems.ts';
import { readWithoutLinks, describeFileSystemError } from '../io/readFile.ts';
import { createStandaloneEnvironment } from '../io/standaloneFindings.ts';
import { walk } from '../io/walk.ts';

/** Limits for one call. If they're exceeded, the assistant can specify a subfolder. */
const mostFiles = 1000;
const mostBytes = 30_000_000;

const noRules: ReadonlyMap<string, SeveritySetting> = new Map();

/** Checks files and folders. If a limit is exceeded, the error is a message for the assistant. */
export async function lintPlaces(
  places: readonly ResolvedPath[],
  release: Release,
  roots: AllowedRoots,
): Promise<Result<Linted, string>> {
  const tooMuch = await excessOf(places);
  if (tooMuch !== undefined) return fail(tooMuch);
  const read = await readInputs(
    places.map(({ full }) => full),
    () => Promise.reject(new Error('standard input is not available')),
    {},
    {
      // A file that was found below a root might have been deleted or replaced by a link.
      readFile: (file) =>
        roots.holds(file)
          ? readWithoutLinks(file)
          : Promise.reject(new Error('not under a folder that this tool can read')),
    },
  );
  const named = (input: Input): Input =>
    input.path === undefined ? input : { ...input, name: roots.nameOf(input.path) };
  // Env files of a kustomization are in its folder or below, without links, so they can't lead outside the roots.
  const prepared = await prepareInputs({ ...read, files: read.files.map(named) }, { release, rule: noRules });
  const linted = await lintPrepared({ ...prepared, files: prepared.files.map(named) });
  // Reasons might contain absolute paths of files.
  return succeed({
    ...linted,
    notChecked: [
      ...prepared.unreadable,
      ...linted.notChecked,
      ...read.empty.map((folder) => `${roots.nameOf(folder)}: nothing to check`),
    ],
  });
}

/** Checks a text as a file of this language. */
export async function lintText(text: string, language: Input['language'], release: Release): Promise<Linted> {
  const input: Input = { name: 'text', uri: `stdin:/stdin.${language}`, text, bom: false, path: undefined, language };
  return lintPrepared(
    await prepareInputs({ files: [input], unreadable: [], whole: false }, { release, rule: noRules }),
  );
}

async function lintPrepared({ files, unnamed, unknown, environment }: Prepared): Promise<Linted> {
  const findings: PlacedFinding[] = [];
  const notChecked = [
    ...unnamed.map(({ name }) => `${name}: not named by a kustomization among these files`),
    ...unknown.map(({ name }) => `${name}: a kind of file that isn't checked`),
  ];
  for (const input of files) {
    const { findings: found, cutAt, unchecked } = await look(input, environment);
    notChecked.push(...unchecked);
    if (cutAt !== undefined) notChecked.push(`${input.name}: all manifests from line ${cutAt} on`);
    // Hints describe consequences and aren't problems.
    for (const problem of toProblems(
      input,
      found.filter(({ severity }) => severity !== 'hint'),
      environment.release,
    ))
      findings.push(problem);
  }
  return { files: files.length - unnamed.length, findings, notChecked };
}

async function excessOf(places: readonly ResolvedPath[]): Promise<string | undefined> {
  let [files, bytes] = [0, 0];
  for (const { full, isFolder } of places) {
    for (const file of isFolder ? (await walk(full, fileSelection)).files : [full]) {
      files += 1;
      if (files > mostFiles) return `More than ${mostFiles} files. Specify a subfolder.`;
      bytes += (await stat(file).catch(() => undefined))?.size ?? 0;
      if (bytes > mostBytes) return `The files exceed ${mostBytes / 1e6} MB in total. Specify fewer files.`;
    }
  }
  return undefined;
}

/**
 * Checks a policy and determines its verdict for every request. The error explains why the file isn't an agent policy.
 */
export function checkedPolicy({ name, text }: NamedText, release: Release): Result<CheckedPolicy, string> {
  const policy = new Policy(text);
  if (!policy.isForAgent) return fail(`${name} isn't an agent policy. The package must be agent_policy.`);
  const base = getDefaultBase(release);
  const usual = getBaseVerdicts(base, release);
  const problem = describePolicyProblem(policy, release);
  const environment = createStandaloneEnvironment(release);
  const input: Input = { name, uri: 'stdin:/stdin.rego', text, bom: false, path: undefined, language: 'rego' };
  return succeed({
    name,
    release: release.id,
    usualName: getBaseTitle(base),
    ...(problem === undefined ? {} : { problem }),
    refused: isRefused(policy, release),
    findings: toProblems(input, checkPolicy(policy, { uri: 'stdin:/stdin.rego', place: 'file' }, environment), release),
    requests: createPolicyTable(policy, release).map(({ endpoint, verdict, span, consequence, risky }) => ({
      request: endpoint,
      verdict,
      line: span === undefined ? null : getLineAndColumn(text, span.start).line,
      usual: usual(endpoint),
      ...(risky || verdict === 'undefined' ? { consequence } : {}),
    })),
  });
}

/** Returns the text of a file, or the reason why it can't be read. */
export async function textAt({ full }: ResolvedPath): Promise<Result<string, string>> {
  try {
    return succeed(decode(await readWithoutLinks(full)).text);
  } catch (error) {
    return fail(describeFileSystemError(error));
  }
}

/**
 * Creates a must-gather report. Doesn't follow links: the path was checked when it contained none, so a link is a later
 * change. If the report can't be created, the error is a message for the assistant.
 */
export async function mustGatherReport(
  { full }: ResolvedPath,
  signal: AbortSignal,
): Promise<Result<MustGatherReportParts, string>> {
  const { createMustGatherReport } = await import('#gather/main.ts');
  const report = await createMustGatherReport(full, { signal, noLinks: true });
  return report.ok ? report : fail(report.error.words);
}

/** Compares two must-gathers, with the names that the assistant knows. Doesn't follow links. */
export async function compareMustGathers(
  before: ResolvedPath,
  after: ResolvedPath,
  signal: AbortSignal,
): Promise<Result<StateComparison, string>> {
  const { compareReports, createMustGatherReport } = await import('#gather/main.ts');
  const reports = [];
  for (const { full, name } of [before, after]) {
    const report = await createMustGatherReport(full, { signal, noLinks: true });
    if (!report.ok) return fail(`Can't read ${name}: ${report.error.words}.`);
    reports.push({ name, report: report.value });
  }
  const [first, second] = reports;
  return first === undefined || second === undefined
    ? fail('Specify two must-gathers.')
    : succeed(compareReports(first, second));
}

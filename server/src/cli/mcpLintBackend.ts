/** What assistants ask of files, done as the commands do it: with the same rules, and bounds of its own. */
import { stat } from 'node:fs/promises';
import type { Linted } from '#core/assistants/results/lint.ts';
import type { PlacedFinding } from '#core/common/placedFinding.ts';
import type { GatheredReport } from '#core/assistants/results/mustGather.ts';
import type { CheckedPolicy } from '#core/assistants/results/policy.ts';
import type { Release } from '#core/product/releases.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { SeveritySetting } from '#core/common/severity.ts';
import type { NamedText } from '#server/mcp/toolBackends.ts';
import type { ResolvedPath, AllowedRoots } from '#server/mcp/allowedFolders.ts';
import { maxManifests } from '#server/engine/yaml/quota.ts';
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
import { decode, fileSelection, readInputs, type Input } from './io/inputs.ts';
import { look, prepareInputs, type Prepared } from './commands/lint.ts';
import { getLineAndColumn } from './io/policyInputs.ts';
import { toProblems } from './io/toProblems.ts';
import { readSamePlace, describeFileSystemError } from './io/readFile.ts';
import { printMessage } from './io/printMessage.ts';
import { walk } from './io/walk.ts';

/** Of one call. Whoever has more names a folder further down. */
const mostFiles = 1000;
const mostBytes = 30_000_000;

const noRules: ReadonlyMap<string, SeveritySetting> = new Map();

/** Checks files and folders. The error is a sentence. */
export async function lintPlaces(
  places: readonly ResolvedPath[],
  release: Release,
  roots: AllowedRoots,
): Promise<Result<Linted, string>> {
  const tooMuch = await excessOf(places);
  if (tooMuch !== undefined) return fail(tooMuch);
  const read = await readInputs(
    places.map(({ full }) => full),
    () => Promise.reject(new Error('nothing is read from standard input')),
    {},
    // What was found below a root may be gone, or lead elsewhere, by now.
    (file) =>
      roots.holds(file) ? readSamePlace(file) : Promise.reject(new Error('is not below the folders that are open')),
  );
  const named = (input: Input): Input =>
    input.path === undefined ? input : { ...input, name: roots.nameOf(input.path) };
  // Env files that a kustomization names lie in its folder or below, without links on the way: they do not lead out.
  const prepared = await prepareInputs({ ...read, files: read.files.map(named) }, { release, rule: noRules });
  const linted = await lintPrepared({ ...prepared, files: prepared.files.map(named) });
  // Reasons may name files by where they are.
  return succeed({
    ...linted,
    notChecked: [
      ...prepared.unreadable,
      ...linted.notChecked,
      ...read.empty.map((folder) => `${roots.nameOf(folder)}: no YAML files in it`),
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

async function lintPrepared({ files, unnamed, environment }: Prepared): Promise<Linted> {
  const findings: PlacedFinding[] = [];
  const notChecked = unnamed.map(({ name }) => `${name}: no kustomization among these files names it`);
  for (const input of files) {
    const { findings: found, cut } = await look(input, environment);
    if (cut) notChecked.push(`${input.name}: all but its first ${maxManifests} manifests`);
    // Hints are consequences, not faults.
    for (const problem of toProblems(
      input,
      found.filter(({ severity }) => severity !== 'hint'),
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
      if (files > mostFiles) return `There are more than ${mostFiles} files: name a folder further down.`;
      bytes += (await stat(file).catch(() => undefined))?.size ?? 0;
      if (bytes > mostBytes) return `The files are larger than ${mostBytes / 1e6} MB together: name fewer.`;
    }
  }
  return undefined;
}

/** What is wrong with a policy, and what it makes of every request. The error says why it is none. */
export function checkedPolicy({ name, text }: NamedText, release: Release): Result<CheckedPolicy, string> {
  const policy = new Policy(text);
  if (!policy.isForAgent) return fail(`${name} is no policy for the agent: those are of package agent_policy.`);
  const base = getDefaultBase(release);
  const usual = getBaseVerdicts(base, release);
  const problem = describePolicyProblem(policy, release);
  const environment = { release, severities: noRules, now: Date.now(), workspace: undefined, onError: printMessage };
  const input: Input = { name, uri: 'stdin:/stdin.rego', text, bom: false, path: undefined, language: 'rego' };
  return succeed({
    name,
    release: release.id,
    usualName: getBaseTitle(base),
    ...(problem === undefined ? {} : { problem }),
    refused: isRefused(policy, release),
    findings: toProblems(input, checkPolicy(policy, { uri: 'stdin:/stdin.rego', place: 'file' }, environment)),
    requests: createPolicyTable(policy, release).map(({ endpoint, verdict, span, consequence, risky }) => ({
      request: endpoint,
      verdict,
      line: span === undefined ? null : getLineAndColumn(text, span.start).line,
      usual: usual(endpoint),
      ...(risky || verdict === 'undefined' ? { consequence } : {}),
    })),
  });
}

/** The text of a file. The error says why it cannot be read. */
export async function textAt({ full }: ResolvedPath): Promise<Result<string, string>> {
  try {
    return succeed(decode(await readSamePlace(full)).text);
  } catch (error) {
    return fail(describeFileSystemError(error));
  }
}

/**
 * Creates a must-gather report. Doesn't follow links in the path or in the must-gather, because the path had none when
 * it was checked. The error is a message.
 */
export async function mustGatherReport(
  { full }: ResolvedPath,
  signal: AbortSignal,
): Promise<Result<GatheredReport, string>> {
  const { createMustGatherReport } = await import('#gather/main.ts');
  const report = await createMustGatherReport(full, { signal, noLinks: true });
  return report.ok ? report : fail(report.error.words);
}

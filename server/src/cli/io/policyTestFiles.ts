/** Finds the policy tests and the Rego files that the paths of `osc-tools policy test` specify. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Policy } from '#server/policy/model/policy.ts';
import type { RegoFile } from '#server/policy/tests/testedSources.ts';
import { decode, expand, formatFileName } from './inputs.ts';
import { readFileBounded } from './readFile.ts';
import { readPolicyFile } from './policyInputs.ts';
import { printMessage } from './printMessage.ts';

/** A Rego file with its path and the name in the output. */
export interface NamedRegoFile extends RegoFile {
  readonly path: string;
  readonly name: string;
}

/** The files of a call. */
export interface PolicyTestFiles {
  /** Paths of `*.policy-test.yaml` files, or `-`. */
  readonly cases: readonly string[];
  /** Rego files that contain unit tests. */
  readonly unitTests: readonly NamedRegoFile[];
  /** All other Rego files of the call. */
  readonly policies: readonly NamedRegoFile[];
  /** True if a path can't be read, or if a policy has no test. */
  readonly isIncomplete: boolean;
}

const testSuffix = '.policy-test.yaml';

/** Maximum number of Rego files of a folder that are read for a unit test. */
const maxBeside = 200;

/** Finds the tests. For a policy, these are the tests next to it. Prints the paths that can't be read. */
export async function findPolicyTests(paths: readonly string[]): Promise<PolicyTestFiles> {
  const cases = new Set<string>();
  const rego = new Map<string, NamedRegoFile>();
  const given = new Set<string>();
  let isIncomplete = false;
  for (const each of paths) {
    if (each === '-') {
      cases.add(each);
      continue;
    }
    const { found, folder, failed } = await expand(each);
    for (const reason of failed) printMessage(`can't read ${reason}`);
    isIncomplete ||= failed.length > 0;
    for (const file of found) {
      if (!file.endsWith('.rego')) {
        if (!folder || file.endsWith(testSuffix)) cases.add(file);
        continue;
      }
      const read = await readRego(file);
      if (read === undefined) isIncomplete = true;
      else {
        rego.set(file, read);
        if (!folder) given.add(file);
      }
    }
  }
  const unitTests = new Map([...rego].filter(([, { uri, text }]) => new Policy(text).isTest(uri)));
  const policies = [...rego.values()].filter((file) => !unitTests.has(file.path));
  for (const policy of policies.filter((file) => given.has(file.path))) {
    const beside = await testsBeside(policy);
    if (beside.cases !== undefined) cases.add(beside.cases);
    if (beside.unitTest !== undefined) unitTests.set(beside.unitTest.path, beside.unitTest);
    if (beside.cases !== undefined || unitTests.size > 0) continue;
    const stem = policy.name.slice(0, -'.rego'.length);
    printMessage(
      `${policy.name} has no test. Specify a test, or save one as ${stem}${testSuffix} or ${stem}_test.rego.`,
    );
    isIncomplete = true;
  }
  return { cases: [...cases], unitTests: [...unitTests.values()], policies, isIncomplete };
}

async function testsBeside({
  path: policy,
}: NamedRegoFile): Promise<{ readonly cases?: string | undefined; readonly unitTest?: NamedRegoFile | undefined }> {
  const names = new Set(await readdir(path.dirname(policy)).catch(() => []));
  const stem = policy.slice(0, -'.rego'.length);
  const hasCases = names.has(path.basename(`${stem}${testSuffix}`));
  const unitTest = names.has(path.basename(`${stem}_test.rego`)) ? await readRego(`${stem}_test.rego`) : undefined;
  return { cases: hasCases ? `${stem}${testSuffix}` : undefined, unitTest };
}

async function readRego(file: string): Promise<NamedRegoFile | undefined> {
  const read = await readPolicyFile(file);
  return read === undefined
    ? undefined
    : { path: file, name: read.name, uri: pathToFileURL(file).href, text: read.text };
}

/** Returns the other Rego files in the folder of a unit test. Skips files that can't be read. */
export async function readRegoBeside(file: string): Promise<readonly NamedRegoFile[]> {
  const folder = path.dirname(file);
  const names = await readdir(folder).catch((): string[] => []);
  const found: NamedRegoFile[] = [];
  for (const name of names.filter((each) => each.endsWith('.rego')).slice(0, maxBeside)) {
    const full = path.join(folder, name);
    if (full === file) continue;
    try {
      const { text } = decode(await readFileBounded(full));
      found.push({ path: full, name: formatFileName(full), uri: pathToFileURL(full).href, text });
    } catch {
      // Only files of the call must be readable.
    }
  }
  return found;
}

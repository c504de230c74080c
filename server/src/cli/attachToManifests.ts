/**
 * Attaches a policy or initdata to the pods in manifests, for `osc-tools policy attach` and `osc-tools initdata
 * attach`. Loaded when they run.
 */
import path from 'node:path';
import process from 'node:process';
import { formatList } from '#core/text/grammar.ts';
import { createInEnglish } from '#core/text/language.ts';
import { sanitizeTerminalLine, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { formatUnifiedDiff } from '#core/text/unifiedDiff.ts';
import type { Attached, AttachTarget } from '#server/embedded/attachPolicy.ts';
import type { FileWorkload } from '#server/embedded/generateFromWorkload.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import type { Edit } from '#server/engine/findings/rule.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { readDocuments, type PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import type { AttachOptions } from './attachOptions.ts';
import { chooseWorkload, readWorkloads } from './chooseWorkload.ts';
import { getLineAndColumn } from './io/policyInputs.ts';
import { decode, encode, readInput, stdinName, type Input } from './io/inputs.ts';
import { printMessage } from './io/printMessage.ts';
import { describeFileSystemError, readStream } from './io/readFile.ts';
import { writeInput } from './io/writeInput.ts';
import { exitClean, exitFound, exitUsage } from './usage.ts';

/** Creates the edits that attach the content to one pod. */
export type CreateAttachEdits = (place: AttachTarget) => Attached;

/** A manifest with the edits that attach the content. */
interface EditedInput {
  readonly input: Input;
  readonly edits: readonly Edit[];
}

/**
 * Attaches content to one pod in each manifest, and prints the mechanism and its reason to standard error. If a
 * manifest can't be changed, none is written.
 * @returns exit code
 */
export async function attachToManifests(
  manifests: readonly string[],
  options: AttachOptions,
  createEdits: CreateAttachEdits,
): Promise<number> {
  const inputs = await readManifests(manifests);
  if (inputs === undefined) return exitUsage;
  // The feature gates in the files determine which mechanism works.
  const workspace = createWorkspaceSnapshot(inputs);
  const edited: EditedInput[] = [];
  let isRefused = false;
  for (const input of inputs) {
    const documents = readDocuments(input.text);
    const workloads = readWorkloads(input, documents);
    if (workloads === undefined) return exitUsage;
    const workload = chooseWorkload(input.name, workloads, { option: '--select', value: options.select });
    if (workload === undefined) return exitUsage;
    const { placed, span } = workload;
    if (hasSyntaxError(input, placed)) return exitUsage;
    const attached = createEdits({
      placed,
      offset: span.start - placed.start,
      release: options.release,
      workspace,
      replaces: options.replace,
    });
    report(input, workload, attached);
    isRefused ||= attached.problem !== undefined || attached.conflicts !== undefined;
    edited.push({ input, edits: attached.edits });
  }
  if (isRefused) return exitFound;
  return options.write ? writeAll(edited) : print(edited, options.diff);
}

/** Prints the syntax error of a document, if it has one. An edit could make it worse. Returns whether it has one. */
function hasSyntaxError({ name, text }: Input, { document, start }: PlacedDocument): boolean {
  const problem = document.parsed.problems.find(({ code }) => code !== 'DUPLICATE_KEY');
  if (problem === undefined) return false;
  const { line } = getLineAndColumn(text, start + problem.start);
  printMessage(
    createInEnglish(() => `${name}:${line}: can't change this document, because of a syntax error: ${problem.message}`),
  );
  return true;
}

async function readManifests(manifests: readonly string[]): Promise<readonly Input[] | undefined> {
  const inputs: Input[] = [];
  let isIncomplete = false;
  for (const file of new Set(manifests.map((name) => (name === '-' ? name : path.resolve(name))))) {
    try {
      inputs.push(file === '-' ? await readStdin() : await readInput(file));
    } catch (error) {
      printMessage(
        `can't read ${file === '-' ? stdinName : path.relative(process.cwd(), file) || '.'}: ${describeFileSystemError(error)}`,
      );
      isIncomplete = true;
    }
  }
  return isIncomplete ? undefined : inputs;
}

async function readStdin(): Promise<Input> {
  const text = decode(await readStream(process.stdin));
  return { name: stdinName, uri: 'stdin:/stdin.yaml', path: undefined, language: 'yaml', ...text };
}

/** Prints the mechanism, its reason, and the consequences, or why the content can't be attached. */
function report(
  { name }: Input,
  { kind, name: workload }: FileWorkload,
  { explanation, consequences = [], problem, conflicts, kept }: Attached,
): void {
  const of = `${name}: ${kind} ${workload ?? '(no name)'}`;
  for (const line of [explanation, ...(problem === undefined ? consequences : [problem])])
    if (line !== '') printMessage(`${name}: ${line}`);
  const list = (names: readonly string[]): string => createInEnglish(() => formatList(names));
  if (conflicts !== undefined)
    printMessage(
      conflicts.length === 1 && conflicts[0] === 'policy'
        ? `${of} already has a different policy. To replace it, use --replace.`
        : `${of} already has initdata with different contents (${list(conflicts)}). To replace them, use --replace.`,
    );
  if (kept !== undefined) printMessage(`${of}: kept ${list(kept)} from the existing initdata.`);
}

function print(edited: readonly EditedInput[], isDiff: boolean): number {
  for (const { input, edits } of edited) {
    const output = isDiff
      ? formatUnifiedDiff(input.name.replaceAll('\\', '/'), input.text, edits)
      : applyEdits(input.text, edits);
    // A file gets the exact bytes. A terminal might interpret control characters.
    if (process.stdout.isTTY) process.stdout.write(sanitizeTerminalLines(output));
    else process.stdout.write(isDiff ? output : encode({ text: output, bom: input.bom }));
  }
  return exitClean;
}

async function writeAll(edited: readonly EditedInput[]): Promise<number> {
  let isIncomplete = false;
  for (const { input, edits } of edited) {
    const text = applyEdits(input.text, edits);
    if (text === input.text || input.path === undefined) {
      printMessage(`${input.name} is unchanged`);
      continue;
    }
    try {
      await writeInput({ ...input, path: input.path }, text);
      printMessage(`changed ${sanitizeTerminalLine(input.name)}`);
    } catch (error) {
      printMessage(`can't write ${input.name}: ${describeFileSystemError(error)}`);
      isIncomplete = true;
    }
  }
  return isIncomplete ? exitUsage : exitClean;
}

/** `osc-tools policy generate`: generates an agent policy from a pod or workload. */
import { Command } from 'commander';
import process from 'node:process';
import type { RequestDefaults } from '#core/agent/generate/genpolicySettings.ts';
import type { Release } from '#core/product/releases.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import type { FileWorkload, OversizedDocument } from '#server/embedded/generateFromWorkload.ts';
import { firstLine, maxDepth, maxDocumentLength, maxNodes } from '#server/engine/yaml/parse/parse.ts';
import { countParts, maxParts } from '#server/engine/yaml/parse/parts.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { withHelp } from '../help.ts';
import { createReleaseOption, getLineAndColumn, readTextFile } from '../io/policyInputs.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitUsage } from '../usage.ts';

interface GenerateCliOptions {
  readonly release: Release;
  readonly execProbes: boolean;
  readonly logs: boolean;
  readonly settings?: string;
  readonly name?: string;
  readonly attach: boolean;
}

/** Maximum number of workloads to name in a message. */
const mostNamed = 10;

export function policyGenerateCommand(): Command {
  return withHelp(new Command('generate'), {
    summary: 'Generate a policy from a pod or workload.',
    details:
      "The policy denies every request except those that the pod needs, and allows only the containers in the manifest. It is valid in Rego v0 and v1. Comments in the policy list the fields that the conditions are based on, and the values that the manifest doesn't specify. On standard error, lists the fields that the policy covers only partially.",
    exitCodes: {
      0: 'The policy was generated',
      2: "Usage error, a file can't be read or contains no complete pod, or it contains several pods and --name is missing",
    },
    examples: [
      'osc-tools policy generate my-pod.yaml > policy.rego',
      'osc-tools policy generate deployment.yaml --name web --exec-probes --logs',
      'osc-tools policy generate my-pod.yaml --attach > my-pod-with-policy.yaml',
    ],
    page: 'policies.md#generate-a-policy-from-a-workload',
  })
    .argument('<file>', 'YAML or JSON file with a pod or workload, or - for standard input')
    .option('--name <name>', 'name of the workload, if the file contains several')
    .option('--exec-probes', 'allow the commands of probes and lifecycle hooks', false)
    .option('--logs', 'allow the cluster to read the output of containers', false)
    .option('--settings <file>', 'genpolicy settings file (JSON) with the request_defaults to use')
    .option('--attach', 'instead of the policy, print the file with the policy attached to the pod', false)
    .addOption(createReleaseOption())
    .action(async (file: string, options: GenerateCliOptions) => {
      process.exitCode = await generate(file, options);
    });
}

async function generate(file: string, options: GenerateCliOptions): Promise<number> {
  if (file === '-' && options.settings === '-') return fail('only one argument can be - (standard input)');
  const read = await readTextFile(file);
  if (read === undefined) return exitUsage;
  const settings = options.settings === undefined ? undefined : await readSettings(options.settings);
  if (settings === undefined && options.settings !== undefined) return exitUsage;
  const { findOversizedDocuments, generateFromWorkload, listWorkloads } =
    await import('#server/embedded/generateFromWorkload.ts');
  const documents = readDocuments(read.text);
  const oversized = findOversizedDocuments(documents);
  for (const document of oversized) {
    const { line } = getLineAndColumn(read.text, document.start + Math.max(0, document.text.search(firstLine)));
    printMessage(`${read.name}:${line}: can't read this document: ${describeExcess(document)}`);
  }
  const workloads = listWorkloads(documents);
  if (workloads.length === 0 && oversized.length > 0) return exitUsage;
  const workload = choose(read.name, workloads, options.name);
  if (workload === undefined) return exitUsage;
  const { release, execProbes, logs } = options;
  const { text, messages } = generateFromWorkload(workload, documents, {
    release,
    execProbes,
    logs,
    ...(settings === undefined ? {} : { settings }),
  });
  for (const { start, message, fatal } of messages) {
    const { line, column } = getLineAndColumn(read.text, start);
    printMessage(`${read.name}:${line}:${column}: ${fatal ? 'error' : 'info'}: ${sanitizeTerminalLine(message)}`);
  }
  if (text === undefined) return exitUsage;
  const output = options.attach ? await attach(workload, read.text, text, options.release) : text;
  if (output === undefined) return exitUsage;
  process.stdout.write(output);
  return exitClean;
}

/** Describes which limit a document exceeds, and by how much if that is known. */
function describeExcess({ text, problem }: OversizedDocument): string {
  if (problem.code === 'too-deep') return `it exceeds the limit of ${maxDepth} nested levels`;
  if (problem.code === 'too-many-nodes') return `with its aliases resolved, it exceeds the limit of ${maxNodes} values`;
  return text.length > maxDocumentLength
    ? `it is ${Math.ceil(text.length / 1e3)} KB, and the limit is ${maxDocumentLength / 1e3} KB`
    : `it has ${countParts(text)} entries, and the limit is ${maxParts}`;
}

function fail(message: string): number {
  printMessage(message);
  return exitUsage;
}

/** Returns the workload to use. If it's missing or ambiguous, prints the reason and returns undefined. */
function choose(file: string, all: readonly FileWorkload[], name: string | undefined): FileWorkload | undefined {
  const named = name === undefined ? all : all.filter((workload) => workload.name === name);
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return only;
  const list = sanitizeTerminalLine(
    formatNames(
      all.map((workload) => `${workload.kind} ${workload.name ?? '(no name)'}`),
      mostNamed,
    ),
  );
  if (all.length === 0) printMessage(`${file} contains no pod or workload`);
  else if (only === undefined)
    printMessage(`${file} contains no pod or workload named ${sanitizeTerminalLine(name ?? '')}: ${list}`);
  else if (name === undefined)
    printMessage(`${file} contains several pods or workloads. Select one with --name: ${list}`);
  else printMessage(`${file} contains several pods or workloads named ${sanitizeTerminalLine(name)}: ${list}`);
  return undefined;
}

async function readSettings(file: string): Promise<RequestDefaults | undefined> {
  const read = await readTextFile(file);
  if (read === undefined) return undefined;
  let settings: unknown;
  try {
    settings = JSON.parse(read.text);
  } catch {
    printMessage(`can't read ${read.name}: not valid JSON`);
    return undefined;
  }
  const { readRequestDefaults } = await import('#core/agent/generate/genpolicySettings.ts');
  const defaults = readRequestDefaults(settings);
  if (defaults === undefined) printMessage(`${read.name} contains no request_defaults`);
  return defaults;
}

/** Returns the file with the policy attached to the pod. If it can't be attached, prints the reason. */
async function attach(
  { placed, span }: FileWorkload,
  text: string,
  policy: string,
  release: Release,
): Promise<string | undefined> {
  const { createAttachEdits } = await import('#server/embedded/attachPolicy.ts');
  const {
    edits,
    explanation,
    consequences = [],
    problem,
  } = createAttachEdits({
    placed,
    offset: span.start - placed.start,
    policy,
    release,
    workspace: undefined,
  });
  for (const line of [explanation, ...consequences, ...(problem === undefined ? [] : [problem])])
    if (line !== '') printMessage(sanitizeTerminalLine(line));
  if (problem !== undefined) return undefined;
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((whole, edit) => `${whole.slice(0, edit.start)}${edit.text}${whole.slice(edit.end)}`, text);
}

/** `osc-tools policy generate`: generates an agent policy from a pod or workload. */
import { Command } from 'commander';
import process from 'node:process';
import type { RequestDefaults } from '#core/agent/generate/genpolicySettings.ts';
import type { Release } from '#core/product/releases.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import type { FileWorkload } from '#server/embedded/generateFromWorkload.ts';
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
  const { generateFromWorkload } = await import('#server/embedded/generateFromWorkload.ts');
  const { chooseWorkload, readWorkloads } = await import('../chooseWorkload.ts');
  const documents = readDocuments(read.text);
  const workloads = readWorkloads(read, documents);
  if (workloads === undefined) return exitUsage;
  const workload = chooseWorkload(read.name, workloads, { option: '--name', value: options.name });
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

function fail(message: string): number {
  printMessage(message);
  return exitUsage;
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
  const attached = createAttachEdits({
    placed,
    offset: span.start - placed.start,
    policy,
    release,
    workspace: undefined,
  });
  const { edits, explanation, consequences = [], problem } = attached;
  for (const line of [explanation, ...consequences, ...(problem === undefined ? [] : [problem])])
    if (line !== '') printMessage(sanitizeTerminalLine(line));
  return problem === undefined ? applyEdits(text, edits) : undefined;
}

/** `osc-tools diff`: compares the objects of files, folders, and kustomizations with a cluster. */
import { Command, Option } from 'commander';
import process from 'node:process';
import { omitUndefined } from '#core/common/json.ts';
import type { ObjectComparison } from '#core/operations/comparison/objectComparison.ts';
import {
  allowExecOption,
  clusterOrder,
  contextOption,
  failUsage,
  failWithoutContext,
  kubeconfigOption,
  timeoutOption,
  type ClusterOptions,
} from '../clusterOptions.ts';
import type { DiffFiles, DiffRequest } from '#client/diff/diffCommand.ts';
import type { DiffFormat } from '../formats/diffFormats.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { withHelp } from '../help.ts';
import { describeFileSystemError, readStream } from '../io/readFile.ts';
import { printMessage, ProgressLine } from '../io/printMessage.ts';
import { stopSignal } from '../io/stopSignal.ts';
import { exitCodeOfSignal } from '../mustGather/collectResult.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface Options extends ClusterOptions {
  readonly namespace?: string;
  readonly recursive: boolean;
  readonly fieldManager: string;
  readonly format: DiffFormat;
}

const formats: readonly DiffFormat[] = ['text', 'json', 'markdown', 'sarif'];

export function diffCommand(): Command {
  return withHelp(new Command('diff'), {
    summary: 'Compare files with a cluster.',
    details:
      "Prints what applying the objects would change, as a unified diff from the cluster (a) to the state after the apply (b). Sends each object as a server-side dry run, which doesn't change the cluster. Default values and fields that other tools manage don't count as differences. For Secrets, compares the values, and prints only the keys. Redacts credentials. If all objects have a label in common, also lists the objects of the same kinds with this label that only the cluster contains. Builds kustomizations that don't need the network, Helm, or plugins.",
    exitCodes: {
      0: 'No differences',
      1: 'Differences found',
      2: "Usage error, or an object can't be read or compared",
    },
    examples: [
      'osc-tools diff kataconfig.yaml --context demo',
      'osc-tools diff kataconfig.yaml --context demo --format markdown > drift.md',
      'osc-tools diff - --context demo < kataconfig.yaml',
    ],
    page: 'command-line.md#diff',
  })
    .usage('<path...> --context <name> [options]')
    .argument('<path...>', 'file, folder, kustomization, or - for standard input')
    .addOption(contextOption())
    .option('-n, --namespace <name>', 'namespace of objects without one (default: the namespace of the context)')
    .option('-R, --recursive', 'also read the subfolders, except links to folders', false)
    .option('--field-manager <name>', 'field manager that applies the objects', 'kubectl')
    .addOption(kubeconfigOption())
    .addOption(new Option('--format <format>', 'output format').choices(formats).default('text'))
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(async (paths: readonly string[], options: Options, command: Command) => {
      process.exitCode = await run(paths, options, command);
    });
}

/** Loads the code that contacts a cluster. */
async function loadDiff() {
  return import('#client/diff/diffCommand.ts');
}

async function run(paths: readonly string[], options: Options, command: Command): Promise<number> {
  const { context, namespace, recursive, fieldManager } = options;
  if (paths.filter((path) => path === '-').length > 1)
    return failUsage(command, 'only one argument can be - (standard input)');
  if (!/^[\x21-\x7e]{1,128}$/.test(fieldManager))
    return failUsage(command, '--field-manager must have 1 to 128 printable characters');
  const { listContexts, readDiffFiles } = await loadDiff();
  try {
    if (context === undefined) return await failWithoutContext(command, options, listContexts);
    const request = {
      paths,
      isRecursive: recursive,
      manager: fieldManager,
      readStdin: () => readStream(process.stdin),
      ...omitUndefined({ namespace }),
    };
    const files = await readDiffFiles(request, process.cwd());
    if (!files.ok) {
      printMessage(files.error);
      return exitUsage;
    }
    return await compare({ ...options, context }, files.value, request);
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

/** Compares the objects of files, and prints the result. Shows the progress in a terminal. */
async function compare(
  options: Options & { readonly context: string },
  { objects, skipped, problems }: DiffFiles,
  request: DiffRequest,
): Promise<number> {
  const { diffWithCluster } = await loadDiff();
  for (const file of skipped) printMessage(`${file}: skipped because it isn't a Kubernetes manifest`);
  for (const problem of problems) printMessage(problem);
  const [stopped, progress] = [stopSignal(), new ProgressLine()];
  const report = await diffWithCluster({ ...clusterOrder(options), signal: stopped.signal }, objects, {
    ...request,
    onProgress: (done) => progress.show(`Comparing: ${done} of ${formatCount(objects.length, 'object')}`),
  });
  progress.clear();
  stopped.end();
  const interrupted = exitCodeOfSignal(stopped.stoppedBy());
  if (interrupted !== undefined) return interrupted;
  if (!report.ok) {
    printMessage(report.error);
    return exitUsage;
  }
  const { formatDiff } = await import('../formats/diffFormats.ts');
  const { notes } = report.value;
  process.stdout.write(formatDiff(options.format, { ...report.value, notes: [...problems, ...notes] }));
  for (const note of notes) printMessage(note);
  return problems.length > 0 ? exitUsage : exitCodeOf(report.value.objects);
}

function exitCodeOf(objects: readonly ObjectComparison[]): number {
  if (objects.some(({ verdict }) => verdict === 'notComparable')) return exitUsage;
  return objects.every(({ verdict }) => verdict === 'same') ? exitClean : exitFound;
}

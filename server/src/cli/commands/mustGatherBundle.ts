/** `osc-tools must-gather bundle`: creates a redacted archive for support. */
import { Command, Option } from 'commander';
import path from 'node:path';
import process from 'node:process';
import type { FindingLocation } from '#core/mustGather/supportBundle.ts';
import { omitUndefined } from '#core/common/json.ts';
import { formatSanitizedJson, sanitizeTerminalLine, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { version } from '#server/engine/version.ts';
import {
  allowExecOption,
  clusterOrder,
  contextOption,
  failUsage,
  kubeconfigOption,
  kubeconfigOrder,
  timeoutOption,
  type ClusterOptions,
} from '../clusterOptions.ts';
import { withHelp } from '../help.ts';
import { askYes, canAsk } from '../io/askYes.ts';
import { describeWriteError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { stopSignal, type StopSignal } from '../io/stopSignal.ts';
import { exitClean, exitFound, exitInterrupted, exitTerminated, exitUsage } from '../usage.ts';

interface Options extends ClusterOptions {
  readonly mustGather?: string;
  readonly files?: readonly string[];
  readonly output?: string;
  readonly yes: boolean;
  readonly format: 'text' | 'json';
}

export function bundleCommand(): Command {
  return withHelp(new Command('bundle'), {
    summary: 'Create a redacted support bundle.',
    details:
      "Collects a must-gather through the API, or uses the one that you specify. Adds its report, and the status, preflight checks, permissions, events, and pod logs of the cluster. Redacts credentials, lists the contents, and writes one zip archive after you confirm. Doesn't change the cluster, and contacts only the cluster of the context that you specify. Without --context, uses only the must-gather.",
    exitCodes: {
      0: 'The support bundle was saved',
      1: "Some data couldn't be read, some files can't be redacted, or you didn't confirm",
      2: 'Usage error, or no support bundle was created',
      130: 'You stopped the command (Ctrl+C). No support bundle was created',
      143: 'The command was terminated (SIGTERM). No support bundle was created',
    },
    examples: [
      'osc-tools must-gather bundle --context demo --yes',
      'osc-tools must-gather bundle --context demo --files manifests --output case-4711.zip --yes',
      'osc-tools must-gather bundle --must-gather must-gather.local --yes',
    ],
    page: 'collect-must-gather.md#create-a-support-bundle',
  })
    .usage('[--context <name>] [--must-gather <path>] [options]')
    .addOption(contextOption())
    .option('--must-gather <path>', 'folder or archive of a must-gather to use instead of collecting one')
    .option('--files <path...>', 'files or folders to check (the bundle contains the findings, not the files)')
    .option('-o, --output <file>', 'archive to create (default: name of the context and the time in UTC)')
    .option('-y, --yes', "create the archive without asking (required if standard input isn't a terminal)", false)
    .addOption(new Option('--format <format>', 'output format of the list').choices(['text', 'json']).default('text'))
    .addOption(kubeconfigOption())
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(async (options: Options, command: Command) => {
      process.exitCode = await run(options, command);
    });
}

/** Loads the code that contacts a cluster. */
async function loadBundler() {
  return import('#client/mustGather/supportBundle/bundleCommand.ts');
}

async function run(options: Options, command: Command): Promise<number> {
  const { context, mustGather, kubeconfig, yes } = options;
  const { listContexts } = await loadBundler();
  if (context === undefined && mustGather === undefined) {
    const contexts = await listContexts(kubeconfigOrder(kubeconfig));
    return failUsage(command, `--context or --must-gather is required (${contexts})`);
  }
  if (!yes && !canAsk()) return failUsage(command, "--yes is required if standard input isn't a terminal");
  const stopped = stopSignal();
  try {
    return await create(options, stopped);
  } catch (error) {
    const interrupted = exitAfter(stopped);
    const isCanceled = stopped.signal.aborted;
    printMessage(
      isCanceled
        ? 'canceled: no support bundle was created'
        : `can't create the support bundle: ${describeWriteError(error)}`,
    );
    return interrupted ?? exitUsage;
  } finally {
    stopped.end();
  }
}

async function create({ yes, format, ...options }: Options, stopped: StopSignal): Promise<number> {
  const { bundleListText, composeForCommand } = await loadBundler();
  const { context, mustGather, files, output } = options;
  const isShown = process.stderr.isTTY;
  const composed = await composeForCommand(context === undefined ? undefined : clusterOrder({ ...options, context }), {
    findings: files === undefined ? undefined : await checkFiles(files),
    version,
    folder: process.cwd(),
    stop: stopped.signal,
    // A pipe gets no progress.
    onProgress: (text) => void (isShown && process.stderr.write(`\r\u001b[K${sanitizeTerminalLine(text)}`)),
    ...omitUndefined({ mustGather, output }),
  });
  if (isShown) process.stderr.write('\r\u001b[K');
  if (!composed.ok) {
    printMessage(composed.error);
    return exitAfter(stopped) ?? exitUsage;
  }
  const { target, contents, save, discard } = composed.value;
  try {
    process.stdout.write(
      format === 'json'
        ? `${formatSanitizedJson({ file: target, ...contents })}\n`
        : sanitizeTerminalLines(`${bundleListText(contents)}\n`),
    );
    const isConfirmed = yes || (await askYes(`Save the support bundle to ${target}?`, stopped.signal));
    if (!isConfirmed) return exitAfter(stopped) ?? exitFound;
    await save();
  } finally {
    await discard();
  }
  if (format === 'text') process.stdout.write(`${sanitizeTerminalLine(target)}\n`);
  const isComplete = contents.leftOut.length === 0 && contents.missing.every(({ isExpected }) => isExpected === true);
  return isComplete ? exitClean : exitFound;
}

/** Checks files and returns the findings without text of the files. */
async function checkFiles(paths: readonly string[]): Promise<readonly FindingLocation[]> {
  const [{ look, prepareInputs }, { readInputs }, { newestRelease }, { toProblems }] = await Promise.all([
    import('./lint.ts'),
    import('../io/inputs.ts'),
    import('#core/product/releases.ts'),
    import('#server/engine/findings/toProblems.ts'),
  ]);
  const inputs = await readInputs(paths, () => Promise.reject(new Error('Standard input is not supported.')));
  const { files, unreadable, environment } = await prepareInputs(inputs, { release: newestRelease, rule: new Map() });
  const [problem] = unreadable;
  if (problem !== undefined) throw new Error(`can't read ${problem}`);
  const findings: FindingLocation[] = [];
  for (const input of files) {
    const { findings: found } = await look(input, environment);
    for (const { file, line, severity, rule } of toProblems(input, found, newestRelease))
      findings.push({ file: withoutHome(file), line, severity, rule });
  }
  return findings;
}

/** Removes the name of the user from a path. */
function withoutHome(file: string): string {
  // The function of Node.js can throw in containers.
  const home = process.env['HOME'] ?? process.env['USERPROFILE'] ?? '';
  return home !== '' && file.startsWith(`${home}${path.sep}`) ? `~${file.slice(home.length)}` : file;
}

function exitAfter({ stoppedBy }: StopSignal): number | undefined {
  const signal = stoppedBy();
  if (signal === undefined) return undefined;
  return signal === 'SIGINT' ? exitInterrupted : exitTerminated;
}

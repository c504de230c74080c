/**
 * `osc-tools preflight`: checks whether a cluster is ready for Kata. Only this command, `events`, `logs`, `rights`,
 * `status`, `wait`, and `mcp`, which uses most of them, contact a cluster. No other file of the server loads the code
 * for it.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { homedir } from 'node:os';
import process from 'node:process';
import type { PreflightTarget } from '#core/operations/preflightFindings/check.ts';
import { omitUndefined } from '#core/common/json.ts';
import { usageHint, withHelp } from '../help.ts';
import { formatSanitizedJson, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface Options {
  /** Undefined if the user didn't specify a context. */
  readonly context?: string;
  /** Undefined if it depends on the cluster. */
  readonly for?: PreflightTarget;
  readonly kubeconfig?: string;
  readonly format: string;
  readonly allowExec: boolean;
  readonly timeout: number;
}

export function preflightCommand(): Command {
  return (
    withHelp(new Command('preflight'), {
      summary: 'Check whether a cluster is ready for Kata.',
      details: "Contacts only the cluster of the context that you specify. Doesn't change the cluster.",
      exitCodes: {
        0: 'The cluster is ready, possibly with warnings',
        1: 'A check failed, or the result of a required check is unknown',
        2: "Usage error, or the cluster can't be read",
      },
      examples: [
        'osc-tools preflight --context demo',
        'osc-tools preflight --context demo --for update',
        'osc-tools preflight --context demo --format json > preflight.json',
      ],
      page: 'preflight.md',
    })
      .usage('--context <name> [options]')
      // Optional for Commander, so that the error message can list the contexts.
      .option('--context <name>', 'kubeconfig context (cluster and user)')
      .addOption(
        new Option(
          '--for <target>',
          'purpose of the check: to install Kata, update OSC, or run the installed Kata (default: run if the cluster has a KataConfig, install otherwise)',
        ).choices(['install', 'update', 'run']),
      )
      .option('--kubeconfig <file>', 'kubeconfig file to use instead of KUBECONFIG and ~/.kube/config')
      .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'markdown']).default('text'))
      .option(
        '--allow-exec',
        'run the credential plugin of this context, and print its command to standard error',
        false,
      )
      .addOption(timeoutOption())
      .action(async (options: Options, command: Command) => {
        process.exitCode = await run(options, command);
      })
  );
}

/** Creates the option for the time limit of all cluster requests of one command. */
export function timeoutOption(): Option {
  return new Option(
    '--timeout <seconds>',
    'time limit for all responses from the cluster, excluding the credential plugin',
  )
    .argParser((text) => {
      const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
      if (seconds < 1 || seconds > 3600) throw new InvalidArgumentError('Expected a number of seconds from 1 to 3600.');
      return seconds;
    })
    .default(60);
}

/** Loads the code that contacts a cluster. */
export async function loadClusterReader() {
  return import('#client/operations/preflight/checkCluster.ts');
}

/** Loads the code that reviews permissions on a cluster. */
export async function loadPermissionReader() {
  return import('#client/operations/permissions/checkPermissions.ts');
}

/** Returns which cluster to read and how, as specified on the command line. */
export function clusterOrder({
  context,
  kubeconfig,
  allowExec,
  timeout,
}: Pick<Options, 'kubeconfig' | 'allowExec' | 'timeout'> & { readonly context: string }) {
  return { context, ...kubeconfigOrder(kubeconfig), allowExec, timeout: timeout * 1000, tell: printMessage };
}

/** Finds the kubeconfig in the same way as kubectl does. */
export function kubeconfigOrder(kubeconfig: string | undefined) {
  return {
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    folder: process.cwd(),
    home: homedir(),
    env: process.env,
  };
}

async function run({ format, for: target, context, ...asked }: Options, command: Command): Promise<number> {
  const { checkCluster, listContexts, createPreflightJson, preflightMarkdown, preflightText } =
    await loadClusterReader();
  try {
    if (context === undefined) {
      printMessage(`--context is required (${await listContexts(kubeconfigOrder(asked.kubeconfig))})`);
      process.stderr.write(`${usageHint(command)}\n`);
      return exitUsage;
    }
    const checked = await checkCluster({ ...clusterOrder({ ...asked, context }), ...omitUndefined({ target }) });
    if (!checked.ok) {
      printMessage(checked.error);
      return exitUsage;
    }
    const { result, head } = checked.value;
    const text =
      format === 'json'
        ? `${formatSanitizedJson(createPreflightJson(result, head))}\n`
        : sanitizeTerminalLines(format === 'markdown' ? preflightMarkdown(result, head) : preflightText(result, head));
    process.stdout.write(text);
    return result.fitness === 'fit' ? exitClean : exitFound;
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

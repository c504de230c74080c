/**
 * `osc-tools preflight`: is this cluster fit for kata? Besides `mcp`, which asks here, the only command that contacts a
 * cluster; and the only file of the server that loads what does.
 */
import * as l10n from '@vscode/l10n';
import { Command, InvalidArgumentError, Option } from 'commander';
import { homedir } from 'node:os';
import process from 'node:process';
import type { PreflightTarget } from '#core/operations/checks/preflight.ts';
import { usageHint, withHelp } from '../help.ts';
import { formatSanitizedJson, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface Options {
  /** Undefined if the user specified none. */
  readonly context?: string;
  readonly for: PreflightTarget;
  readonly kubeconfig?: string;
  readonly format: string;
  readonly allowExec: boolean;
  readonly timeout: number;
}

export function preflightCommand(): Command {
  return (
    withHelp(new Command('preflight'), {
      summary: l10n.t`Check whether a cluster is ready for Kata.`,
      details: l10n.t`Contacts only the cluster of the context that you specify. Doesn't change the cluster.`,
      exitCodes: {
        0: l10n.t`The cluster is ready, possibly with warnings`,
        1: l10n.t`A check failed, or the result of a required check is unknown`,
        2: l10n.t`Usage error, or the cluster can't be read`,
      },
      examples: [
        'osc-tools preflight --context demo',
        'osc-tools preflight --context demo --for update',
        'osc-tools preflight --context demo --format json > preflight.json',
      ],
      page: 'preflight.md',
    })
      .usage('--context <name> [options]')
      // Optional for Commander, so that the error can list the contexts.
      .option('--context <name>', l10n.t`the context of the kubeconfig: which cluster, as whom`)
      .addOption(
        new Option(
          '--for <release>',
          l10n.t`OSC release that determines the result and the exit code: the installed release (or the release that an install provides), or the update`,
        )
          .choices(['installed', 'update'])
          .default('installed'),
      )
      .option('--kubeconfig <file>', l10n.t`in place of KUBECONFIG and ~/.kube/config`)
      .addOption(
        new Option('--format <format>', l10n.t`how the report is written`)
          .choices(['text', 'json', 'markdown'])
          .default('text'),
      )
      .option(
        '--allow-exec',
        l10n.t`run the login program that the kubeconfig names for this context; it is named on standard error`,
        false,
      )
      .addOption(timeoutOption())
      .action(async (options: Options, command: Command) => {
        process.exitCode = await run(options, command);
      })
  );
}

/** Creates the option for the time limit of all cluster requests in one call. */
export function timeoutOption(): Option {
  return new Option(
    '--timeout <seconds>',
    l10n.t`time limit in seconds for all responses from the cluster, excluding the login program`,
  )
    .argParser((text) => {
      const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
      if (seconds < 1 || seconds > 3600)
        throw new InvalidArgumentError(l10n.t`Expected a number of seconds from 1 to 3600.`);
      return seconds;
    })
    .default(60);
}

/** Loads what contacts a cluster. */
export async function loadClusterReader() {
  return import('#client/operations/preflight/checkCluster.ts');
}

/** Which cluster is read, and how, as the person at the terminal has said. */
export function clusterOrder({
  context,
  kubeconfig,
  allowExec,
  timeout,
}: Pick<Options, 'kubeconfig' | 'allowExec' | 'timeout'> & { readonly context: string }) {
  return { context, ...kubeconfigOrder(kubeconfig), allowExec, timeout: timeout * 1000, tell: printMessage };
}

/** Finds the kubeconfig in the same way as kubectl. */
function kubeconfigOrder(kubeconfig: string | undefined) {
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
      printMessage(l10n.t`--context is missing: ${await listContexts(kubeconfigOrder(asked.kubeconfig))}`);
      process.stderr.write(`${usageHint(command)}\n`);
      return exitUsage;
    }
    const checked = await checkCluster({ ...clusterOrder({ ...asked, context }), target });
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

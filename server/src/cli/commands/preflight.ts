/**
 * `osc-tools preflight`: checks whether a cluster is ready for Kata. Only this command, `events`, `logs`, `rights`,
 * `status`, `wait`, `runbook`, and `mcp`, which uses most of them, contact a cluster. No other file of the server loads
 * the code for it.
 */
import { Command, Option } from 'commander';
import process from 'node:process';
import type { PreflightTarget } from '#core/operations/preflightFindings/check.ts';
import {
  allowExecOption,
  clusterOrder,
  contextOption,
  failWithoutContext,
  kubeconfigOption,
  timeoutOption,
  type ClusterOptions,
} from '../clusterOptions.ts';
import { omitUndefined } from '#core/common/json.ts';
import { withHelp } from '../help.ts';
import { formatSanitizedJson, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface Options extends ClusterOptions {
  /** Undefined if it depends on the cluster. */
  readonly for?: PreflightTarget;
  readonly format: string;
}

export function preflightCommand(): Command {
  return withHelp(new Command('preflight'), {
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
    .addOption(contextOption())
    .addOption(
      new Option(
        '--for <target>',
        'purpose of the check: to install Kata, update OSC, or run the installed Kata (default: run if the cluster has a KataConfig, install otherwise)',
      ).choices(['install', 'update', 'run']),
    )
    .addOption(kubeconfigOption())
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'markdown']).default('text'))
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(async (options: Options, command: Command) => {
      process.exitCode = await run(options, command);
    });
}

/** Loads the code that contacts a cluster. */
export async function loadClusterReader() {
  return import('#client/operations/preflight/checkCluster.ts');
}

/** Loads the code that reviews permissions on a cluster. */
export async function loadPermissionReader() {
  return import('#client/operations/permissions/checkPermissions.ts');
}

/** Loads the code that reads a cluster for a runbook. */
export async function loadRunbookReader() {
  return import('#client/operations/runbook/clusterRunbook.ts');
}

async function run({ format, for: target, context, ...asked }: Options, command: Command): Promise<number> {
  const { checkCluster, listContexts, createPreflightJson, preflightMarkdown, preflightText } =
    await loadClusterReader();
  try {
    if (context === undefined) return await failWithoutContext(command, asked, listContexts);
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

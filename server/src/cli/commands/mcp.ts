/** `osc-tools mcp`: serves the assistant tools with the Model Context Protocol on standard input and output. */
import { Command, Option } from 'commander';
import process from 'node:process';
import { allowExecOption, clusterOrder, kubeconfigOption, timeoutOption } from '../clusterOptions.ts';
import { loadClusterReader, loadPermissionReader } from './preflight.ts';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import { taskWithId } from '#core/operations/permissions/permissionTasks.ts';
import type { ClusterToolBackend, ToolBackends } from '#server/mcp/toolBackends.ts';
import { version } from '#server/engine/version.ts';
import { comparePolicies, evaluateDenials, isDefaultPolicy } from '../mcpBackends/policyBackend.ts';
import {
  checkedPolicy,
  compareMustGathers,
  lintPlaces,
  lintText,
  mustGatherReport,
  textAt,
} from '../mcpBackends/fileBackend.ts';
import { loadEventReader } from './events.ts';
import { loadLogReader } from './logs.ts';
import { withHelp } from '../help.ts';
import { formatSanitizedJson } from '#core/text/sanitize.ts';
import { readStream, describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitUsage } from '../usage.ts';
import { allParsers } from '#redactionParsers/parsers.ts';

interface Options {
  readonly root: readonly string[];
  readonly files: boolean;
  readonly context?: string;
  readonly kubeconfig?: string;
  readonly allowExec: boolean;
  readonly timeout: number;
  readonly once?: string;
}

export function mcpCommand(): Command {
  return withHelp(new Command('mcp'), {
    summary: 'Serve tools to AI assistants (Model Context Protocol).',
    details:
      "Uses standard input and output until standard input closes. The tools read only files under the root folders and the cluster that you specify. An assistant can't select another cluster.",
    exitCodes: { 0: 'Standard input closed', 2: "Usage error, or the server can't start" },
    examples: ['osc-tools mcp --root manifests', 'osc-tools mcp --no-files --context demo'],
    page: 'assistants.md',
  })
    .addOption(
      new Option('--root <folder>', 'folder that the tools can read (can be repeated)')
        .argParser(oneMore)
        .default([], 'the working directory'),
    )
    .option('--no-files', "don't read files, only text in the input")
    .option('--context <name>', 'kubeconfig context of the cluster that the tools can read (default: no cluster)')
    .addOption(kubeconfigOption())
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .addOption(
      new Option(
        '--once <tool>',
        'run one tool without the protocol. Reads the input as JSON from standard input',
      ).hideHelp(),
    )
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
}

function oneMore(folder: string, others: readonly string[]): readonly string[] {
  return [...others, folder];
}

async function run(options: Options): Promise<number> {
  if (options.context === undefined && (options.kubeconfig !== undefined || options.allowExec)) {
    printMessage('--kubeconfig and --allow-exec require --context');
    return exitUsage;
  }
  const { callToolOnce, serveMcp } = await import('#server/mcp/mcpServer.ts');
  const roots = options.files ? (options.root.length === 0 ? [process.cwd()] : options.root) : [];
  const order = { version, backends: backendsFor(options), roots, onError: printMessage };
  try {
    if (options.once === undefined) {
      const served = await serveMcp(order);
      if (served.ok) return exitClean;
      printMessage(served.error);
      return exitUsage;
    }
    const input = new TextDecoder().decode(await readStream(process.stdin));
    const answer = await callToolOnce(options.once, input, order, new AbortController().signal);
    if (answer.ok) process.stdout.write(`${formatSanitizedJson(answer.value)}\n`);
    else printMessage(answer.error);
    return answer.ok ? exitClean : exitUsage;
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

function backendsFor(options: Options): ToolBackends {
  const { context } = options;
  return {
    lint: lintPlaces,
    lintText,
    policy: checkedPolicy,
    read: textAt,
    comparePolicies,
    evaluateDenials,
    isDefaultPolicy,
    async writeRunbook(input) {
      const { writeRunbook } = await import('../mcpBackends/runbookBackend.ts');
      return writeRunbook(input);
    },
    async explain({ name, text }, resource) {
      const { explainedForAssistant } = await import('#server/status/explainer.ts');
      return explainedForAssistant(name, text, resource === undefined ? {} : { resource }, allParsers);
    },
    mustGather: mustGatherReport,
    compareMustGathers,
    ...(context === undefined ? {} : { cluster: clusterBackend(context, options) }),
  };
}

function clusterBackend(context: string, options: Options): ClusterToolBackend {
  const order = (signal: AbortSignal) => ({ ...clusterOrder({ ...options, context }), signal });
  return {
    context,
    async installStatus(signal) {
      const { installStatusResult, lookAtCluster } = await loadClusterReader();
      const seen = await lookAtCluster(order(signal));
      return seen.ok
        ? succeed(installStatusResult(seen.value.snapshot, seen.value.head, allParsers, seen.value.drains))
        : fail(`${seen.error}.`);
    },
    async preflight(signal) {
      const { checkCluster, preflightResult } = await loadClusterReader();
      const checked = await checkCluster(order(signal));
      return checked.ok
        ? succeed(preflightResult(checked.value.result, checked.value.head, allParsers))
        : fail(`${checked.error}.`);
    },
    async listEvents({ object, namespace, type }, signal) {
      const { eventsResult, readClusterEvents } = await loadEventReader();
      const request = { ...omitUndefined({ object, namespace }), warningsOnly: type === 'warnings' };
      const read = await readClusterEvents(order(signal), request);
      return read.ok ? succeed(eventsResult(read.value.report, read.value.head, allParsers)) : fail(`${read.error}.`);
    },
    async rights(task, signal) {
      const { checkPermissions, rightsResult } = await loadPermissionReader();
      const chosen = task === undefined ? undefined : taskWithId(task);
      const checked = await checkPermissions({
        ...order(signal),
        ...(chosen === undefined ? {} : { tasks: [chosen] }),
      });
      return checked.ok ? succeed(rightsResult(checked.value, allParsers)) : fail(`${checked.error}.`);
    },
    async readLogs(input, signal) {
      const { readLogsOfCommand, readLogsResult } = await loadLogReader();
      const read = await readLogsOfCommand(order(signal), input);
      return read.ok ? succeed(readLogsResult(read.value.read, read.value.head, allParsers)) : fail(`${read.error}.`);
    },
  };
}

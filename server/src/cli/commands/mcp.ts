/** `osc-tools mcp`: the tools for assistants, over the Model Context Protocol on standard input and output. */
import * as l10n from '@vscode/l10n';
import { Command, Option } from 'commander';
import process from 'node:process';
import { fail, succeed } from '#core/common/result.ts';
import type { ClusterToolBackend, ToolBackends } from '#server/mcp/toolBackends.ts';
import { version } from '#server/engine/version.ts';
import { checkedPolicy, lintPlaces, lintText, mustGatherReport, textAt } from '../mcpLintBackend.ts';
import { clusterOrder, loadClusterReader, timeoutOption } from './preflight.ts';
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
    summary: l10n.t`Serve tools to AI assistants (Model Context Protocol).`,
    details: l10n.t`Uses standard input and output until standard input closes. The tools read only files under the root folders and the cluster that you specify. An assistant can't select another cluster.`,
    exitCodes: { 0: l10n.t`Standard input closed`, 2: l10n.t`Usage error, or the server can't start` },
    examples: ['osc-tools mcp --root manifests', 'osc-tools mcp --no-files --context demo'],
    page: 'assistants.md',
  })
    .addOption(
      new Option(
        '--root <folder>',
        l10n.t`a folder whose files may be read; may be repeated; by default the working directory`,
      )
        .argParser(oneMore)
        .default([], l10n.t`the working directory`),
    )
    .option('--no-files', l10n.t`no file may be read: texts alone`)
    .option(
      '--context <name>',
      l10n.t`the context of the kubeconfig whose cluster may be read; without it none is contacted`,
    )
    .option('--kubeconfig <file>', l10n.t`in place of KUBECONFIG and ~/.kube/config`)
    .option(
      '--allow-exec',
      l10n.t`run the login program that the kubeconfig names for this context; it is named on standard error`,
      false,
    )
    .addOption(timeoutOption())
    .addOption(
      new Option(
        '--once <tool>',
        l10n.t`answer one call, without the protocol: its input as JSON on standard input`,
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
    printMessage(l10n.t`--kubeconfig and --allow-exec are of use with --context alone`);
    return exitUsage;
  }
  const { answerOnce, serveMcp } = await import('#server/mcp/mcpServer.ts');
  const roots = options.files ? (options.root.length === 0 ? [process.cwd()] : options.root) : [];
  const order = { version, doors: doorsFor(options), roots, onError: printMessage };
  try {
    if (options.once === undefined) {
      const served = await serveMcp(order);
      if (served.ok) return exitClean;
      printMessage(served.error);
      return exitUsage;
    }
    const input = new TextDecoder().decode(await readStream(process.stdin));
    const answer = await answerOnce(options.once, input, order, new AbortController().signal);
    if (answer.ok) process.stdout.write(`${formatSanitizedJson(answer.value)}\n`);
    else printMessage(answer.error);
    return answer.ok ? exitClean : exitUsage;
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

function doorsFor(options: Options): ToolBackends {
  const { context } = options;
  return {
    lint: lintPlaces,
    lintText,
    policy: checkedPolicy,
    read: textAt,
    async explain({ name, text }, resource) {
      const { explainedForAssistant } = await import('#server/status/explainer.ts');
      return explainedForAssistant(name, text, resource, allParsers);
    },
    mustGather: mustGatherReport,
    ...(context === undefined ? {} : { cluster: clusterDoor(context, options) }),
  };
}

function clusterDoor(context: string, options: Options): ClusterToolBackend {
  const order = (signal: AbortSignal) => ({ ...clusterOrder({ ...options, context }), signal });
  return {
    context,
    async installStatus(signal) {
      const { installStatusAnswer, lookAtCluster } = await loadClusterReader();
      const seen = await lookAtCluster(order(signal));
      return seen.ok
        ? succeed(installStatusAnswer(seen.value.snapshot, seen.value.head, allParsers))
        : fail(`${seen.error}.`);
    },
    async preflight(signal) {
      const { checkCluster, preflightAnswer } = await loadClusterReader();
      const checked = await checkCluster(order(signal));
      return checked.ok
        ? succeed(preflightAnswer(checked.value.result, checked.value.head, allParsers))
        : fail(`${checked.error}.`);
    },
  };
}

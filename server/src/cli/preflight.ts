/** `osc-tools preflight`: is this cluster fit for kata? Besides `mcp`, which asks here, the only command that contacts a cluster; and the only file of the server that loads what does. */
import * as l10n from '@vscode/l10n';
import { Command, InvalidArgumentError, Option } from 'commander';
import { homedir } from 'node:os';
import process from 'node:process';
import { printableJson, printableLines } from './printable.ts';
import { reasonOf } from './readBounded.ts';
import { say } from './say.ts';
import { exitClean, exitFound, exitUsage } from './usage.ts';

interface Options {
  readonly context: string;
  readonly kubeconfig?: string;
  readonly format: string;
  readonly allowExec: boolean;
  readonly timeout: number;
}

export function preflightCommand(): Command {
  return new Command('preflight')
    .description(
      l10n.t`Checks whether a cluster is fit for kata: contacts that cluster, reads, and changes nothing. Exit code 0: fit; 1: something fails, or decides and cannot be seen; 2: wrong usage, or the cluster cannot be read.`,
    )
    .requiredOption('--context <name>', l10n.t`the context of the kubeconfig: which cluster, as whom`)
    .option('--kubeconfig <file>', l10n.t`in place of KUBECONFIG and ~/.kube/config`)
    .addOption(new Option('--format <format>', l10n.t`how the report is written`).choices(['text', 'json', 'markdown']).default('text'))
    .option('--allow-exec', l10n.t`run the login program that the kubeconfig names for this context; it is named on standard error`, false)
    .addOption(timeoutOption())
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
}

/** Creates the option for the time limit of all cluster requests in one call. */
export function timeoutOption(): Option {
  return new Option('--timeout <seconds>', l10n.t`time limit in seconds for all responses from the cluster, excluding the login program`)
    .argParser((text) => {
      const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
      if (seconds < 1 || seconds > 3600) throw new InvalidArgumentError(l10n.t`Expected a number of seconds from 1 to 3600.`);
      return seconds;
    })
    .default(60);
}

/** What contacts a cluster, a bundle of its own. */
export async function loadClusterReader() {
  return import('../../../client/src/lifecycle/preflightMain.ts');
}

/** Which cluster is read, and how, as the person at the terminal has said. */
export function clusterOrder({ context, kubeconfig, allowExec, timeout }: Omit<Options, 'format'>) {
  return {
    context,
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    allowExec,
    timeout: timeout * 1000,
    folder: process.cwd(),
    home: homedir(),
    env: process.env,
    tell: say,
  };
}

async function run({ format, ...asked }: Options): Promise<number> {
  const { checkCluster, preflightJson, preflightMarkdown, preflightText } = await loadClusterReader();
  try {
    const checked = await checkCluster(clusterOrder(asked));
    if (!checked.ok) {
      say(checked.error);
      return exitUsage;
    }
    const { result, head } = checked.value;
    const text =
      format === 'json'
        ? `${printableJson(preflightJson(result, head))}\n`
        : printableLines(format === 'markdown' ? preflightMarkdown(result, head) : preflightText(result, head));
    process.stdout.write(text);
    return result.fitness === 'fit' ? exitClean : exitFound;
  } catch (error) {
    say(reasonOf(error));
    return exitUsage;
  }
}

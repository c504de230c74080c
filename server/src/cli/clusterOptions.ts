/** Options of all commands that contact a cluster. */
import { Option, type Command, InvalidArgumentError } from 'commander';
import process from 'node:process';
import { usageHint } from './help.ts';
import { printMessage } from './io/printMessage.ts';
import { exitUsage } from './usage.ts';

/** Values of the options of a command that contacts a cluster. */
export interface ClusterOptions {
  /** Undefined if the user didn't specify a context. */
  readonly context?: string;
  readonly kubeconfig?: string;
  readonly allowExec: boolean;
  /** Time limit in seconds. */
  readonly timeout: number;
}

/** Creates the option for the context. Optional for Commander, so that the error message can list the contexts. */
export function contextOption(): Option {
  return new Option('--context <name>', 'kubeconfig context (cluster and user)');
}

/** Creates the option for the kubeconfig file. */
export function kubeconfigOption(): Option {
  return new Option('--kubeconfig <file>', 'kubeconfig file to use instead of KUBECONFIG and ~/.kube/config');
}

/** Creates the option that permits the credential plugin of the context. */
export function allowExecOption(): Option {
  return new Option(
    '--allow-exec',
    'run the credential plugin of this context, and print its command to standard error',
  ).default(false);
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

/** Returns which cluster to read and how, as specified on the command line. */
export function clusterOrder({
  context,
  kubeconfig,
  allowExec,
  timeout,
}: ClusterOptions & { readonly context: string }) {
  return { context, ...kubeconfigOrder(kubeconfig), allowExec, timeout: timeout * 1000, tell: printMessage };
}

/** Finds the kubeconfig in the same way as kubectl does. */
export function kubeconfigOrder(kubeconfig: string | undefined) {
  return {
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    folder: process.cwd(),
    env: process.env,
  };
}

/** Prints a usage error with a pointer to the help of the command. Returns the exit code. */
export function failUsage(command: Command, message: string): number {
  printMessage(message);
  process.stderr.write(`${usageHint(command)}\n`);
  return exitUsage;
}

/**
 * Reports that the user didn't specify a context, and lists the contexts. Returns the exit code.
 * @param listContexts reads the names from the kubeconfig
 */
export async function failWithoutContext(
  command: Command,
  { kubeconfig }: Pick<ClusterOptions, 'kubeconfig'>,
  listContexts: (order: ReturnType<typeof kubeconfigOrder>) => Promise<string>,
): Promise<number> {
  return failUsage(command, `--context is required (${await listContexts(kubeconfigOrder(kubeconfig))})`);
}

/**
 * `osc-tools simulate`: runs a simulated OpenShift cluster on the loopback address and provides a kubeconfig for it.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { omitUndefined } from '#core/common/json.ts';
import type { Scenario } from '#simulator/main.ts';
import { withHelp } from '../help.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitUsage } from '../usage.ts';

interface Options {
  readonly scenario: string;
  readonly speed: number;
  readonly port: number;
  readonly kubeconfig?: string;
  readonly list: boolean;
  readonly mustGather?: string;
  readonly mustGatherKind: 'sandboxed' | 'cluster';
  readonly mustGatherAfter: number;
  readonly tokenLifetime?: number;
  readonly externalIdentityProvider: boolean;
}

export function simulateCommand(): Command {
  return withHelp(new Command('simulate'), {
    summary: 'Run a simulated OpenShift cluster for tests and demos.',
    details:
      'Simulates OLM, the Machine Config Operator, and the OpenShift sandboxed containers Operator. Listens only on 127.0.0.1.',
    exitCodes: {
      0: 'The simulator stopped, or the scenarios were listed',
      2: "Usage error, or the simulator can't start",
    },
    examples: [
      'osc-tools simulate --list',
      'osc-tools simulate --scenario two-workers --kubeconfig simulated.kubeconfig',
      'osc-tools simulate --scenario sandboxes-fail --must-gather must-gather.simulated',
    ],
    page: 'simulator.md',
  })
    .option('--scenario <name>', 'scenario to run (for a list, use --list)', 'two-workers')
    .option('--speed <times>', 'speed of the simulated time relative to real time', numberBetween(0.001, 1_000_000), 60)
    .option('--port <port>', 'port to listen on (0: any free port)', numberBetween(0, 65_535), 0)
    .option(
      '--kubeconfig <file>',
      'file for the kubeconfig, written when the server is ready and removed when it stops (default: standard output)',
    )
    .option(
      '--token-lifetime <seconds>',
      'lifetime of user tokens, in simulated time (default: no limit)',
      numberBetween(1, 1_000_000_000),
    )
    .option('--external-identity-provider', 'run a cluster without an OAuth server and token page', false)
    .option('--must-gather <folder>', 'write a must-gather of the initial cluster to a new folder and exit')
    .addOption(
      new Option('--must-gather-kind <kind>', 'must-gather of OpenShift sandboxed containers, or of the whole cluster')
        .choices(['sandboxed', 'cluster'])
        .default('cluster'),
    )
    .option(
      '--must-gather-after <steps>',
      'number of scenario steps to run before the must-gather (most problems occur during the steps)',
      numberBetween(0, 100),
      0,
    )
    .option('--list', 'list the scenarios and exit', false)
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
}

function numberBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || Number.isNaN(value) || value < least || value > most)
      throw new InvalidArgumentError(`Expected a number from ${least} to ${most}.`);
    return value;
  };
}

async function run({
  scenario: name,
  speed,
  port,
  kubeconfig,
  list,
  mustGather,
  mustGatherKind,
  mustGatherAfter,
  tokenLifetime,
  externalIdentityProvider,
}: Options): Promise<number> {
  const { gatherAfter, scenarioNamed, scenarios } = await import('#simulator/main.ts');
  if (list) {
    const width = Math.max(...scenarios.map((each) => each.name.length));
    for (const each of scenarios) process.stdout.write(`${each.name.padEnd(width)}  ${each.summary}\n`);
    return exitClean;
  }
  const scenario = scenarioNamed(name);
  if (scenario === undefined) {
    printMessage(`unknown scenario ${name}. Run "osc-tools simulate --list" to list scenarios.`);
    return exitUsage;
  }
  if (mustGather === undefined && mustGatherAfter > 0) return refused('--must-gather-after requires --must-gather');
  if (mustGather !== undefined) {
    const files = gatherAfter(scenario, Math.trunc(mustGatherAfter), mustGatherKind, Date.now());
    return files.ok ? await writeFiles(mustGather, files.value) : refused(files.error);
  }
  if (kubeconfig !== undefined) {
    const obstacle = await obstacleAt(kubeconfig);
    if (obstacle !== undefined) {
      printMessage(obstacle);
      return exitUsage;
    }
  }
  return serve({ scenario, speed, port, kubeconfig, tokenLifetime, externalIdentityProvider });
}

interface ServeOptions {
  readonly scenario: Scenario;
  readonly speed: number;
  readonly port: number;
  readonly kubeconfig: string | undefined;
  readonly tokenLifetime: number | undefined;
  readonly externalIdentityProvider: boolean;
}

/** Runs the server until the user stops it. */
async function serve({
  scenario,
  speed,
  port,
  kubeconfig,
  tokenLifetime,
  externalIdentityProvider,
}: ServeOptions): Promise<number> {
  const { simulate } = await import('#simulator/main.ts');
  const ended = signalled();
  let close = (): Promise<void> => Promise.resolve();
  try {
    const simulation = await simulate({
      scenario,
      speed,
      port: Math.trunc(port),
      monitoring: {},
      externalIdentityProvider,
      ...omitUndefined({ tokenSeconds: tokenLifetime }),
    });
    close = simulation.close;
    if (kubeconfig === undefined) process.stdout.write(simulation.kubeconfig);
    else await writePrivately(kubeconfig, simulation.kubeconfig);
    const listening = `${scenario.name} is listening on ${simulation.url} at ${speed}x speed.`;
    const how = kubeconfig === undefined ? '' : ` To use it: export KUBECONFIG=${kubeconfig}`;
    process.stderr.write(`${sanitizeTerminalLine(`${listening}${how}`)}\nTo stop it, press Ctrl+C.\n`);
    await ended;
    if (kubeconfig !== undefined) await unlink(kubeconfig).catch(() => undefined);
    return exitClean;
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  } finally {
    await close();
  }
}

/** Writes files into a new folder, so that no existing files are overwritten. */
async function writeFiles(
  folder: string,
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<number> {
  try {
    await mkdir(folder);
    for (const { path: file, text } of files) {
      const full = path.join(folder, ...file.split('/'));
      await mkdir(path.dirname(full), { recursive: true });
      await writeFile(full, text, { flag: 'wx' });
    }
    return exitClean;
  } catch (error) {
    return refused(describeFileSystemError(error));
  }
}

function refused(why: string): number {
  printMessage(why);
  return exitUsage;
}

/** Returns why the file can't be written. An existing kubeconfig of the user is never overwritten. */
async function obstacleAt(file: string): Promise<string | undefined> {
  try {
    await access(path.dirname(path.resolve(file)), constants.W_OK);
  } catch (error) {
    return `can't write ${file}: ${describeFileSystemError(error)}`;
  }
  try {
    const present = await readFile(file, 'utf8');
    return present.trim() === '' || present.includes('"osc-simulator"')
      ? undefined
      : `${file} already exists and wasn't written by the simulator, so it was not overwritten`;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? undefined
      : `can't write ${file}: ${describeFileSystemError(error)}`;
  }
}

/** Writes the file atomically and readable only by the user, because it contains tokens. */
async function writePrivately(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
  await rename(temporary, file);
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

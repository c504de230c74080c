/** `osc-tools simulate`: a simulated OpenShift on loopback, and a kubeconfig for it. */
import * as l10n from '@vscode/l10n';
import { Command, InvalidArgumentError, Option } from 'commander';
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
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
}

export function simulateCommand(): Command {
  return withHelp(new Command('simulate'), {
    summary: l10n.t`Run a simulated OpenShift cluster for tests and demos.`,
    details: l10n.t`Simulates OLM, the Machine Config Operator, and the sandboxed containers operator. Listens on 127.0.0.1 only.`,
    exitCodes: {
      0: l10n.t`The simulator stopped, or the scenarios were listed`,
      2: l10n.t`Usage error, or the simulator can't start`,
    },
    examples: [
      'osc-tools simulate --list',
      'osc-tools simulate --scenario two-workers --kubeconfig simulated.kubeconfig',
      'osc-tools simulate --scenario sandboxes-fail --must-gather must-gather.simulated',
    ],
    page: 'simulator.md',
  })
    .option('--scenario <name>', l10n.t`which cluster; see --list`, 'two-workers')
    .option('--speed <times>', l10n.t`how many times faster than the world`, numberBetween(0.001, 1_000_000), 60)
    .option('--port <port>', l10n.t`where to listen; 0: any that is free`, numberBetween(0, 65_535), 0)
    .option(
      '--kubeconfig <file>',
      l10n.t`written when the server answers, removed when it ends; without it the kubeconfig goes to standard output`,
    )
    .option(
      '--must-gather <folder>',
      l10n.t`write what oc adm must-gather would bring of the cluster as it is found into a new folder, and do nothing else`,
    )
    .addOption(
      new Option(
        '--must-gather-kind <kind>',
        l10n.t({
          message: 'that of OpenShift sandboxed containers, or that of the whole cluster',
          args: [],
          comment: ['Help of the option --must-gather-kind: which must-gather it is.'],
        }),
      )
        .choices(['sandboxed', 'cluster'])
        .default('cluster'),
    )
    .option(
      '--must-gather-after <steps>',
      l10n.t`play so many steps of the scenario before: most trouble begins with them`,
      numberBetween(0, 100),
      0,
    )
    .option('--list', l10n.t`name the scenarios, and do nothing else`, false)
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
}

function numberBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || Number.isNaN(value) || value < least || value > most)
      throw new InvalidArgumentError(l10n.t`It is a number from ${least} to ${most}.`);
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
}: Options): Promise<number> {
  const { gatherAfter, scenarioNamed, scenarios, simulate } = await import('#simulator/main.ts');
  if (list) {
    const width = Math.max(...scenarios.map((each) => each.name.length));
    for (const each of scenarios) process.stdout.write(`${each.name.padEnd(width)}  ${each.summary}\n`);
    return exitClean;
  }
  const scenario = scenarioNamed(name);
  if (scenario === undefined) {
    printMessage(l10n.t`no scenario is called ${name}; osc-tools simulate --list names them`);
    return exitUsage;
  }
  if (mustGather === undefined && mustGatherAfter > 0)
    return refused(l10n.t`--must-gather-after is for --must-gather: where to write it`);
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
  const ended = signalled();
  let close = (): Promise<void> => Promise.resolve();
  try {
    const simulation = await simulate({ scenario, speed, port: Math.trunc(port), monitoring: {} });
    close = simulation.close;
    if (kubeconfig === undefined) process.stdout.write(simulation.kubeconfig);
    else await writePrivately(kubeconfig, simulation.kubeconfig);
    const answers = l10n.t`${scenario.name} answers at ${simulation.url}, ${speed} times as fast as the world`;
    const how = kubeconfig === undefined ? '' : `; export KUBECONFIG=${kubeconfig}`;
    process.stderr.write(`${sanitizeTerminalLine(`${answers}${how}`)}\n${l10n.t`Ctrl+C ends it.`}\n`);
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

/** Into a folder that was not there: nobody's files are overwritten. */
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

/** Why the file cannot be written: somebody's own kubeconfig is not overwritten. */
async function obstacleAt(file: string): Promise<string | undefined> {
  try {
    await access(path.dirname(path.resolve(file)), constants.W_OK);
  } catch (error) {
    return l10n.t`cannot write ${file}: ${describeFileSystemError(error)}`;
  }
  try {
    const present = await readFile(file, 'utf8');
    return present.trim() === '' || present.includes('"osc-simulator"')
      ? undefined
      : l10n.t`${file} is there and is not of the simulator: it stays as it is`;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? undefined
      : l10n.t`cannot write ${file}: ${describeFileSystemError(error)}`;
  }
}

/** Whole or not at all, and for nobody else to read: it holds tokens. */
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

/**
 * `osc-tools runbook`: what the extension would do on a cluster, written down for others to review and run. Contacts
 * nothing.
 */
import * as l10n from '@vscode/l10n';
import { Command, Option } from 'commander';
import { lstat, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { logLevels } from '#core/kinds/kataConfig.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import type { Result } from '#core/common/result.ts';
import { withHelp } from '../help.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitUsage } from '../usage.ts';
import type {
  InstallRunbookOptions,
  RunbookOptions,
  UninstallOptions,
  UpdateRunbookOptions,
} from '../runbookOptions.ts';

interface WrittenFile {
  readonly name: string;
  readonly text: string;
}

type Written = Result<readonly WrittenFile[], string>;

export function runbookCommand(): Command {
  return runbookHelp(new Command('runbook'), l10n.t`Generate runbooks that install, update, or uninstall Kata.`, [
    'osc-tools runbook install > install.sh',
    'osc-tools runbook uninstall --namespace > uninstall.sh',
  ])
    .addCommand(installCommand())
    .addCommand(updateCommand())
    .addCommand(uninstallCommand());
}

function runbookHelp(command: Command, summary: string, examples: readonly string[], details?: string): Command {
  const exitCodes = { 0: l10n.t`The runbook was written`, 2: l10n.t`Usage error, or a file can't be written` };
  return withHelp(command, {
    summary,
    exitCodes,
    examples,
    page: 'procedures.md#runbooks',
    ...(details === undefined ? {} : { details }),
  });
}

function installCommand(): Command {
  const { channel, source } = documentedSubscription;
  const command = runbookHelp(new Command('install'), l10n.t`Generate a runbook that installs the operator and Kata.`, [
    'osc-tools runbook install > install.sh',
    'osc-tools runbook install --format gitops --output gitops',
  ]);
  return withKataConfig(withCluster(command))
    .option('--channel <name>', l10n.t`the channel of the operator`, channel)
    .addOption(
      new Option('--approval <who>', l10n.t`who approves releases`)
        .choices(['Automatic', 'Manual'])
        .default('Automatic'),
    )
    .option('--starting-csv <name>', l10n.t`the release to begin with; without it the newest of the channel`)
    .option('--source <name>', l10n.t`the CatalogSource`, source)
    .option(
      '--source-namespace <name>',
      l10n.t({
        message: 'its namespace',
        args: [],
        comment: ['Help of the option --source-namespace: the namespace of the CatalogSource.'],
      }),
    )
    .addOption(
      new Option(
        '--format <format>',
        l10n.t`a script; a folder of manifests; the same with the order in annotations for Argo CD`,
      )
        .choices(['bash', 'gitops', 'argo'])
        .default('bash'),
    )
    .option(
      '--output <dir>',
      l10n.t`the folder for manifests; made when it is not there, and nothing in it is overwritten`,
    )
    .action(async (options: InstallRunbookOptions) => {
      const { writeInstall, writeInstallFolder } = await import('../runbookWriter.ts');
      process.exitCode =
        options.format === 'bash'
          ? print(writeInstall(options))
          : await writeFolder(writeInstallFolder(options), options.output);
    });
}

function updateCommand(): Command {
  const command = runbookHelp(
    new Command('update'),
    l10n.t`Generate a runbook that updates the operator.`,
    ['osc-tools runbook update > update.sh', 'osc-tools runbook update --peer-pods > update.sh'],
    l10n.t`With --peer-pods, the runbook also recreates the KataConfig, which renews the pod VM image.`,
  );
  return withKataConfig(withCluster(command)).action(async (options: UpdateRunbookOptions) => {
    const { writeUpdate } = await import('../runbookWriter.ts');
    process.exitCode = print(writeUpdate(options));
  });
}

function uninstallCommand(): Command {
  const command = runbookHelp(
    new Command('uninstall'),
    l10n.t`Generate a runbook that removes Kata and the operator.`,
    ['osc-tools runbook uninstall > uninstall.sh', 'osc-tools runbook uninstall --namespace --crd > uninstall.sh'],
  );
  return withCluster(command)
    .option(
      '--namespace',
      l10n.t({
        message: 'the namespace, too, with its ConfigMaps and Secrets',
        args: [],
        comment: ['Help of the option --namespace: what is removed from the cluster besides.'],
      }),
      false,
    )
    .option(
      '--crd',
      l10n.t({
        message: 'the kind KataConfig, too',
        args: [],
        comment: ['Help of the option --crd: what is removed from the cluster besides.'],
      }),
      false,
    )
    .action(async (options: UninstallOptions) => {
      const { writeUninstall } = await import('../runbookWriter.ts');
      process.exitCode = print(writeUninstall(options));
    });
}

function withCluster(command: Command): Command {
  return command
    .option(
      '--server <url>',
      l10n.t`the API server of the cluster that it is for: it refuses any other; without it, it asks`,
    )
    .option('--cluster <name>', l10n.t`how that cluster is called; it is typed before nodes reboot`)
    .hook('preAction', (called) => {
      const { cluster, server }: RunbookOptions = called.opts();
      // A script for a cluster without an address could not know it again.
      if (cluster !== undefined && server === undefined)
        called.error(
          `error: ${l10n.t`--cluster requires --server: the runbook identifies the cluster by its address.`}`,
        );
    });
}

function withKataConfig(command: Command): Command {
  return command
    .option('--name <name>', l10n.t`the name of the KataConfig; example-kataconfig unless said otherwise`)
    .addOption(
      new Option(
        '--log-level <level>',
        l10n.t({
          message: 'of CRI-O on the nodes with kata',
          args: [],
          comment: ['Help of the option --log-level: which log level it is.'],
        }),
      )
        .choices(Object.keys(logLevels))
        .default('info'),
    )
    .option(
      '--peer-pods',
      l10n.t({
        message: 'virtual machines run in the cloud',
        args: [],
        comment: ['Help of the option --peer-pods: the virtual machines of pods run in the cloud.'],
      }),
      false,
    )
    .option(
      '--check-node-eligibility',
      l10n.t({
        message: 'only on nodes that Node Feature Discovery finds eligible',
        args: [],
        comment: ['Help of the option --check-node-eligibility: kata is installed only there.'],
      }),
      false,
    );
}

function print(script: string): number {
  process.stdout.write(script);
  return exitClean;
}

async function writeFolder(made: Written, output: string | undefined): Promise<number> {
  if (!made.ok) {
    printMessage(made.error);
    return exitUsage;
  }
  if (output === undefined) {
    printMessage(l10n.t`manifests want --output DIR`);
    return exitUsage;
  }
  try {
    await mkdir(output, { recursive: true });
    for (const file of made.value) {
      if (!(await isThere(path.join(output, file.name)))) continue;
      printMessage(l10n.t`${file.name} is in ${output} already: nothing was written`);
      return exitUsage;
    }
    for (const file of made.value) await write(output, file);
    return exitClean;
  } catch (error) {
    printMessage(l10n.t`cannot write ${output}: ${describeFileSystemError(error)}`);
    return exitUsage;
  }
}

/** Nothing is overwritten, not even what came meanwhile or stands behind a symbolic link. */
async function write(folder: string, { name, text }: WrittenFile): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, text, { flag: 'wx' });
  process.stdout.write(`${sanitizeTerminalLine(file)}\n`);
}

async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * `osc-tools runbook`: generates a runbook of a cluster operation that others can review and run. Doesn't contact a
 * cluster.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { lstat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { logLevels } from '#core/kinds/kataConfig.ts';
import { objectNameProblem } from '#core/kinds/objectName.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import type { Result } from '#core/common/result.ts';
import { withHelp } from '../help.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { createFolder } from '../io/createFolder.ts';
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
  return runbookHelp(new Command('runbook'), 'Generate runbooks that install, update, or uninstall Kata.', [
    'osc-tools runbook install > install.sh',
    'osc-tools runbook uninstall --namespace > uninstall.sh',
  ])
    .addCommand(installCommand())
    .addCommand(updateCommand())
    .addCommand(uninstallCommand());
}

function runbookHelp(command: Command, summary: string, examples: readonly string[], details?: string): Command {
  const exitCodes = { 0: 'The runbook was written', 2: "Usage error, or a file can't be written" };
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
  const command = runbookHelp(new Command('install'), 'Generate a runbook that installs the operator and Kata.', [
    'osc-tools runbook install > install.sh',
    'osc-tools runbook install --format gitops --output gitops',
  ]);
  return withKataConfig(withCluster(command))
    .option('--channel <name>', 'update channel of the operator', channel)
    .addOption(
      new Option('--approval <mode>', 'approval of install plans')
        .choices(['Automatic', 'Manual'])
        .default('Automatic'),
    )
    .addOption(
      new Option('--starting-csv <name>', 'CSV to install (default: the latest version in the channel)').argParser(
        parseName('ClusterServiceVersion'),
      ),
    )
    .addOption(new Option('--source <name>', 'catalog source').argParser(parseName('CatalogSource')).default(source))
    .addOption(
      new Option('--source-namespace <name>', 'namespace of the catalog source').argParser(parseName('Namespace')),
    )
    .addOption(
      new Option(
        '--format <format>',
        'Bash script, folder of manifests, or folder of manifests with sync waves for Argo CD',
      )
        .choices(['bash', 'gitops', 'argo'])
        .default('bash'),
    )
    .option('--output <dir>', "folder for manifests (created if it doesn't exist, never overwrites files)")
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
    'Generate a runbook that updates the operator.',
    ['osc-tools runbook update > update.sh', 'osc-tools runbook update --peer-pods > update.sh'],
    'With --peer-pods, the runbook also recreates the KataConfig, which rebuilds the pod VM image.',
  );
  return withKataConfig(withCluster(command)).action(async (options: UpdateRunbookOptions) => {
    const { writeUpdate } = await import('../runbookWriter.ts');
    process.exitCode = print(writeUpdate(options));
  });
}

function uninstallCommand(): Command {
  const command = runbookHelp(new Command('uninstall'), 'Generate a runbook that uninstalls Kata and the operator.', [
    'osc-tools runbook uninstall > uninstall.sh',
    'osc-tools runbook uninstall --namespace --crd > uninstall.sh',
  ]);
  return withCluster(command)
    .option('--namespace', 'also delete the operator namespace with its ConfigMaps and Secrets', false)
    .option('--crd', 'also delete the KataConfig CRD', false)
    .action(async (options: UninstallOptions) => {
      const { writeUninstall } = await import('../runbookWriter.ts');
      process.exitCode = print(writeUninstall(options));
    });
}

function withCluster(command: Command): Command {
  return command
    .option(
      '--server <url>',
      'API server of the only cluster on which the script runs (default: any cluster, after confirmation)',
    )
    .option('--cluster <name>', 'name of the cluster, which the user types before nodes reboot')
    .hook('preAction', (called) => {
      const { cluster, server }: RunbookOptions = called.opts();
      // Without an address, the script couldn't identify the cluster.
      if (cluster !== undefined && server === undefined)
        called.error('error: --cluster requires --server, because the runbook identifies the cluster by its address');
    });
}

function withKataConfig(command: Command): Command {
  return command
    .addOption(
      new Option('--name <name>', 'name of the KataConfig (default: "example-kataconfig")').argParser(
        parseName('KataConfig'),
      ),
    )
    .addOption(
      new Option('--log-level <level>', 'CRI-O log level on the Kata nodes')
        .choices(Object.keys(logLevels))
        .default('info'),
    )
    .option('--peer-pods', 'enable peer pods', false)
    .option(
      '--check-node-eligibility',
      'install Kata only on nodes that Node Feature Discovery labels as eligible',
      false,
    );
}

/** Returns a parser for the name of an object of this kind, which the API server must accept. */
function parseName(kind: string): (value: string) => string {
  return (value) => {
    const problem = value === '' ? 'it is empty' : objectNameProblem(value, kind);
    if (problem !== undefined)
      throw new InvalidArgumentError(`The API server rejects this ${kind} name, because ${problem}.`);
    return value;
  };
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
    printMessage('--format gitops and --format argo require --output');
    return exitUsage;
  }
  try {
    await createFolder(output);
    for (const file of made.value) {
      if (!(await isThere(path.join(output, file.name)))) continue;
      printMessage(`${file.name} already exists in ${output}. No files were written.`);
      return exitUsage;
    }
    for (const file of made.value) await write(output, file);
    return exitClean;
  } catch (error) {
    printMessage(`can't write ${output}: ${describeFileSystemError(error)}`);
    return exitUsage;
  }
}

/**
 * Writes a new file. Never overwrites an existing file or follows a symbolic link, even if it was created in the
 * meantime.
 */
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

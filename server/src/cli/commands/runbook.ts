/**
 * `osc-tools runbook`: generates a runbook of a cluster operation that others can review and run. Only the runbooks for
 * settings can read a cluster, if the user specifies one.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import process from 'node:process';
import { readLabelsText } from '#core/labels/selectorText.ts';
import { logLevels } from '#core/kinds/kataConfig.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { newestRelease, type Release } from '#core/product/releases.ts';
import { withHelp } from '../help.ts';
import { settingRunbookCommands } from './runbookSettings.ts';
import { failUsage } from '../clusterOptions.ts';
import { printMessage } from '../io/printMessage.ts';
import { channelProblem, channelWarning } from '../runbookChannel.ts';
import { outputProblem, parseObjectName, withRunbookCluster, writeRunbookFolder } from '../runbookTarget.ts';
import { exitClean } from '../usage.ts';
import {
  findExtensionRelease,
  releaseWarning,
  subscriptionOptions,
  type InstallRunbookOptions,
  type UninstallOptions,
  type UpdateRunbookOptions,
} from '../runbookOptions.ts';

export function runbookCommand(): Command {
  const command = runbookHelp(new Command('runbook'), 'Generate runbooks that install or configure Kata.', [
    'osc-tools runbook install > install.sh',
    'osc-tools runbook uninstall --namespace > uninstall.sh',
  ])
    .addCommand(installCommand())
    .addCommand(updateCommand())
    .addCommand(uninstallCommand());
  for (const setting of settingRunbookCommands()) command.addCommand(setting);
  return command;
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
  const command = runbookHelp(
    new Command('install'),
    'Generate a runbook that installs the operator and Kata.',
    [
      'osc-tools runbook install > install.sh',
      'osc-tools runbook install --format gitops --output gitops',
      'osc-tools runbook install --olm v1 --release 1.13 > install.sh',
    ],
    `With --olm v1, the runbook creates a ClusterExtension instead of a Subscription. The ClusterExtension specifies the namespace to watch only if the release requires it. OLM v1 installs only versions of the release. Without --release, the runbook assumes OSC ${newestRelease.id}.`,
  );
  return withOlmVersion(withKataConfig(withRunbookCluster(command)))
    .option('--channel <name>', 'update channel of the operator', channel)
    .addOption(
      new Option('--approval <mode>', 'approval of install plans')
        .choices(['Automatic', 'Manual'])
        .default('Automatic'),
    )
    .addOption(
      new Option('--starting-csv <name>', 'CSV to install (default: the latest version in the channel)').argParser(
        parseObjectName('ClusterServiceVersion'),
      ),
    )
    .addOption(
      new Option('--source <name>', 'catalog source').argParser(parseObjectName('CatalogSource')).default(source),
    )
    .addOption(
      new Option('--source-namespace <name>', 'namespace of the catalog source').argParser(
        parseObjectName('Namespace'),
      ),
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
    .action(async (options: InstallRunbookOptions, called: Command) => {
      const channelError = channelProblem(options);
      const problem =
        outputProblem(options) ??
        olmProblem(options, called) ??
        (channelError === undefined ? undefined : `--channel is invalid. ${channelError}`);
      if (problem !== undefined) {
        process.exitCode = failUsage(called, problem);
        return;
      }
      for (const warning of [releaseWarning(options), channelWarning(options)])
        if (warning !== undefined) printMessage(`warning: ${warning}`);
      const { writeInstall, writeInstallFolder } = await import('../runbookWriter.ts');
      process.exitCode =
        options.format === 'bash'
          ? print(writeInstall(options))
          : await writeRunbookFolder(writeInstallFolder(options), options.output);
    });
}

/** Adds the options that select the version of OLM, and the release that OLM v1 installs. */
function withOlmVersion(command: Command): Command {
  return command
    .addOption(
      new Option('--olm <version>', 'version of OLM: v0 uses a Subscription, v1 a ClusterExtension')
        .choices(['v0', 'v1'])
        .default('v0'),
    )
    .addOption(
      new Option('--release <release>', `OSC release to install with OLM v1 (default: ${newestRelease.id})`).argParser(
        parseExtensionRelease,
      ),
    );
}

/**
 * Parses a release that OLM v1 can install.
 * @throws InvalidArgumentError if the release is unknown, or if upstream doesn't describe its ClusterExtension
 */
function parseExtensionRelease(value: string): Release {
  const found = findExtensionRelease(value);
  if (!found.ok) throw new InvalidArgumentError(found.error);
  return found.value;
}

/** Returns why the options can't be used with the version of OLM, or undefined if they can. */
function olmProblem({ olm, release }: InstallRunbookOptions, command: Command): string | undefined {
  if (olm !== 'v1') return release === undefined ? undefined : '--release requires --olm v1';
  const unused = command.options.find((option) => {
    const name = option.attributeName();
    return (
      subscriptionOptions.some((one) => one === name) &&
      !['default', undefined].includes(command.getOptionValueSource(name))
    );
  });
  return unused === undefined ? undefined : `${unused.long ?? unused.flags} requires --olm v0`;
}

function updateCommand(): Command {
  const command = runbookHelp(
    new Command('update'),
    'Generate a runbook that updates the operator.',
    ['osc-tools runbook update > update.sh', 'osc-tools runbook update --peer-pods > update.sh'],
    'With --peer-pods, the runbook also recreates the KataConfig, which rebuilds the pod VM image.',
  );
  return withKataConfig(withRunbookCluster(command)).action(async (options: UpdateRunbookOptions) => {
    const { writeUpdate } = await import('../runbookWriter.ts');
    process.exitCode = print(writeUpdate(options));
  });
}

function uninstallCommand(): Command {
  const command = runbookHelp(new Command('uninstall'), 'Generate a runbook that uninstalls Kata and the operator.', [
    'osc-tools runbook uninstall > uninstall.sh',
    'osc-tools runbook uninstall --namespace --crd > uninstall.sh',
  ]);
  return withRunbookCluster(command)
    .option('--namespace', 'also delete the operator namespace with its ConfigMaps and Secrets', false)
    .option('--crd', 'also delete the KataConfig CRD', false)
    .action(async (options: UninstallOptions) => {
      const { writeUninstall } = await import('../runbookWriter.ts');
      process.exitCode = print(writeUninstall(options));
    });
}

function withKataConfig(command: Command): Command {
  return command
    .addOption(
      new Option('--name <name>', 'name of the KataConfig (default: "example-kataconfig")').argParser(
        parseObjectName('KataConfig'),
      ),
    )
    .addOption(
      new Option('--label <key=value...>', 'labels of the KataConfig').argParser(
        (text: string, others: Readonly<Record<string, string>> | undefined) => addLabels(others ?? {}, text),
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

/**
 * Adds the labels of an option.
 * @throws InvalidArgumentError if a label is invalid or was already specified
 */
function addLabels(others: Readonly<Record<string, string>>, text: string): Readonly<Record<string, string>> {
  const labels = readLabelsText(text);
  if (!labels.ok) throw new InvalidArgumentError(labels.error);
  const duplicate = Object.keys(labels.value).find((key) => Object.hasOwn(others, key));
  if (duplicate !== undefined) throw new InvalidArgumentError(`Duplicate label "${duplicate}".`);
  return { ...others, ...labels.value };
}

function print(script: string): number {
  process.stdout.write(script);
  return exitClean;
}

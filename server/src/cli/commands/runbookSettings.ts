/** `osc-tools runbook log-level` and the other subcommands that generate runbooks for settings. */
import { Command, InvalidArgumentError, Option } from 'commander';
import process from 'node:process';
import { omitUndefined } from '#core/common/json.ts';
import { fail, type Result } from '#core/common/result.ts';
import { logLevels } from '#core/kinds/kataConfig.ts';
import type { GitOpsFile } from '#core/operations/runbook/gitOpsFolder.ts';
import { documentedProviders } from '#core/peerPods/providers.ts';
import type { Release } from '#core/product/releases.ts';
import {
  allowExecOption,
  contextOption,
  failUsage,
  kubeconfigOption,
  timeoutOption,
  type ClusterOptions,
} from '../clusterOptions.ts';
import { withHelp } from '../help.ts';
import { createReleaseOption } from '../io/policyInputs.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import type { ChooseSetting, RunbookTarget } from '../settingRunbook.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';
import { outputProblem, parseObjectName, withRunbookCluster, writeRunbookFolder } from '../runbookTarget.ts';

/** Options of all subcommands. */
interface SettingOptions extends RunbookTarget {
  readonly format: 'bash' | 'gitops' | 'argo';
  readonly output?: string;
}

/** Loads the functions that create settings from options. */
const loadChoices = async () => import('../settingChoices.ts');

/** Returns the subcommands. */
export function settingRunbookCommands(): readonly Command[] {
  return [
    logLevelCommand(),
    nodesCommand(),
    eligibilityCommand(),
    featureGatesCommand(),
    peerPodsCommand(),
    peerPodsLimitCommand(),
    peerPodsPortsCommand(),
    instanceTypesCommand(),
    pullSecretCommand(),
  ];
}

/** Generates the firewall script, which runs on a computer with the CLI of the cloud provider, not `oc`. */
function peerPodsPortsCommand(): Command {
  return withHelp(new Command('peer-pods-ports'), {
    summary: 'Generate a script that opens the ports of peer pods.',
    details:
      "The script runs the CLI of the cloud provider, and can be run again. Commands for cloud providers other than AWS are not in the OSC documentation. With --context, reads the values from peer-pods-cm and the cluster. Otherwise, doesn't contact a cluster.",
    exitCodes: {
      0: 'The script was written',
      1: 'No script was written, because there are no ports to open or no commands for the platform',
      2: "Usage error, or the cluster can't be read",
    },
    examples: [
      'osc-tools runbook peer-pods-ports --provider libvirt --set LIBVIRT_NET=default > ports.sh',
      'osc-tools runbook peer-pods-ports --provider ibmcloud --set IBMCLOUD_SECURITY_GROUP_IDS=r006-1a2b > ports.sh',
      'osc-tools runbook peer-pods-ports --provider aws --test-address 10.0.131.7 > test.sh',
    ],
    page: 'procedures.md#on-the-command-line',
  })
    .addOption(new Option('--provider <name>', 'cloud provider of the pod VMs').choices(documentedProviders))
    .option('--set <key=value...>', 'keys of peer-pods-cm')
    .option(
      '--test-address <ip>',
      'write the command that tests the port of the pod VM with this IP address from a node, instead of the script. osc-tools explain explains its output',
    )
    .addOption(contextOption().conflicts(['provider', 'set']))
    .addOption(kubeconfigOption())
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(
      async (
        options: ClusterOptions & {
          readonly provider?: string;
          readonly set?: readonly string[];
          readonly testAddress?: string;
        },
        command: Command,
      ) => {
        const { context, provider, set = [], testAddress } = options;
        if (context === undefined && provider === undefined) {
          process.exitCode = failUsage(command, 'use either --context or --provider');
          return;
        }
        const { writePortsScript } = await import('../portsScript.ts');
        process.exitCode = await writePortsScript(options, provider ?? '', set, testAddress);
      },
    );
}

/** Creates a subcommand with the options that all of them have. */
function settingCommand(name: string, summary: string, examples: readonly string[], details?: string): Command {
  const offline =
    'With --context, reads the cluster and names its objects, as "Generate Runbook" in VS Code does. Otherwise, doesn\'t contact a cluster, and the script looks up the objects at run time.';
  const command = withHelp(new Command(name), {
    summary,
    details: details === undefined ? offline : `${details} ${offline}`,
    exitCodes: {
      0: 'The runbook was written',
      1: "No runbook was written, because the setting can't be changed on the cluster of --context",
      2: "Usage error, the cluster can't be read, or a file can't be written",
    },
    examples,
    page: 'procedures.md#runbooks',
  });
  return withRunbookCluster(command)
    .addOption(contextOption().conflicts(['server', 'cluster']))
    .addOption(kubeconfigOption())
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .addOption(
      new Option('--format <format>', 'Bash script, or folder of manifests if the runbook only applies objects')
        .choices(['bash', 'gitops', 'argo'])
        .default('bash'),
    )
    .option('--output <dir>', "folder for manifests (created if it doesn't exist, never overwrites files)");
}

/** Creates the runbook and writes it. Returns the exit code. */
async function write(command: Command, options: SettingOptions, choose: ChooseSetting): Promise<number> {
  const { format, output } = options;
  const problem = outputProblem(options);
  if (problem !== undefined) return failUsage(command, problem);
  const { createRunbookOfSetting, renderFolder, renderScript } = await import('../settingRunbook.ts');
  try {
    const created = await createRunbookOfSetting(options, choose);
    if (created.problem !== undefined) {
      printMessage(created.problem);
      return created.isUsage ? exitUsage : exitFound;
    }
    if (format === 'bash') {
      process.stdout.write(renderScript(created.runbook));
      return exitClean;
    }
    const files: Result<readonly GitOpsFile[], string> =
      output === undefined ? fail('') : renderFolder(created.runbook, format === 'argo');
    return await writeRunbookFolder(files, output);
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

function logLevelCommand(): Command {
  return settingCommand('log-level', 'Generate a runbook that sets the CRI-O log level.', [
    'osc-tools runbook log-level debug > log-level.sh',
  ])
    .addArgument(new Command().createArgument('<level>', 'log level').choices(Object.keys(logLevels)))
    .action(async (level: string, options: SettingOptions, command: Command) => {
      const { chooseLogLevel } = await loadChoices();
      process.exitCode = await write(command, options, chooseLogLevel(level));
    });
}

function nodesCommand(): Command {
  return settingCommand('nodes', 'Generate a runbook that selects the nodes for Kata.', [
    'osc-tools runbook nodes --label kata=true > nodes.sh',
    'osc-tools runbook nodes --label kata=true --node worker-0 worker-1 > nodes.sh',
    'osc-tools runbook nodes --all > nodes.sh',
  ])
    .option('--all', 'select all worker nodes', false)
    .option('--label <labels>', 'select the worker nodes with these labels, such as kata=true')
    .addOption(
      new Option(
        '--node <name...>',
        'add the label to these nodes, and remove it from others (requires one label with a value)',
      ).argParser(collectNames),
    )
    .action(
      async (
        options: SettingOptions & {
          readonly all: boolean;
          readonly label?: string;
          readonly node?: readonly string[];
        },
        command: Command,
      ) => {
        const { all, label, node } = options;
        if (all === (label !== undefined) || (all && node !== undefined)) {
          process.exitCode = failUsage(command, 'use either --all or --label');
          return;
        }
        const { chooseNodes } = await loadChoices();
        process.exitCode = await write(command, options, chooseNodes(omitUndefined({ label, nodes: node })));
      },
    );
}

function eligibilityCommand(): Command {
  return settingCommand('eligibility', 'Generate a runbook that sets up the node eligibility check.', [
    'osc-tools runbook eligibility --nfd > eligibility.sh',
    'osc-tools runbook eligibility --node worker-0 worker-1 > eligibility.sh',
    'osc-tools runbook eligibility --check > eligibility.sh',
  ])
    .option('--nfd', 'create a rule for Node Feature Discovery, which labels eligible nodes', false)
    .addOption(new Option('--node <name...>', 'label these nodes as eligible').argParser(collectNames))
    .option(
      '--check',
      'set checkNodeEligibility in the KataConfig, so that Kata is installed only on eligible nodes',
      false,
    )
    .action(
      async (
        options: SettingOptions & { readonly nfd: boolean; readonly check: boolean; readonly node?: readonly string[] },
        command: Command,
      ) => {
        const { nfd, check, node } = options;
        if ([nfd, check, node !== undefined].filter(Boolean).length !== 1) {
          process.exitCode = failUsage(command, 'use one of --nfd, --node, and --check');
          return;
        }
        const { chooseEligibility } = await loadChoices();
        process.exitCode = await write(command, options, chooseEligibility({ nfd, check, nodes: node ?? [] }));
      },
    );
}

function featureGatesCommand(): Command {
  return settingCommand('feature-gates', 'Generate a runbook that sets feature gates of the operator.', [
    'osc-tools runbook feature-gates confidential=true > gates.sh',
    'osc-tools runbook feature-gates confidential- > gates.sh',
  ])
    .argument(
      '<gate...>',
      'feature gate with its value, such as confidential=true, or with a hyphen to remove it, such as confidential-',
    )
    .addOption(createReleaseOption('OSC release of the cluster'))
    .action(async (gates: string[], options: SettingOptions & { readonly release: Release }, command: Command) => {
      const { chooseFeatureGates } = await loadChoices();
      process.exitCode = await write(command, options, chooseFeatureGates(gates, options.release));
    });
}

function peerPodsCommand(): Command {
  return settingCommand(
    'peer-pods',
    'Generate a runbook that configures peer pods.',
    [
      'osc-tools runbook peer-pods --provider aws --set AWS_REGION=us-east-1 AWS_SUBNET_ID=subnet-0a1b2c3d AWS_VPC_ID=vpc-0a1b2c3d AWS_SG_IDS=sg-0a1b2c3d --credentials > peer-pods.sh',
    ],
    'The runbook contains no credentials. With --credentials, the script reads them from environment variables or files.',
  )
    .addOption(
      new Option('--provider <name>', 'cloud provider of the pod VMs')
        .choices(documentedProviders)
        .makeOptionMandatory(),
    )
    .option('--set <key=value...>', 'keys of peer-pods-cm. Other keys get the documented values')
    .option('--credentials', 'also set the credentials in peer-pods-secret', false)
    .addOption(createReleaseOption('OSC release of the cluster'))
    .action(
      async (
        options: SettingOptions & {
          readonly provider: string;
          readonly set?: readonly string[];
          readonly credentials: boolean;
          readonly release: Release;
        },
        command: Command,
      ) => {
        const { provider, set = [], credentials, release } = options;
        const { choosePeerPods } = await loadChoices();
        const choose = choosePeerPods({ provider, set, credentials, release, now: Date.now() });
        process.exitCode = await write(command, options, choose);
      },
    );
}

function peerPodsLimitCommand(): Command {
  return settingCommand('peer-pods-limit', 'Generate a runbook that sets the peer pod limit per node.', [
    'osc-tools runbook peer-pods-limit 20 > limit.sh',
  ])
    .argument('<number>', 'maximum number of peer pod VMs per node', parseLimit)
    .action(async (limit: number, options: SettingOptions, command: Command) => {
      const { choosePeerPodsLimit } = await loadChoices();
      process.exitCode = await write(command, options, choosePeerPodsLimit(limit));
    });
}

function instanceTypesCommand(): Command {
  return settingCommand('instance-types', 'Generate a runbook that sets peer pod instance types.', [
    'osc-tools runbook instance-types --provider aws --default t3.medium --types t3.medium,t3.large > types.sh',
  ])
    .requiredOption('--default <type>', "instance type of pods that don't request one")
    .option('--types <list>', 'comma-separated instance types that pods can request (default: only the default type)')
    .addOption(
      new Option('--provider <name>', 'cloud provider of the pod VMs (default: that of the cluster)').choices(
        documentedProviders,
      ),
    )
    .addOption(createReleaseOption('OSC release of the cluster'))
    .action(
      async (
        options: SettingOptions & {
          readonly default: string;
          readonly types?: string;
          readonly provider?: string;
          readonly release: Release;
        },
        command: Command,
      ) => {
        const { default: defaultType, types = '', provider, release } = options;
        const { chooseInstanceTypes } = await loadChoices();
        const choose = chooseInstanceTypes({ defaultType, types, release, ...omitUndefined({ provider }) });
        process.exitCode = await write(command, options, choose);
      },
    );
}

function pullSecretCommand(): Command {
  return settingCommand(
    'pull-secret',
    'Generate a runbook that creates a pull secret.',
    [
      'osc-tools runbook pull-secret --namespace payments > pull-secret.sh',
      'osc-tools runbook pull-secret --namespace payments --from file --no-link > pull-secret.sh',
    ],
    'The runbook contains no credentials. The script adds the registry logins to those of an existing Secret.',
  )
    .requiredOption('-n, --namespace <name>', 'namespace in which the peer pods run', parseObjectName('Namespace'))
    .option('--name <name>', 'name of the Secret', parseObjectName('Secret'), 'pull-secret')
    .addOption(
      new Option(
        '--from <source>',
        'registry logins: the pull secret of the cluster, or a file or environment variable that you provide at run time',
      )
        .choices(['cluster', 'file'])
        .default('cluster'),
    )
    .option('--no-link', "don't link the Secret to the default service account")
    .action(
      async (
        options: SettingOptions & {
          readonly namespace: string;
          readonly name: string;
          readonly from: 'cluster' | 'file';
          readonly link: boolean;
        },
        command: Command,
      ) => {
        const { namespace, name, from, link } = options;
        const { choosePullSecret } = await loadChoices();
        process.exitCode = await write(
          command,
          options,
          choosePullSecret({ namespace, name, isOfCluster: from === 'cluster', isLinked: link }),
        );
      },
    );
}

function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of 1 or more.');
  return Number(text);
}

/** Collects the names of nodes. */
function collectNames(name: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, parseObjectName('Node')(name)];
}

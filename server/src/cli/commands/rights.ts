/** `osc-tools rights`: lists the permissions of the user on a cluster, and prints roles that grant the missing ones. */
import { Command, Option } from 'commander';
import process from 'node:process';
import {
  allowExecOption,
  clusterOrder,
  contextOption,
  failWithoutContext,
  kubeconfigOption,
  timeoutOption,
  type ClusterOptions,
} from '../clusterOptions.ts';
import { loadPermissionReader } from './preflight.ts';
import { taskIds, taskWithId } from '#core/operations/permissions/permissionTasks.ts';
import { formatSanitizedJson, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { withHelp } from '../help.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface Options extends ClusterOptions {
  readonly for?: string;
  readonly namespace?: string;
  readonly role: boolean;
  readonly format: string;
}

export function rightsCommand(): Command {
  return withHelp(new Command('rights'), {
    summary: 'List your permissions on a cluster.',
    details:
      "Contacts only the cluster of the context that you specify. Sends access reviews, which don't change the cluster.",
    exitCodes: {
      0: 'All permissions are granted',
      1: 'A permission is missing or unknown',
      2: "Usage error, or the permissions can't be checked",
    },
    examples: [
      'osc-tools rights --context demo',
      'osc-tools rights --context demo --for install',
      'osc-tools rights --context demo --for install --role > roles.yaml',
    ],
    page: 'command-line.md#rights',
  })
    .usage('--context <name> [options]')
    .addOption(contextOption())
    .addOption(
      new Option(
        '--for <task>',
        'task to check (default: all tasks except install-olm-v1 and uninstall-olm-v1)',
      ).choices([...taskIds]),
    )
    .option('--role', 'print Roles and ClusterRoles that grant the missing permissions', false)
    .option(
      '-n, --namespace <name>',
      "namespace in which to check permissions that aren't granted in all namespaces (default: the namespace of the context)",
    )
    .addOption(kubeconfigOption())
    .addOption(
      new Option('--format <format>', 'output format (with --role, text is YAML)')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(async (options: Options, command: Command) => {
      process.exitCode = await run(options, command);
    });
}

async function run(options: Options, command: Command): Promise<number> {
  const { context, namespace, role, format } = options;
  const { checkPermissions, listContexts, permissionJson, permissionText, roleText } = await loadPermissionReader();
  try {
    if (context === undefined) return await failWithoutContext(command, options, listContexts);
    const task = options.for === undefined ? undefined : taskWithId(options.for);
    const checked = await checkPermissions({
      ...clusterOrder({ ...options, context }),
      ...(task === undefined ? {} : { tasks: [task] }),
      ...(namespace === undefined ? {} : { namespace }),
    });
    if (!checked.ok) {
      printMessage(checked.error);
      return exitUsage;
    }
    const report = checked.value;
    const text =
      format === 'json'
        ? `${formatSanitizedJson(permissionJson(report, role))}\n`
        : sanitizeTerminalLines(role ? roleText(report) : permissionText(report));
    process.stdout.write(text);
    return report.tasks.every(({ missing, unknown }) => missing.length + unknown.length === 0) ? exitClean : exitFound;
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

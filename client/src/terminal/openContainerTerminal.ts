/** Checks the policy of a pod, asks for the command, and opens the terminal. */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { fail } from '#core/common/result.ts';
import type { ExecCommand } from '#core/agent/inputs/execRequests.ts';
import { isKataClass } from '#core/agent/podPolicySource.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { getInstalledRelease } from '#core/status/operator/operatorParts.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import { createOcArguments } from '#client/oc/ocEnv.ts';
import { copyText } from '#client/vscode/copyText.ts';
import type { ContainerTarget } from './askContainer.ts';
import { chooseCommand, defaultCommand } from './chooseCommand.ts';
import type { TerminalContext } from './context.ts';
import { explainEnd, type EndAction } from './describeEnd.ts';
import { findPolicy } from './policyCheck/findPolicy.ts';
import { checkPolicy, type CheckLine, type PolicyCheck } from './policyCheck/policyCheck.ts';

/** Time limit for reading the policy, in milliseconds. */
const patience = 15_000;

/** Opens the terminal. Resolves when the command is running or the user cancels. */
export async function openContainerTerminal(
  tools: TerminalContext,
  cluster: OpenCluster,
  target: ContainerTarget,
  title: string,
  /** The command to edit first, because it failed. */
  failed?: ExecCommand,
): Promise<void> {
  tools.terminals.assertFree();
  const check = await createCheck(tools, cluster, target);
  const command = await chooseCommand({
    title,
    command: failed ?? defaultCommand,
    isEdited: failed !== undefined,
    check,
    showRule: (found, line) => showRule(tools, target, found, line),
  });
  if (command === undefined) return;
  const { container, pod } = target;
  const { namespace, name } = pod;
  const { reach } = cluster;
  const ended = tools.terminals.open(`${container} (${name})`, {
    clock: tools.clock,
    connect: async (options) =>
      (await reach?.exec?.({ namespace, pod: name, container, ...command, ...options })) ?? fail(closedConnection()),
    tty: command.tty,
    stdin: command.stdin,
    container: `${namespace}/${name}/${container}`,
  });
  ended
    .then(async (end) => {
      if (end.kind !== 'failed') return;
      const [executable = ''] = command.command;
      const { message, actions } = explainEnd(end.problem, { container, executable });
      const labels = actions.map((action) => actionLabels[action]());
      const chosen = await tools.notify.tell('warning', `${title}: ${message}`, ...labels);
      const action = actions.find((one) => actionLabels[one]() === chosen);
      if (action !== undefined) await runAction(action, tools, cluster, target, { title, command });
    })
    .catch((error: unknown) => tools.notify.error(l10n.t`The command failed`, error));
}

/** Returns the function that checks a command. Reads the policy once. */
async function createCheck(
  { language }: TerminalContext,
  { connection, snapshot }: OpenCluster,
  { raw, pod }: ContainerTarget,
): Promise<(command: ExecCommand) => Promise<PolicyCheck | undefined>> {
  if (!isKataClass(pod.runtimeClass ?? '')) return () => Promise.resolve(undefined);
  const installed = getInstalledRelease(snapshot);
  const release = (installed === undefined ? undefined : findRelease(installed)) ?? newestRelease;
  const search = await findPolicy(connection, raw, release, AbortSignal.timeout(patience));
  return async (command) => (search === undefined ? undefined : checkPolicy(language.ask, search, command, release.id));
}

async function showRule(
  { texts }: TerminalContext,
  { pod }: ContainerTarget,
  { text }: PolicyCheck,
  line: CheckLine | undefined,
): Promise<void> {
  if (text !== undefined) await texts.open(`${pod.name}.rego`, text, line?.range?.start.line);
}

function closedConnection(): ApiProblem {
  return { kind: 'aborted', message: l10n.t`The cluster was closed.` };
}

const actionLabels: Readonly<Record<EndAction, () => string>> = {
  showPermissions: () => l10n.t`Show My Permissions`,
  copyCommand: () => l10n.t`Copy Command`,
  editCommand: () => l10n.t`Edit Command...`,
};

async function runAction(
  action: EndAction,
  tools: TerminalContext,
  cluster: OpenCluster,
  target: ContainerTarget,
  { title, command }: { readonly title: string; readonly command: ExecCommand },
): Promise<void> {
  switch (action) {
    case 'showPermissions':
      await commands.executeCommand('osc.cluster.showPermissions', { context: cluster.context });
      return;
    case 'copyCommand':
      await copyText(ocExecCommand(tools, cluster, target, command));
      return;
    default:
      await openContainerTerminal(tools, cluster, target, title, command);
  }
}

/** Returns the `oc exec` command that does the same. */
function ocExecCommand(
  { clusters }: TerminalContext,
  { context }: OpenCluster,
  { pod: { namespace, name }, container }: ContainerTarget,
  { command, tty, stdin }: ExecCommand,
): string {
  const flags = `${stdin ? 'i' : ''}${tty ? 't' : ''}`;
  const args = [
    'exec',
    ...(flags === '' ? [] : [`-${flags}`]),
    '-n',
    namespace,
    name,
    '-c',
    container,
    '--',
    ...command,
  ];
  const oc = clusters.ocCluster(context);
  return quoteShellCommand(['oc', ...(oc === undefined ? args : createOcArguments(oc, args))]);
}

/**
 * Runs documented commands to get the values that only the cloud provider has. The commands run on this computer after
 * the user has reviewed them, or the user copies them and pastes their output.
 */
import * as l10n from '@vscode/l10n';
import { window, workspace } from 'vscode';
import { copyText } from '#client/vscode/copyText.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { omitUndefined } from '#core/common/json.ts';
import { formatNames } from '#core/text/phrases.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import { readCloudOutput, type CloudCommand } from '#core/operations/peerPods/cloudCommands.ts';
import type { Release } from '#core/product/releases.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { askPick, type PickStep } from '#client/vscode/prompts/askSteps.ts';
import type { Answered, Position } from '#client/vscode/prompts/wizard.ts';
import { runCloudCommand, withoutCredentials } from './cloudCommand.ts';
import type { OperationContext } from '../context.ts';
import { failureDetail, type FailedCommand } from './failureDetail.ts';
import { openCommands, type PeerPodsDraft } from './peerPodsDraft.ts';
import { askNetwork } from './virtualNetwork.ts';

/** Maximum number of rounds of commands that depend on earlier output. More would be too much work for the user. */
const mostRounds = 5;

/**
 * Source of the values that the cluster doesn't provide: commands that run here, commands that the user runs, or the
 * user's input.
 */
export type CloudWay = 'run' | 'copy' | 'write';

export interface CloudChoice {
  readonly draft: PeerPodsDraft;
  readonly way: CloudWay;
}

type CloudTools = Pick<OperationContext, 'notify' | 'clock' | 'log'>;

/** Asks how to get the values and runs the commands if the user selects that. */
export async function askCloud(
  tools: CloudTools,
  title: string,
  at: Position,
  before: PeerPodsDraft,
): Promise<Answered<CloudChoice>> {
  let draft = before;
  let failure: FailedCommand | undefined;
  /** Command lines that the user has confirmed. */
  const agreed = new Set<string>();
  for (;;) {
    const commands = openCommands(draft);
    const [first] = commands;
    if (first === undefined) return { value: { draft, way: 'run' } };
    const answer = await askPick(title, at, cloudQuestion(commands, first.argv[0], failure));
    if (answer === undefined || answer === 'back') return answer;
    const way = answer.value;
    if (way === 'copy') await copyText(commands.map(({ argv }) => quoteShellCommand(argv)).join('\n'));
    if (way !== 'run') return { value: { draft, way } };
    const ran = await runUntilSettled(tools, { title, at }, draft, agreed);
    draft = ran.draft;
    ({ failure } = ran);
    if (ran.next !== 'ask') return { value: { draft, way: ran.next } };
  }
}

function cloudQuestion(
  commands: readonly CloudCommand[],
  program: string,
  failure: FailedCommand | undefined,
): PickStep<CloudWay> {
  const keys = formatNames(commands.map(({ key }) => key));
  const run = {
    icon: failure === undefined ? 'play' : 'error',
    label: l10n.t`Run Commands Here...`,
    description: failure === undefined ? keys : l10n.t`Failed: ${failure.message}`,
    detail: l10n.t`The commands are read-only. You review them before they run.`,
    value: 'run' as const,
  };
  return {
    placeHolder: l10n.t`Some values aren't on the cluster. Select how to get them from the cloud provider.`,
    active: failure === undefined && workspace.isTrusted ? 'run' : failure === undefined ? 'copy' : 'write',
    items: [
      ...(workspace.isTrusted ? [run] : []),
      {
        icon: 'copy',
        label: l10n.t`Copy Commands`,
        description: keys,
        detail: l10n.t`Run the commands on a computer where you're logged in with ${program}, then paste the output of each command.`,
        value: 'copy',
      },
      { icon: 'edit', label: withEllipsis(l10n.t`Enter Values`), description: keys, value: 'write' },
    ],
  };
}

/** Title and position of the wizard page. Questions about the output of a command appear on the same page. */
interface WizardPlace {
  readonly title: string;
  readonly at: Position;
}

interface Run {
  readonly draft: PeerPodsDraft;
  /** The failed command that ended the run. */
  readonly failure?: FailedCommand;
}

/**
 * Runs the commands. If one fails, shows the reason and the next steps, and continues with the step that the user
 * selects.
 */
async function runUntilSettled(
  tools: CloudTools,
  place: WizardPlace,
  before: PeerPodsDraft,
  agreed: Set<string>,
): Promise<Run & { readonly next: 'run' | 'write' | 'ask' }> {
  let draft = before;
  for (;;) {
    const ran = await runAll(tools, place, draft, agreed);
    if (ran === undefined) return { draft, next: 'ask' };
    draft = ran.draft;
    if (ran.failure === undefined) return { draft, next: 'run' };
    const chosen = await showFailure(tools, ran.failure);
    if (chosen !== 'tryAgain') return { ...ran, next: chosen };
  }
}

/** Shows the failure in a modal dialog with the next steps. */
async function showFailure({ notify, log }: CloudTools, failure: FailedCommand): Promise<'tryAgain' | 'write' | 'ask'> {
  const { message, line, output } = failure;
  log.error([message, line, output].join('\n'));
  const { text, isCut } = failureDetail(failure);
  const [terminal, write, again, showLog] = [
    l10n.t`Insert Command in Terminal`,
    l10n.t`Enter Values`,
    l10n.t`Retry`,
    l10n.t`Show Log`,
  ];
  const ways = failure.isMissing === true ? [write, again] : [terminal, write, again];
  const chosen = await notify.choose(message, text, ...ways, ...(isCut ? [showLog] : []));
  if (chosen === again) return 'tryAgain';
  if (chosen === write) return 'write';
  if (chosen === showLog) log.show();
  if (chosen === terminal) {
    const opened = window.createTerminal({ name: line.split(' ', 1)[0] ?? '' });
    opened.show();
    // The user presses Enter.
    opened.sendText(line, false);
  }
  return 'ask';
}

/**
 * Returns the draft with the new values and the failure, if any. Returns undefined if the user didn't confirm the
 * commands.
 */
async function runAll(
  tools: CloudTools,
  { title, at }: WizardPlace,
  before: PeerPodsDraft,
  agreed: Set<string>,
): Promise<Run | undefined> {
  let draft = before;
  const tried = new Set<string>();
  for (let round = 0; round < mostRounds; round += 1) {
    const commands = openCommands(draft).filter(({ argv }) => !tried.has(quoteShellCommand(argv)));
    if (commands.length === 0) return { draft };
    if (!(await agree(tools, commands, agreed))) return round === 0 ? undefined : { draft };
    for (const command of commands) {
      const line = quoteShellCommand(command.argv);
      tried.add(line);
      const answer = await runShown(tools, command, draft.release);
      if (!answer.ok) return { draft, failure: answer.error };
      draft = withCloudOutput(draft, command, answer.value);
    }
    draft = await askNetwork(title, at, draft);
  }
  return { draft };
}

/** Asks for confirmation of commands that the user hasn't confirmed yet. */
async function agree({ notify }: CloudTools, commands: readonly CloudCommand[], agreed: Set<string>): Promise<boolean> {
  const lines = commands.map(({ argv }) => quoteShellCommand(argv));
  if (lines.every((line) => agreed.has(line))) return true;
  const question = l10n.t`Run these commands on this computer? Number of commands: ${lines.length}`;
  if (!(await notify.confirm(question, lines.join('\n\n'), l10n.t`Run`))) return false;
  for (const line of lines) agreed.add(line);
  return true;
}

async function runShown(
  { clock }: CloudTools,
  command: CloudCommand,
  release: Release,
): Promise<Result<readonly string[], FailedCommand>> {
  const { key, argv, answers, what } = command;
  const line = quoteShellCommand(argv);
  if (!workspace.isTrusted)
    return fail({ line, message: l10n.t`Commands can't run in Restricted Mode. Trust this workspace first.` });
  const printed = await showProgress(what(), () => runCloudCommand(argv, clock));
  if (!printed.ok)
    return fail({
      line,
      message: printed.error.message,
      ...omitUndefined({ output: printed.error.errors, isMissing: printed.error.isMissing }),
    });
  const read = readCloudOutput({ key, answers }, printed.value, release);
  if (read.ok) return succeed(read.value);
  const message = [l10n.t`Can't use the output from ${argv[0]}.`, read.error].join(getSentenceSeparator());
  return fail({ line, message, output: withoutCredentials(printed.value).trim() });
}

/**
 * Returns the draft with the output of a command. A single value is used directly. Several values become candidates
 * that the user selects from later.
 */
export function withCloudOutput(
  draft: PeerPodsDraft,
  { key, argv }: Pick<CloudCommand, 'key' | 'argv'>,
  values: readonly string[],
): PeerPodsDraft {
  const [only, ...others] = values;
  const from = l10n.t`from ${argv[0]}`;
  if (only !== undefined && others.length === 0)
    return { ...draft, found: new Map(draft.found).set(key, { value: only, from, sure: true }) };
  return {
    ...draft,
    candidates: { ...draft.candidates, [key]: values.map((value) => ({ value, from, sure: false })) },
  };
}

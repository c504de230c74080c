/** What only the cloud knows, by the documented commands: run when the user says so, after they were shown; or copied, and their answers pasted. */
import * as l10n from '@vscode/l10n';
import { env, workspace } from 'vscode';
import { readCloudAnswer, type CloudCommand } from '../../../../core/peerPods/cloudCommands.ts';
import { failed, type Result } from '../../../../core/result.ts';
import { namesWords } from '../../../../core/live/words.ts';
import type { Release } from '../../../../core/releases.ts';
import { showProgress } from '../../showInput.ts';
import { askSteps, type Step } from '../../steps.ts';
import { runCloudCommand } from '../cloudCommand.ts';
import { shellLine } from '../../../../core/lifecycle/runbook/shellText.ts';
import type { Tools } from '../tools.ts';
import { openCommands, type Draft } from './draft.ts';
import { plural } from '../../../../core/wording.ts';

/** Commands that follow from the answers of others; more is no work for a person. */
const mostRounds = 5;

/** The draft with what the cloud answered; undefined: the user gave up. */
export async function askCloud(tools: Pick<Tools, 'notify' | 'clock'>, title: string, before: Draft): Promise<Draft | undefined> {
  let draft = before;
  let problem: string | undefined;
  for (;;) {
    const commands = openCommands(draft);
    const [first] = commands;
    if (first === undefined) return draft;
    const question = cloudQuestion(commands, first.argv[0], problem);
    const [answer] = (await askSteps(title, (given) => (given.length > 0 ? undefined : question))) ?? [];
    if (answer === undefined) return undefined;
    if (answer === 'copy') await env.clipboard.writeText(commands.map(({ argv }) => shellLine(argv)).join('\n'));
    if (answer !== 'run') return draft;
    const ran = await runAll(tools, draft);
    draft = ran.draft;
    // What failed is said where the next choice is made: a message goes out of sight, and nobody would know what is waited for.
    if (ran.problem === undefined) return draft;
    problem = ran.problem;
  }
}

function cloudQuestion(commands: readonly CloudCommand[], program: string, problem: string | undefined): Step<'run' | 'copy' | 'write'> {
  const keys = namesWords(commands.map(({ key }) => key));
  const run = {
    label: `$(play) ${l10n.t`Run Them Here...`}`,
    description: keys,
    detail: l10n.t`They are shown once more before. They only read.`,
    value: 'run' as const,
  };
  return {
    placeHolder: problem ?? l10n.t`What the cluster does not tell, the documents ask its cloud, by ${program}.`,
    always: true,
    active: problem === undefined && workspace.isTrusted ? 'run' : 'copy',
    items: [
      ...(workspace.isTrusted ? [run] : []),
      {
        label: `$(copy) ${l10n.t`Copy the Commands`}`,
        description: keys,
        detail: l10n.t`Run them where you are logged in to the cloud; then paste each answer.`,
        value: 'copy',
      },
      { label: `$(edit) ${l10n.t`No, I Know the Values`}`, value: 'write' },
    ],
  };
}

/** The draft with what was answered, and why no more was. */
async function runAll(tools: Pick<Tools, 'notify' | 'clock'>, before: Draft): Promise<{ readonly draft: Draft; readonly problem?: string }> {
  let draft = before;
  const tried = new Set<string>();
  for (let round = 0; round < mostRounds; round += 1) {
    const commands = openCommands(draft).filter(({ argv }) => !tried.has(JSON.stringify(argv)));
    if (commands.length === 0) return { draft };
    const lines = commands.map(({ argv }) => shellLine(argv));
    const question = plural(commands.length, l10n.t`Run this command on this machine?`, l10n.t`Run these ${commands.length} commands on this machine?`);
    const yes = l10n.t({ message: 'Run', args: [], comment: ['A verb: the button that runs the commands.'] });
    if (!(await tools.notify.confirm(question, lines.join('\n\n'), yes))) return { draft, problem: l10n.t`Nothing was run.` };
    for (const command of commands) {
      tried.add(JSON.stringify(command.argv));
      const answer = await runShown(tools, command, draft.release);
      if (!answer.ok) return { draft, problem: `${command.key}: ${answer.error}` };
      draft = withAnswer(draft, command, answer.value);
    }
  }
  return { draft };
}

async function runShown(
  { clock }: Pick<Tools, 'clock'>,
  { key, argv, answers, what }: CloudCommand,
  release: Release,
): Promise<Result<readonly string[], string>> {
  if (!workspace.isTrusted) return failed(l10n.t`Programs are not run in a workspace that is not trusted.`);
  const printed = await showProgress(what, () => runCloudCommand(argv, clock));
  return printed.ok ? readCloudAnswer({ key, answers }, printed.value, release) : printed;
}

/** One value is taken; of several, one is chosen later. */
export function withAnswer(draft: Draft, { key, argv }: Pick<CloudCommand, 'key' | 'argv'>, values: readonly string[]): Draft {
  const [only, ...others] = values;
  const from = l10n.t`answered by ${argv[0]}`;
  if (only !== undefined && others.length === 0) return { ...draft, found: new Map(draft.found).set(key, { value: only, from, sure: true }) };
  return { ...draft, candidates: { ...draft.candidates, [key]: values.map((value) => ({ value, from, sure: false })) } };
}

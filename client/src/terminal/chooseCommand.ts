/** Shows which requests of a command the policy of the pod allows, and asks for the command to run. */
import * as l10n from '@vscode/l10n';
import { QuickPickItemKind } from 'vscode';
import type { ExecCommand } from '#core/agent/inputs/execRequests.ts';
import { formatArgumentList, parseArgumentList } from '#core/oc/argumentList.ts';
import { showInput, showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { checkItems, describeCommand } from './policyCheck/checkItems.ts';
import type { CheckLine, PolicyCheck } from './policyCheck/policyCheck.ts';

export interface CommandQuestion {
  readonly title: string;
  /** Command to start with. */
  readonly command: ExecCommand;
  /** True to edit the command first. */
  readonly isEdited: boolean;
  /** Checks a command. Returns undefined if the pod doesn't run in a sandbox. */
  readonly check: (command: ExecCommand) => Promise<PolicyCheck | undefined>;
  readonly showRule: (check: PolicyCheck, line: CheckLine | undefined) => Promise<void>;
}

/** The command that is run if the user doesn't select another one. */
export const defaultCommand: ExecCommand = { command: ['/bin/sh'], tty: true, stdin: true };

/** Returns the command, or undefined if the user cancels or looks at a rule instead. */
export async function chooseCommand(question: CommandQuestion): Promise<ExecCommand | undefined> {
  const { title, isEdited, check, showRule } = question;
  let command: ExecCommand | undefined = isEdited ? await editCommand(title, question.command) : question.command;
  let isFirst = !isEdited;
  while (command !== undefined) {
    const asked: ExecCommand = command;
    const found = await showProgress(l10n.t`Checking the agent policy...`, () => check(asked));
    if (isFirst && found !== undefined && found.commands.length > 0) {
      isFirst = false;
      command = await chooseListed(title, asked, found.commands);
      // The check of the command that the user keeps is already known.
      if (command !== asked) continue;
    }
    isFirst = false;
    const items = checkItems(found, asked).map((item) => ({
      ...item,
      ...(item.choice === undefined ? { kind: QuickPickItemKind.Separator } : {}),
    }));
    const chosen = (await showPick(items, { title, placeHolder: describeCommand(asked), matchOnDetail: true }))?.choice;
    if (chosen === undefined) return undefined;
    switch (chosen.kind) {
      case 'connect':
        return asked;
      case 'edit':
        command = await editCommand(title, asked);
        break;
      case 'runOne':
        command = await editCommand(title, { ...asked, tty: false, stdin: false });
        break;
      default:
        if (found !== undefined) await showRule(found, chosen.line);
        return undefined;
    }
  }
  return undefined;
}

/** Asks for one of the commands that the policy lists, with the default as the last choice. */
async function chooseListed(
  title: string,
  command: ExecCommand,
  listed: readonly (readonly string[])[],
): Promise<ExecCommand | undefined> {
  const items = [
    ...listed.map((one) => ({
      label: formatArgumentList(one),
      description: l10n.t`Allowed by the policy`,
      value: { ...command, command: one },
    })),
    { label: formatArgumentList(command.command), description: '', value: command },
  ];
  return (await showPick(items, { title, placeHolder: l10n.t`Select a command to run` }))?.value;
}

async function editCommand(title: string, command: ExecCommand): Promise<ExecCommand | undefined> {
  const text = await showInput({
    title,
    prompt: l10n.t`Command and its arguments. No shell interprets them, and a policy can compare each argument.`,
    value: formatArgumentList(command.command),
    validateInput: (typed) =>
      parseArgumentList(typed) === undefined ? l10n.t`Enter a command. Close all quotes.` : undefined,
  });
  const parsed = text === undefined ? undefined : parseArgumentList(text);
  return parsed === undefined ? undefined : { ...command, command: parsed };
}

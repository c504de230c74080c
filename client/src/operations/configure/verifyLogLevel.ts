/**
 * Verifies the log level with output of CRI-O on a node. The user runs the documented command, because the extension
 * never runs commands on nodes.
 */
import * as l10n from '@vscode/l10n';
import { window } from 'vscode';
import { copyText } from '#client/vscode/copyText.ts';
import { createCrioCommand, judgeCrioOutput } from '#core/oc/crioConfig.ts';
import { defaultLogLevel, isVerboseLogLevel } from '#core/status/kataConfig/verboseLogLevel.ts';
import { resolveKubeconfigSetting } from '#client/kubernetes/kubeconfig/kubeconfigPaths.ts';
import { findHomeFolder } from '#client/processes/homeFolder.ts';
import { askSteps } from '#client/vscode/prompts/askSteps.ts';
import { askForText } from '#client/vscode/prompts/askForText.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import type { OperationContext } from '../context.ts';

/** Maximum length of the output in characters. `crio config` prints far less. */
const longestOutput = 1_000_000;

/**
 * Asks the user to verify the log level.
 * @param verified called when CRI-O reports the level
 * @returns true if the user wants to reset the level now
 */
export async function verifyLogLevel(
  { notify, settings }: Pick<OperationContext, 'notify' | 'settings'>,
  context: string,
  node: string | undefined,
  level: string,
  verified: () => void,
): Promise<boolean> {
  const back = l10n.t`Reset to ${defaultLogLevel}`;
  const verify = l10n.t`Verify on Node...`;
  const loud = isVerboseLogLevel(level);
  let words = l10n.t`The log level on the Kata nodes is ${level}.`;
  for (;;) {
    const chosen = await notify.tell('info', words, ...(node === undefined ? [] : [verify]), ...(loud ? [back] : []));
    if (chosen === undefined || chosen === back || node === undefined) return chosen === back;
    const line = quoteShellCommand(
      createCrioCommand(node, context, resolveKubeconfigSetting(settings.kubeconfig(), findHomeFolder())),
    );
    words = (await askCrio(line, node, level, verified)) ?? words;
  }
}

/** Returns the result as a sentence, or undefined if the user cancels. */
async function askCrio(line: string, node: string, level: string, verified: () => void): Promise<string | undefined> {
  const answers = await askSteps<'copy' | 'type' | 'judge'>(l10n.t`Verify CRI-O Log Level on ${node}`, (before) =>
    before.length > 0
      ? undefined
      : {
          placeHolder: l10n.t`Run the command in a terminal, then check its output. The command creates a debug pod on the node.`,
          items: [
            { icon: 'copy', label: l10n.t`Copy Command`, detail: line, value: 'copy' },
            { icon: 'terminal', label: l10n.t`Insert Command in Terminal`, value: 'type' },
            { icon: 'clippy', label: l10n.t`Check Copied Output`, value: 'judge' },
          ],
        },
  );
  switch (answers?.[0]) {
    case 'copy':
      await copyText(line);
      return l10n.t`Command copied. Run it in a terminal, copy the output, and then return here to check the output.`;
    case 'type': {
      const terminal = window.createTerminal({ name: l10n.t`crio config on ${node}` });
      terminal.show();
      // The user reviews the command and presses Enter.
      terminal.sendText(line, false);
      return l10n.t`The command is in the terminal. Press Enter to run it, copy the output, and then return here to check the output.`;
    }
    case 'judge': {
      const printed = await askForText({
        title: l10n.t`Verify CRI-O Log Level on ${node}`,
        placeHolder: l10n.t`Select the source of the text`,
        language: 'plaintext',
        longest: longestOutput,
        isCopied: true,
      });
      if (printed === undefined) return undefined;
      if (judgeCrioOutput(printed.text, level).verdict === 'is') verified();
      return verdictWords(printed.text, node, level);
    }
    default:
      return undefined;
  }
}

function verdictWords(answer: string, node: string, level: string): string {
  const judged = judgeCrioOutput(answer, level);
  if (judged.verdict === 'is') return l10n.t`CRI-O on ${node} uses log_level = "${level}", as expected.`;
  if (judged.verdict === 'other')
    return l10n.t`CRI-O on ${node} uses log_level = "${judged.found}" instead of ${level}. In the Clusters view, check whether the node has rebooted since the change.`;
  return l10n.t`The copied text doesn't contain a log_level line. Copy the command output and try again.`;
}

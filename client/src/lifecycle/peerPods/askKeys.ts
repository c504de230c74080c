/** The keys that have no value yet, one by one: chosen of what is known, pasted, or written. Each value is checked as the rules check it. */
import * as l10n from '@vscode/l10n';
import { env } from 'vscode';
import { checkValue } from '../../../../core/peerPods/checkValue.ts';
import { readCloudAnswer, virtualNetworkKey, type CloudCommand } from '../../../../core/peerPods/cloudCommands.ts';
import type { ConfigKey } from '../../../../core/peerPods/configKey.ts';
import { showInput } from '../../showInput.ts';
import { askSteps, type Step } from '../../steps.ts';
import { askForText } from '../../textSource.ts';
import { shellLine } from '../../../../core/lifecycle/runbook/shellText.ts';
import type { Tools } from '../tools.ts';
import { withAnswer } from './askCloud.ts';
import { openCommands, openKeys, usable, type Draft } from './draft.ts';

/** Maximum length. A cloud command prints far less for one question. */
const longestOutput = 10_000_000;

type Answer = { readonly take: string; readonly from: string } | 'paste' | 'copy' | 'write' | 'skip';

/** The draft with all that is needed; undefined: the user gave up. */
export async function askKeys(tools: Pick<Tools, 'notify'>, title: string, before: Draft): Promise<Draft | undefined> {
  let draft = before;
  const skipped = new Set<string>();
  for (;;) {
    const next = openKeys(draft).find(({ key }) => !skipped.has(key.name));
    if (next === undefined) return draft;
    const { key, required } = next;
    const command = openCommands(draft).find((one) => one.key === key.name || (one.key === virtualNetworkKey && key.name === 'AZURE_SUBNET_ID'));
    const answers = await askSteps<Answer>(title, (given) => (given.length > 0 ? undefined : question(draft, key, required, command)));
    const [answer] = answers ?? [];
    if (answer === undefined) return undefined;
    if (answer === 'skip') skipped.add(key.name);
    else if (answer === 'copy') await env.clipboard.writeText(shellLine(command?.argv ?? []));
    else if (answer === 'paste') draft = (command === undefined ? undefined : await paste(tools, title, draft, command)) ?? draft;
    else if (answer === 'write') draft = (await write(title, draft, key)) ?? draft;
    else draft = { ...draft, found: new Map(draft.found).set(key.name, { value: answer.take, from: answer.from, sure: true }) };
  }
}

function question(draft: Draft, key: ConfigKey, required: boolean, command: CloudCommand | undefined): Step<Answer> {
  const line = command === undefined ? '' : shellLine(command.argv);
  return {
    // A list has one line for its question.
    placeHolder: `${key.name}: ${key.summary.split('. ', 1)[0] ?? ''}`,
    always: true,
    items: [
      ...usable(draft, key).map(({ value, from, sure }) => ({
        label: value,
        description: sure ? from : l10n.t`${from}: see whether it is right`,
        value: { take: value, from },
      })),
      ...(command === undefined
        ? []
        : [
            {
              label: command.key === key.name ? `$(copy) ${l10n.t`Copy the Command`}` : `$(copy) ${l10n.t`Copy the Command for ${command.key}`}`,
              detail: line,
              value: 'copy' as const,
            },
            { label: `$(clippy) ${l10n.t`Take What I Copied as the Answer`}`, detail: l10n.t`What ${command.argv[0]} printed.`, value: 'paste' as const },
          ]),
      { label: `$(edit) ${l10n.t`Write It...`}`, detail: key.form?.replaceAll('`', '') ?? '', value: 'write' as const },
      ...(required ? [] : [{ label: `$(circle-slash) ${l10n.t`Leave It Out`}`, detail: l10n.t`It is not insisted on.`, value: 'skip' as const }]),
    ],
  };
}

async function paste({ notify }: Pick<Tools, 'notify'>, title: string, draft: Draft, command: CloudCommand): Promise<Draft | undefined> {
  const printed = await askForText({
    title,
    placeHolder: l10n.t`Select the source of the command output`,
    language: 'plaintext',
    longest: longestOutput,
    isCopied: true,
  });
  if (printed === undefined) return undefined;
  const read = readCloudAnswer(command, printed.text, draft.release);
  if (read.ok) return withAnswer(draft, command, read.value);
  // Not waited for: the question comes again at once, and a message may have gone out of sight.
  void notify.tell('warning', l10n.t`What was copied is not taken. ${read.error}`);
  return undefined;
}

async function write(title: string, draft: Draft, key: ConfigKey): Promise<Draft | undefined> {
  const text = await showInput({
    title,
    prompt: `${key.name}: ${key.summary}`,
    placeHolder: key.form?.replaceAll('`', '') ?? '',
    ignoreFocusOut: true,
    validateInput: (value) => (value === '' ? l10n.t`${key.name} needs a value.` : checkValue(key, value, draft.release)),
  });
  return text === undefined ? undefined : { ...draft, found: new Map(draft.found).set(key.name, { value: text, from: l10n.t`written by hand`, sure: true }) };
}

/**
 * Asks for the value of a key that isn't set yet. The user selects a known value, pastes command output, or enters a
 * value. Each value is checked with the lint rules.
 */
import * as l10n from '@vscode/l10n';
import { copyText } from '#client/vscode/copyText.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';
import { validateConfigValue } from '#core/peerPods/validateConfigValue.ts';
import { readCloudOutput, virtualNetworkKey, type CloudCommand } from '#core/operations/peerPods/cloudCommands.ts';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { askPick, askText, type PickStep } from '#client/vscode/prompts/askSteps.ts';
import { askForText } from '#client/vscode/prompts/askForText.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import type { Answered, Position } from '#client/vscode/prompts/wizard.ts';
import type { OperationContext } from '../context.ts';
import { withCloudOutput } from './askCloud.ts';
import { openCommands, usable, type PeerPodsDraft } from './peerPodsDraft.ts';
import { networksToChooseFrom, withNetwork } from './virtualNetwork.ts';

/** Maximum length of pasted output, in characters. A cloud command prints far less. */
const longestOutput = 10_000_000;

type Choice =
  | { readonly take: string; readonly from: string }
  | { readonly network: string }
  | 'paste'
  | 'copy'
  | 'write'
  | 'skip';

/** A key to ask for. */
export interface KeyQuestion {
  readonly draft: PeerPodsDraft;
  readonly key: ConfigKey;
  /** True if the key needs a value. */
  readonly required: boolean;
  /** True if the user chose to enter values. An input box then opens instead of a list. */
  readonly isWritten: boolean;
  /** True if the user has copied the commands. */
  readonly isCopied: boolean;
}

/** Asks for the value of a key. Returns the draft with the value, or `skip` if the user omits the key. */
export async function askKey(
  tools: Pick<OperationContext, 'notify'>,
  title: string,
  at: Position,
  asked: KeyQuestion,
): Promise<Answered<PeerPodsDraft | 'skip'>> {
  const { draft, key, required } = asked;
  const command = openCommands(draft).find(
    (one) => one.key === key.name || (one.key === virtualNetworkKey && key.name === 'AZURE_SUBNET_ID'),
  );
  if (asked.isWritten || (command === undefined && usable(draft, key).length === 0)) return write(title, at, asked);
  // The command for the subnets needs the network, so it wasn't among the commands that the user copied.
  let isCopied = asked.isCopied && !(command?.key === 'AZURE_SUBNET_ID' && draft.found.has(virtualNetworkKey));
  for (;;) {
    const answer = await askPick<Choice>(title, at, keyQuestion(draft, key, required, command, isCopied));
    if (answer === undefined || answer === 'back') return answer;
    const { value: chosen } = answer;
    if (chosen === 'skip') return { value: 'skip' };
    if (chosen === 'copy') {
      await copyText(quoteShellCommand(command?.argv ?? []));
      isCopied = true;
    } else if (chosen === 'paste') {
      const pasted = command === undefined ? undefined : await paste(tools, title, draft, command);
      if (pasted !== undefined) return { value: pasted };
    } else if (chosen === 'write') {
      // The Back button of the input box leads back to the list.
      const written = await write(title, at, asked);
      if (written !== 'back') return written;
    } else if ('network' in chosen) return { value: withNetwork(draft, chosen.network) };
    else return { value: withValue(draft, key, chosen.take, chosen.from) };
  }
}

function keyQuestion(
  draft: PeerPodsDraft,
  key: ConfigKey,
  required: boolean,
  command: CloudCommand | undefined,
  isCopied: boolean,
): PickStep<Choice> {
  const networks = key.name === 'AZURE_SUBNET_ID' ? networksToChooseFrom(draft) : [];
  return {
    // A quick pick has only one line for the prompt.
    placeHolder:
      networks.length > 0
        ? `${key.name}: ${l10n.t`Select the virtual network that the worker nodes use.`}`
        : `${key.name}: ${key.summary().split('. ', 1)[0] ?? ''}`,
    ...(isCopied ? { active: 'paste' as const } : {}),
    items: [
      ...usable(draft, key).map(({ value, from, sure }) => ({
        label: value,
        description: sure ? from : l10n.t`${from} (check the value)`,
        value: { take: value, from },
      })),
      ...networks.map((name) => ({
        icon: 'type-hierarchy',
        label: name,
        description: l10n.t`Virtual network`,
        value: { network: name },
      })),
      ...(command === undefined ? [] : commandChoices(key, command, isCopied)),
      { icon: 'edit', label: l10n.t`Enter Value...`, detail: formOf(key), value: 'write' as const },
      ...(required ? [] : [{ icon: 'circle-slash', label: l10n.t`Skip`, value: 'skip' as const }]),
    ],
  };
}

function commandChoices(
  key: ConfigKey,
  { key: answered, argv }: CloudCommand,
  isCopied: boolean,
): PickStep<Choice>['items'] {
  return [
    {
      icon: isCopied ? 'check' : 'copy',
      label: l10n.t`Copy Command`,
      description: [
        ...(answered === key.name ? [] : [answered]),
        ...(isCopied
          ? [
              l10n.t({
                message: 'Copied',
                args: [],
                comment: ['Shown next to a command after the user has copied it to the clipboard.'],
              }),
            ]
          : []),
      ].join(' · '),
      detail: quoteShellCommand(argv),
      value: 'copy',
    },
    {
      icon: 'clippy',
      label: l10n.t`Paste Command Output...`,
      value: 'paste',
    },
  ];
}

function formOf({ form }: ConfigKey): string {
  return form?.()?.replaceAll('`', '') ?? '';
}

function withValue(draft: PeerPodsDraft, key: ConfigKey, value: string, from: string): PeerPodsDraft {
  return { ...draft, found: new Map(draft.found).set(key.name, { value, from, sure: true }) };
}

async function paste(
  { notify }: Pick<OperationContext, 'notify'>,
  title: string,
  draft: PeerPodsDraft,
  command: CloudCommand,
): Promise<PeerPodsDraft | undefined> {
  const printed = await askForText({
    title,
    placeHolder: l10n.t`Select the source of the text`,
    language: 'plaintext',
    longest: longestOutput,
    isCopied: true,
  });
  if (printed === undefined) return undefined;
  const read = readCloudOutput(command, printed.text, draft.release);
  if (read.ok) return withCloudOutput(draft, command, read.value);
  // Not awaited, because the list opens again immediately and the user might not notice the notification.
  void notify.tell(
    'warning',
    `${l10n.t`Can't use the output from ${command.argv[0]}.`}${getSentenceSeparator()}${read.error}`,
  );
  return undefined;
}

/** Asks for a value in an input box, with the value from the cluster as default. An optional key can stay empty. */
async function write(
  title: string,
  at: Position,
  { draft, key, required }: KeyQuestion,
): Promise<Answered<PeerPodsDraft | 'skip'>> {
  const [suggested] = usable(draft, key);
  const answer = await askText(title, at, {
    prompt: `${key.name}: ${joinSentences(key.summary(), required ? '' : l10n.t`Optional. Leave empty to skip.`)}`,
    placeHolder: formOf(key),
    value: suggested?.value ?? '',
    says: (text) => {
      const wrong =
        text === ''
          ? required
            ? l10n.t`${key.name} can't be empty.`
            : undefined
          : validateConfigValue(key, text, draft.release);
      return wrong === undefined ? undefined : { message: wrong, wrong: true };
    },
  });
  if (answer === undefined || answer === 'back') return answer;
  return { value: answer.value === '' ? 'skip' : withValue(draft, key, answer.value, l10n.t`entered by you`) };
}

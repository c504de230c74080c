/** Names the states on detail pages. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { Tone } from './detailPage.ts';
import type { Message } from '#core/text/message.ts';

const stateWords: Readonly<Record<Tone, Message>> = {
  ok: () => l10n.t({ message: 'Healthy', args: [], comment: ['The state of an object.'] }),
  busy: () => l10n.t({ message: 'In progress', args: [], comment: ['The state of an object.'] }),
  attention: () => l10n.t({ message: 'Needs attention', args: [], comment: ['The state of an object.'] }),
  failed: () => l10n.t({ message: 'Failed', args: [], comment: ['The state of an object.'] }),
  unknown: () => l10n.t({ message: 'Unknown', args: [], comment: ['The state of an object.'] }),
  stale: () =>
    l10n.t({
      message: 'Out of date',
      args: [],
      comment: ["The state of an object whose data isn't up to date."],
    }),
};

/** Returns the word next to the icon of a state. */
export function toneWord(tone: Tone): string {
  return stateWords[tone]();
}

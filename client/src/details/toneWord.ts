/** Names the states on detail pages. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { Tone } from './detailPage.ts';
import type { Message } from '#core/text/message.ts';

const stateWords: Readonly<Record<Tone, Message>> = {
  ok: () => l10n.t`Healthy`,
  busy: () => l10n.t`In progress`,
  attention: () => l10n.t`Needs attention`,
  failed: () => l10n.t`Failed`,
  unknown: () => l10n.t`Unknown`,
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

/** How healthy something is, as an icon, a colour and a word: never a colour alone. */
import * as l10n from '@vscode/l10n';
import type { Health } from '../../../core/live/status/explanation.ts';

export interface Look {
  readonly icon: string;
  readonly color?: string;
  /** What a screen reader says of it. */
  readonly word: string;
}

const looks: Readonly<Record<Health, Look>> = {
  ok: { icon: 'pass', color: 'testing.iconPassed', word: l10n.t`all right` },
  busy: { icon: 'sync', color: 'notificationsInfoIcon.foreground', word: l10n.t`in progress` },
  attention: { icon: 'warning', color: 'problemsWarningIcon.foreground', word: l10n.t`needs attention` },
  failed: { icon: 'error', color: 'problemsErrorIcon.foreground', word: l10n.t({ message: 'failed', args: [], comment: ['A state.'] }) },
  unknown: { icon: 'question', word: l10n.t({ message: 'unknown', args: [], comment: ['A state.'] }) },
};

const healths: readonly Health[] = ['ok', 'busy', 'attention', 'failed', 'unknown'];

/** What an icon of these says to who sees it; undefined for one that says nothing of health. */
export function wordOfIcon(icon: string): string | undefined {
  return Object.values(looks).find((look) => look.icon === icon)?.word;
}

/** Returns the health that an icon stands for. Undefined: it stands for none. */
export function healthOfIcon(icon: string): Health | undefined {
  return healths.find((health) => looks[health].icon === icon);
}

export function lookOf(health: Health): Look {
  return looks[health];
}

/** How healthy something is, as an icon, a colour and a word: never a colour alone. */
import type { Health } from '../../../core/live/status/explanation.ts';

export interface Look {
  readonly icon: string;
  readonly color?: string;
  /** What a screen reader says of it. */
  readonly word: string;
}

const looks: Readonly<Record<Health, Look>> = {
  ok: { icon: 'pass', color: 'testing.iconPassed', word: 'all right' },
  busy: { icon: 'sync', color: 'notificationsInfoIcon.foreground', word: 'in progress' },
  attention: { icon: 'warning', color: 'problemsWarningIcon.foreground', word: 'needs attention' },
  failed: { icon: 'error', color: 'problemsErrorIcon.foreground', word: 'failed' },
  unknown: { icon: 'question', word: 'unknown' },
};

/** What an icon of these says to who sees it; undefined for one that says nothing of health. */
export function wordOfIcon(icon: string): string | undefined {
  return Object.values(looks).find((look) => look.icon === icon)?.word;
}

export function lookOf(health: Health): Look {
  return looks[health];
}

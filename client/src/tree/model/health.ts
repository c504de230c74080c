/** Maps health to an icon, a color, and a word. The color never appears alone. */
import * as l10n from '@vscode/l10n';
import type { Health, Missing } from '#core/status/explanation.ts';
import type { HealthSeverity } from '#core/status/health/clusterHealth.ts';
import { missingWord } from '#core/status/partText.ts';
import type { Message } from '#core/text/message.ts';

export interface HealthIcon {
  readonly icon: string;
  readonly color?: string;
  /** Text for screen readers. */
  readonly word: Message;
}

const looks: Readonly<Record<Health, HealthIcon>> = {
  ok: { icon: 'pass', color: 'testing.iconPassed', word: () => l10n.t`Healthy` },
  busy: { icon: 'sync', color: 'notificationsInfoIcon.foreground', word: () => l10n.t`In progress` },
  attention: { icon: 'warning', color: 'problemsWarningIcon.foreground', word: () => l10n.t`Needs attention` },
  failed: { icon: 'error', color: 'problemsErrorIcon.foreground', word: () => l10n.t`Failed` },
  unknown: { icon: 'question', word: () => l10n.t`Unknown` },
};

/** Icons for missing evidence, by the reason why it is missing. None of them looks healthy. */
const missingLooks: Readonly<Record<Missing, HealthIcon>> = {
  none: { icon: 'circle-outline', word: () => missingWord('none') },
  notCollected: { icon: 'circle-slash', word: () => missingWord('notCollected') },
  notAllowed: { icon: 'lock', word: () => missingWord('notAllowed') },
};
const healths: readonly Health[] = ['ok', 'busy', 'attention', 'failed', 'unknown'];

/** Returns the word for a health icon, or undefined if the icon doesn't represent a health. */
export function wordOfIcon(icon: string): string | undefined {
  return Object.values(looks)
    .find((look) => look.icon === icon)
    ?.word?.();
}

/**
 * Returns the icon of a health.
 * @param missing reason for missing evidence; a check mark requires evidence
 */
export function getHealthIcon(health: Health, missing?: Missing): HealthIcon {
  return missing !== undefined && (health === 'unknown' || health === 'ok') ? missingLooks[missing] : looks[health];
}

const ofSeverity: Readonly<Record<HealthSeverity, Health>> = {
  unreachable: 'attention',
  signedOut: 'attention',
  failed: 'failed',
  blocked: 'attention',
  stale: 'attention',
  inProgress: 'busy',
  warning: 'attention',
  healthy: 'ok',
  unknown: 'unknown',
};

/** Returns the health that rows show for a severity. */
export function healthOfSeverity(severity: HealthSeverity): Health {
  return ofSeverity[severity];
}

/** Returns the health that an icon represents, or undefined if it represents none. */
export function healthOfIcon(icon: string): Health | undefined {
  return healths.find((health) => looks[health].icon === icon);
}

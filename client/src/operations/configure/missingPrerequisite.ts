/** Describes why an operation finds no KataConfig or Subscription. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { describeUnreadableKind, isListKnown } from '#core/operations/steps/stepStatus.ts';
import { canOfferInstallation } from '#core/operations/permissions/canOfferInstallation.ts';
import { joinSentences } from '#core/text/grammar.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';

export interface MissingPrerequisite {
  readonly message: string;
  /** `install`: Kata isn't installed; `check`: the readiness check lists the missing permissions. */
  readonly nextStep: 'install' | 'check';
}

/**
 * Describes a missing KataConfig or Subscription. Offers an installation only if the user is permitted to read what an
 * installation depends on, because Kata might otherwise be installed already.
 */
export function describeMissingPrerequisite(
  { context, snapshot, permissions }: Pick<OpenCluster, 'context' | 'snapshot' | 'permissions'>,
  kind: 'KataConfig' | 'Subscription',
): MissingPrerequisite {
  const ids = kind === 'KataConfig' ? (['kataConfigs', 'subscriptions'] as const) : (['subscriptions'] as const);
  const unread = ids.find((id) => !isListKnown(snapshot, id));
  if (unread === undefined && canOfferInstallation(snapshot, permissions))
    return { message: l10n.t('{0} has no {1}. Install Kata first.', context, kind), nextStep: 'install' };
  const { meaning = '', todo = '' } = describeUnreadableKind(snapshot, unread ?? 'kataConfigs');
  return { message: `${context}: ${joinSentences(meaning, todo)}`, nextStep: 'check' };
}

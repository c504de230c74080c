/**
 * Explains the state of a KataConfig: every reason and message of its only condition, and a KataConfig without the
 * condition. Source: domain/01-kataconfig.md 1.5. Comparisons ignore case and don't distinguish between `kata` and
 * `kata-remote`, because the documentation differs from the code.
 */
import * as l10n from '@vscode/l10n';
import { statusMessages } from '#core/product/docSections.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatReason } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import {
  explainBlocked,
  explainRequestedDeletion,
  explainDeletionWaits,
  explainUninstalling,
} from './explainDeletion.ts';
import type { Explanation } from '../explanation.ts';
import { explainImage, imageReasons } from '../peerPods/explainImage.ts';
import { explainFailed, explainFinished, explainSelector, explainSilence, explainWork } from './explainInstall.ts';
import { withLogReminder } from './verboseLogLevel.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Maximum number of characters of a message to evaluate. */
const longest = 2000;

/** Explains a KataConfig. Never fails: an unknown state is shown as the operator reports it. */
export function explainKataConfig(kataConfig: KataConfig, snapshot: Snapshot): Explanation {
  const selector = explainSelector(kataConfig, snapshot);
  if (selector !== undefined) return selector;
  const leaving = kataConfig.deleting !== undefined;
  if (kataConfig.inProgress === undefined)
    return leaving ? explainRequestedDeletion(snapshot) : explainSilence(kataConfig, snapshot);
  // Limits the length, because the message is searched with regular expressions.
  const condition = { ...kataConfig.inProgress, message: kataConfig.inProgress.message.slice(0, longest) };
  const reason = condition.reason.toLowerCase();
  if (imageReasons.some((known) => known === reason)) return explainImage(condition, leaving, snapshot);
  switch (reason) {
    case 'installing':
    case 'updating':
      if (condition.status !== 'True') return explainUnknown(condition);
      return leaving ? explainDeletionWaits(condition) : explainWork(kataConfig, condition, snapshot);
    case 'failed':
      return explainFailed(kataConfig, condition, snapshot);
    case 'blockedbyexistingkatapods':
      return explainBlocked(condition);
    case 'uninstalling':
      return explainUninstalling(kataConfig, snapshot);
    case 'unsupportedocpversion':
      return explainOldOpenShift(condition);
    case '':
      if (condition.status !== 'False') return explainUnknown(condition);
      return leaving
        ? explainRequestedDeletion(snapshot)
        : withLogReminder(explainFinished(kataConfig, snapshot), kataConfig);
    default:
      return /target machineconfigpool .* not found/i.test(condition.message)
        ? explainNoPool(condition)
        : explainUnknown(condition);
  }
}

/**
 * Explains an OpenShift version that is too old. Based on unreleased source code:
 * openshift/sandboxed-containers-operator controllers/confidential_handler.go.
 */
function explainOldOpenShift({ message }: StatusCondition): Explanation {
  return {
    health: 'failed',
    headline: l10n.t`OpenShift version is too old`,
    meaning: l10n.t`The confidential feature gate is enabled, but this OpenShift version is too old for confidential containers on bare metal${formatReason(message)}`,
    todo: l10n.t`Update OpenShift, or set confidential to false in osc-feature-gates.`,
    docs: statusMessages,
  };
}

/** Explains a missing pool. Based only on a test in the operator's development branch. */
function explainNoPool({ message }: StatusCondition): Explanation {
  return {
    health: 'failed',
    headline: l10n.t`Pool not found`,
    meaning: l10n.t`A required MachineConfigPool doesn't exist, and the operator doesn't create it${formatReason(message)}`,
    todo: l10n.t('Create the pool. To list the existing pools, run `oc get mcp`.'),
    docs: statusMessages,
  };
}

function explainUnknown({ status, reason, message }: StatusCondition): Explanation {
  const words = sanitizeLine(message);
  const sentence = /[.!?…]$/.test(words) ? words : `${words}.`;
  const said = words === '' ? l10n.t`The operator reported no message.` : l10n.t`Operator message: ${sentence}`;
  const value = sanitizeLine(status, 20);
  const without = value === '' ? l10n.t`The InProgress condition is empty` : l10n.t`InProgress is ${value}`;
  return {
    health: 'unknown',
    headline: sanitizeLine(reason, 60) || without,
    meaning: `${said}${getSentenceSeparator()}${l10n.t`The meaning of this status is unknown. It might come from a newer operator version.`}`,
    todo: l10n.t`Read the operator log or the release notes.`,
    docs: statusMessages,
  };
}

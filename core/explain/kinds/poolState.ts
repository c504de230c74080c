/**
 * Explains the state of a MachineConfigPool, from its object or from a row of `oc get mcp`. Sources:
 * openshift/machine-config-operator@00d4bfc3 pkg/controller/node (status); OSC 1.12 §6.3.
 */
import * as l10n from '@vscode/l10n';
import { enablingDebugLogs as docs } from '../../product/docSections.ts';
import type { Explanation } from '../../status/explanation.ts';
import { joinSentences, selectPlural } from '../../text/grammar.ts';
import { formatReason } from '../../text/phrases.ts';

/** The state of a pool. Fields that the text doesn't contain are undefined. */
export interface PoolState {
  readonly name: string;
  readonly paused?: boolean | undefined;
  /** The conditions `Updated`, `Updating`, and `Degraded`: `True` or `False`. */
  readonly updated?: string | undefined;
  readonly updating?: string | undefined;
  readonly degraded?: string | undefined;
  readonly total?: number | undefined;
  readonly done?: number | undefined;
  readonly failed?: number | undefined;
  /** The message of the condition `Degraded`. */
  readonly message?: string | undefined;
}

export function explainPoolState(pool: PoolState): Explanation {
  const { name, updated, updating, degraded, total, done = 0, failed = 0 } = pool;
  const counts =
    total === undefined
      ? ''
      : total === 0
        ? l10n.t`The pool has no nodes.`
        : l10n.t`Updated nodes: ${done} of ${total}.`;
  if (degraded === 'True' || failed > 0) return explainDegraded(pool, counts);
  if (pool.paused === true || (updated === 'False' && updating === 'False')) return explainPaused(pool, counts);
  if (updating === 'True')
    return {
      health: 'busy',
      headline: total === undefined ? l10n.t`Updating nodes` : l10n.t`Updating nodes: ${done} of ${total} done`,
      meaning: joinSentences(
        l10n.t`The Machine Config Operator is updating the nodes in pool ${name}.`,
        counts,
        degraded === 'False' ? l10n.t`No node is degraded.` : '',
      ),
      next: l10n.t`The nodes are drained, configured, and rebooted one after another.`,
      todo: l10n.t('To follow the update, run `oc get mcp {0} -w` and `oc get nodes`.', name),
      docs,
    };
  if (updated === 'True')
    return {
      health: 'ok',
      headline: l10n.t`Up to date`,
      meaning: joinSentences(l10n.t`All nodes in pool ${name} are up to date.`, counts),
      docs,
    };
  return {
    health: 'unknown',
    headline: l10n.t`State unknown`,
    meaning: l10n.t`The text doesn't include the UPDATED, UPDATING, and DEGRADED columns or the corresponding conditions.`,
    todo: l10n.t('Get the state from the cluster: `oc get mcp {0}`.', name),
    docs,
  };
}

function explainDegraded({ name, failed = 0, message = '' }: PoolState, counts: string): Explanation {
  return {
    health: 'failed',
    headline: l10n.t`Degraded`,
    meaning: joinSentences(
      l10n.t`Pool ${name} is degraded${formatReason(message)}`,
      counts,
      failed > 0
        ? selectPlural(failed, l10n.t`${failed} node is degraded.`, l10n.t`${failed} nodes are degraded.`)
        : '',
    ),
    next: l10n.t`Other nodes are waiting because a failed node counts as unavailable. After the node is fixed, the update continues automatically.`,
    todo: l10n.t('To find the cause, run `oc describe mcp {0}`.', name),
    docs,
  };
}

function explainPaused({ name, paused }: PoolState, counts: string): Explanation {
  if (paused === true)
    return {
      health: 'attention',
      headline: l10n.t`Paused`,
      meaning: joinSentences(
        l10n.t`Pool ${name} is paused. The Machine Config Operator doesn't update its nodes.`,
        counts,
      ),
      todo: l10n.t(
        'When the nodes can reboot, resume the pool: `oc patch mcp {0} --type merge -p \'{"spec":{"paused":false}}\'`.',
        name,
      ),
      docs,
    };
  const isUnknown = paused === undefined;
  return {
    health: 'attention',
    headline: l10n.t`Not updating`,
    meaning: joinSentences(
      isUnknown
        ? l10n.t`Pool ${name} isn't up to date, and no update is in progress. The pool is paused, or the update hasn't started yet.`
        : l10n.t`Pool ${name} isn't up to date, and no update is in progress. The update hasn't started yet.`,
      counts,
    ),
    todo: isUnknown
      ? l10n.t(
          'If the pool is paused, resume it when the nodes can reboot: `oc patch mcp {0} --type merge -p \'{"spec":{"paused":false}}\'`.',
          name,
        )
      : l10n.t('To find the cause, run `oc describe mcp {0}`.', name),
    docs,
  };
}

/**
 * Explains the state of a node, from its object or from a row of `oc get nodes`. Sources: kubernetes/kubernetes
 * pkg/printers/internalversion/printers.go (printNode); domain/01-kataconfig.md 1.6, 1.7.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig as docs } from '../../product/docSections.ts';
import type { Explanation } from '../../status/explanation.ts';
import { joinSentences } from '../../text/grammar.ts';
import { formatReason } from '../../text/phrases.ts';

export interface NodeState {
  readonly name: string;
  /** True if the node is ready. Undefined if the text doesn't contain the state. */
  readonly ready?: boolean | undefined;
  readonly cordoned: boolean;
  /** Roles such as `worker` and `kata-oc`. Undefined if the text doesn't contain them. */
  readonly roles?: readonly string[] | undefined;
  /** State and reason of the Machine Config Daemon. */
  readonly mcoState?: string | undefined;
  readonly mcoReason?: string | undefined;
}

export function explainNodeState(node: NodeState): Explanation {
  const { name, ready, cordoned, mcoState, mcoReason = '' } = node;
  const role = roleText(node);
  const describe = l10n.t('To find the cause, run `oc describe node {0}`.', name);
  if (mcoState === 'Degraded')
    return {
      health: 'failed',
      headline: l10n.t`Node is degraded`,
      meaning: joinSentences(l10n.t`${name} couldn't apply its configuration change${formatReason(mcoReason)}`, role),
      next: l10n.t`Other nodes are waiting because a failed node counts as unavailable. After the node is fixed, the update continues automatically.`,
      todo: l10n.t('To find the cause, run `oc describe node {0}` and check the Machine Config Daemon log.', name),
      docs,
    };
  if (ready === undefined)
    return {
      health: 'unknown',
      headline: l10n.t`State unknown`,
      meaning: joinSentences(l10n.t`The text doesn't show whether ${name} is ready.`, role),
      todo: l10n.t('Get the state from the cluster: `oc get node {0}`.', name),
      docs,
    };
  if (!ready)
    return {
      health: 'attention',
      headline: cordoned ? l10n.t`Not ready, cordoned` : l10n.t`Not ready`,
      meaning: joinSentences(
        cordoned
          ? l10n.t`${name} isn't ready and doesn't accept new pods. During an update, this means that the node is rebooting.`
          : l10n.t`${name} isn't ready and can't run pods.`,
        role,
      ),
      ...(cordoned ? { next: l10n.t`A reboot can take 10 to 60 minutes and takes longest on bare metal.` } : {}),
      todo: describe,
      docs,
    };
  if (cordoned)
    return {
      health: 'busy',
      headline: l10n.t`Ready, cordoned`,
      meaning: joinSentences(
        l10n.t`${name} is ready but doesn't accept new pods. During an update, this means that the node is being drained.`,
        role,
      ),
      next: l10n.t`After the reboot, the node accepts pods again.`,
      todo: l10n.t('If no update is in progress (`oc get mcp`), uncordon the node: `oc adm uncordon {0}`.', name),
      docs,
    };
  return {
    health: 'ok',
    headline: l10n.t`Ready`,
    meaning: joinSentences(l10n.t`${name} is ready and accepts pods.`, role),
    docs,
  };
}

function roleText({ roles }: NodeState): string {
  if (roles === undefined) return '';
  if (roles.includes('kata-oc'))
    return l10n.t`The node has the role kata-oc, so it's in the machine config pool for Kata.`;
  return roles.includes('worker')
    ? l10n.t`The node doesn't have the role kata-oc. Unless the cluster is a compact cluster, Kata isn't installed on the node.`
    : '';
}

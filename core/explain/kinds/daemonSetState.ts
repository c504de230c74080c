/**
 * Explains a DaemonSet of the product, from its object or from a row of `oc get ds`. Source: domain/01-kataconfig.md
 * 1.8.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig as docs } from '../../product/docSections.ts';
import { installerName, operatorNamespace, uninstallerName } from '../../product/namespaces.ts';
import type { Explanation } from '../../status/explanation.ts';
import type { Message } from '../../text/message.ts';
import { joinSentences, selectPlural } from '../../text/grammar.ts';

export interface DaemonSetState {
  readonly name: string;
  readonly desired: number;
  readonly ready: number;
}

const peerPods = () => l10n.t`Peer pods can't start on nodes without a running DaemonSet pod.`;
const consequences: Readonly<Record<string, Message>> = {
  'osc-caa-ds': peerPods,
  'peerpodconfig-ctrl-caa-daemon': peerPods,
  'openshift-sandboxed-containers-monitor': () =>
    l10n.t`Kata metrics aren't available from nodes without a running DaemonSet pod.`,
  [installerName]: () => l10n.t`Kata isn't installed on nodes without a running DaemonSet pod.`,
  [uninstallerName]: () => l10n.t`Kata isn't uninstalled from nodes without a running DaemonSet pod.`,
};

/** Returns whether the product creates the DaemonSet. */
export function isDaemonSetOfProduct(name: string): boolean {
  return Object.hasOwn(consequences, name);
}

export function explainDaemonSet({ name, desired, ready }: DaemonSetState): Explanation {
  const missing = desired - ready;
  const consequence = (Object.hasOwn(consequences, name) ? consequences[name]?.() : undefined) ?? '';
  if (desired === 0)
    return {
      health: 'attention',
      headline: l10n.t`0 pods desired`,
      meaning: joinSentences(l10n.t`No node matches the ${name} node selector.`, consequence),
      todo: l10n.t(
        'Compare the node selector with the node labels: `oc describe ds {0} -n {1}` and `oc get nodes --show-labels`.',
        name,
        operatorNamespace,
      ),
      docs,
    };
  if (missing > 0)
    return {
      health: 'attention',
      headline: l10n.t`${ready} of ${desired} pods ready`,
      meaning: joinSentences(
        selectPlural(
          missing,
          l10n.t`${missing} ${name} pod isn't ready.`,
          l10n.t`${missing} ${name} pods aren't ready.`,
        ),
        consequence,
      ),
      todo: l10n.t('To find the cause, run `oc get pods -n {0}`.', operatorNamespace),
      docs,
    };
  return {
    health: 'ok',
    headline: l10n.t`${ready} of ${desired} pods ready`,
    meaning: l10n.t`The ${name} pods are ready on all selected nodes.`,
    docs,
  };
}

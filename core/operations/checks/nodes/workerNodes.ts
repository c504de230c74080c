/**
 * Checks whether there are target nodes for Kata, and whether they are ready and not cordoned. Source:
 * domain/01-kataconfig.md 1.2: Kata is installed on worker nodes. On compact clusters, the control plane nodes are also
 * the worker nodes.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { listTargetNodes } from '#core/operations/targetNodes.ts';
import { createUnknownFinding, explainUnreadableKind } from '#core/operations/preflightFindings/unreadableData.ts';

export const workerNodes = defineCheck({
  id: 'workers',
  title: () => l10n.t`Worker nodes`,
  area: 'Nodes',
  why: () => l10n.t`Kata is installed on worker nodes. A node that isn't ready blocks the other nodes in its pool.`,
  docs: creatingKataConfig,
  decides: true,
  kinds: ['nodes', 'machineConfigPools', 'kataConfigs'],
  facts: [],
  judge(situation) {
    const unseen = explainUnreadableKind(situation, 'nodes');
    if (unseen !== undefined) return createUnknownFinding([unseen]);
    const { nodes, words } = listTargetNodes(situation.snapshot);
    if (nodes.length === 0) {
      return {
        verdict: 'fail',
        headline: l10n.t`No target nodes for Kata`,
        evidence: [l10n.t`No nodes match the target for Kata: ${words}.`],
        todo: l10n.t('To list the nodes, run `oc get nodes`.'),
      };
    }
    const evidence = [
      `${formatCount(nodes.length, 'node')} (${words}): ${formatNames(
        nodes.map(({ name }) => name),
        10,
      )}`,
    ];
    const away = nodes.filter(({ ready, cordoned }) => ready !== 'True' || cordoned);
    if (away.length === 0)
      return { verdict: 'pass', headline: l10n.t`${formatCount(nodes.length, 'node')} ready`, evidence };
    const all = formatCount(nodes.length, 'node');
    return {
      verdict: 'warn',
      headline: selectPlural(
        away.length,
        l10n.t`${away.length} of ${all} isn't ready or is cordoned`,
        l10n.t`${away.length} of ${all} aren't ready or are cordoned`,
      ),
      evidence: [
        ...evidence,
        ...away.slice(0, 20).map(({ name, ready, cordoned }) => `${name}: ${stateWords(ready === 'True', cordoned)}`),
      ],
      meaning: l10n.t`The Machine Config Operator counts these nodes as unavailable. If too many nodes are unavailable, it doesn't update the other nodes in their pool.`,
      todo: l10n.t('To check the node status, run `oc get nodes`.'),
    };
  },
});

function stateWords(ready: boolean, cordoned: boolean): string {
  if (ready) return cordoned ? l10n.t`ready, cordoned` : l10n.t`ready`;
  return cordoned ? l10n.t`not ready, cordoned` : l10n.t`not ready`;
}

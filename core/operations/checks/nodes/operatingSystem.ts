/**
 * Checks the operating system of the target nodes. Source: OSC 1.12 §1.2: worker nodes must run RHCOS, RHEL nodes
 * aren't supported.
 */
import * as l10n from '@vscode/l10n';
import { openShiftCompatibility } from '#core/product/docSections.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { listTargetNodes } from '#core/operations/targetNodes.ts';
import { createUnknownFinding, explainUnreadableKind } from '#core/operations/preflightFindings/unreadableData.ts';

export const operatingSystem = defineCheck({
  id: 'operating-system',
  title: () => l10n.t`Worker node operating system`,
  area: 'Nodes',
  why: () =>
    l10n.t`Kata is an extension of Red Hat Enterprise Linux CoreOS (RHCOS). It can't be installed on RHEL nodes.`,
  docs: openShiftCompatibility,
  kinds: ['nodes', 'machineConfigPools', 'kataConfigs'],
  facts: [],
  judge(situation) {
    const unseen = explainUnreadableKind(situation, 'nodes');
    if (unseen !== undefined) return createUnknownFinding([unseen]);
    const { nodes } = listTargetNodes(situation.snapshot);
    if (nodes.length === 0) return { verdict: 'none', headline: l10n.t`No target nodes for Kata`, evidence: [] };
    const rhel = nodes.filter(({ osImage }) => kindOf(osImage) === 'rhel');
    const other = nodes.filter(({ osImage }) => kindOf(osImage) === 'other');
    const lines = (some: typeof nodes): readonly string[] =>
      some
        .slice(0, 20)
        .map(
          ({ name, osImage }) =>
            `${name}: ${sanitizeLine(osImage, 100) || l10n.t({ message: 'not reported', args: [], comment: ["Shown instead of the operating system of a node that doesn't report it."] })}`,
        );
    if (rhel.length > 0) {
      const all = rhel.length === nodes.length;
      return {
        verdict: all ? 'fail' : 'warn',
        headline: all
          ? l10n.t`All nodes run RHEL, which isn't supported`
          : l10n.t`${rhel.length} of ${nodes.length} nodes with RHEL, which isn't supported`,
        evidence: lines(rhel),
        todo: all ? l10n.t`Add worker nodes that run RHCOS.` : l10n.t`Exclude these nodes with kataConfigPoolSelector.`,
      };
    }
    if (other.length > 0)
      return createUnknownFinding(lines(other), l10n.t`Some nodes don't report that they run RHCOS`);
    return { verdict: 'pass', headline: 'RHCOS', evidence: lines(nodes.slice(0, 1)) };
  },
});

function kindOf(osImage: string): 'rhcos' | 'rhel' | 'other' {
  if (osImage.startsWith('Red Hat Enterprise Linux CoreOS')) return 'rhcos';
  return /^Red Hat Enterprise Linux(?: Server)? \d/.test(osImage) ? 'rhel' : 'other';
}

/**
 * Checks for VMs that can't be live migrated. Source: OSC 1.12 §1.5; kubevirt.io/v1 EvictionStrategy: with LiveMigrate,
 * such a VM blocks an eviction. With LiveMigrateIfPossible or None, the VM stops.
 */
import * as l10n from '@vscode/l10n';
import { openShiftVirtualization } from '#core/product/docSections.ts';
import { formatCount } from '#core/text/counts.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

const gives: readonly (string | undefined)[] = ['None', 'LiveMigrateIfPossible'];

export const virtualMachines = defineCheck({
  id: 'virtual-machines',
  title: () => l10n.t`VMs that can't be live migrated`,
  area: 'Workloads',
  why: () => l10n.t`A node can't reboot to install Kata until its VMs have moved to other nodes.`,
  docs: openShiftVirtualization,
  kinds: [],
  facts: ['virtualMachines'],
  judge(situation) {
    const known = getLookupValue(situation, 'virtualMachines');
    if (known === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['virtualMachines']));
    const { fixed } = known;
    if (fixed.length === 0)
      return {
        verdict: 'pass',
        headline: l10n.t({
          message: 'None',
          args: [],
          comment: ['The result of a preflight check: none of the objects that would be a problem exist.'],
        }),
        evidence: [l10n.t`No VirtualMachineInstance has the condition LiveMigratable=False.`],
      };
    const ending = fixed.filter(({ evictionStrategy }) => gives.includes(evictionStrategy));
    return {
      verdict: 'warn',
      headline: formatCount(fixed.length, 'virtual machine'),
      evidence: fixed
        .slice(0, 30)
        .map(
          ({ namespace, name, node, reason, message }) =>
            `${placed(`${namespace}/${name}`, node)}: ${sanitizeLine(reason, 60)}${message === '' ? '' : `, ${sanitizeLine(message, 160)}`}`,
        ),
      meaning:
        ending.length === fixed.length
          ? l10n.t`The VMs stop when their nodes are drained.`
          : ending.length === 0
            ? l10n.t`The VMs block the node drain.`
            : l10n.t`The node drain stops ${ending.length} of these VMs. The other VMs block the drain.`,
      todo: l10n.t`Make the VMs live migratable, or stop them while the nodes are being updated.`,
    };
  },
});

function placed(name: string, node: string | undefined): string {
  return node === undefined
    ? name
    : l10n.t({
        message: '{0} on {1}',
        args: [name, node],
        comment: ['{0} is the name of a VM. {1} is the node on which it runs.'],
      });
}

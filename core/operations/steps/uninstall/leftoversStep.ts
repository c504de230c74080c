/**
 * Creates the step that reports leftovers of a KataConfig that was deleted without its operator. It doesn't remove
 * them. Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { removingKataConfig } from '#core/product/docSections.ts';
import { listLeftovers } from '#core/status/kataConfig/leftovers.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { createStep, type StepStatus } from '../stepStatus.ts';

export function leftoversStep(situation: ObservedCluster): ProcedureStep {
  return createStep(
    { id: 'leftovers', title: l10n.t`Check for leftovers`, docs: removingKataConfig, changes: [], until: [] },
    tell(situation),
  );
}

function tell({ snapshot }: ObservedCluster): StepStatus {
  if (indexSnapshot(snapshot).kataConfig !== undefined)
    return { state: 'waiting', headline: l10n.t`Waiting for KataConfig deletion` };
  const left = listLeftovers(snapshot);
  if (left.length === 0) return { state: 'done', headline: l10n.t`No leftovers found` };
  return {
    state: 'done',
    headline: left.length === 1 ? l10n.t`1 leftover resource` : formatCount(left.length, 'thing'),
    evidence: left
      .slice(0, 20)
      .map(({ what, reboots }) => (reboots ? l10n.t`${what}: removing it reboots nodes.` : `${what}.`)),
    meaning: l10n.t`Kata might still be installed on the nodes. To clean up, reinstall the operator, then create and delete a KataConfig, or remove these leftovers manually.`,
  };
}

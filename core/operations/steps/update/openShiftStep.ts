/**
 * Creates the step for the OpenShift update. OpenShift is updated first, because it contains the Kata runtime of the
 * nodes, and a newer OSC release can require a newer OpenShift version. `openShiftFinding` checks whether the new
 * release supports this OpenShift version, as in the preflight checks. Source: OSC 1.12 §4.
 */
import * as l10n from '@vscode/l10n';
import { updating } from '#core/product/docSections.ts';
import { omitUndefined } from '#core/common/json.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { findInstallPlan, findSubscription } from '#core/status/operator/olmParts.ts';
import { findPoolBlocker } from '#core/status/nodes/pools.ts';
import { listItems, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { openShiftFinding, openShiftWarning } from '#core/operations/preflightFindings/openShiftFinding.ts';
import { releaseAfterUpdate } from '#core/operations/oscReleases.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { isListKnown, createStep, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

/**
 * Creates the step.
 * @param nodesToo true to wait for nodes that are being updated; false after the operation itself causes reboots
 * @param channel the channel that the update changes to; by default the channel of the Subscription
 */
export function openShiftStep(situation: ObservedCluster, nodesToo = true, channel?: string): ProcedureStep {
  const shape = {
    id: 'openshift',
    title: l10n.t`Update OpenShift first`,
    docs: updating,
    changes: [],
    until: [
      {
        object: {
          group: 'config.openshift.io',
          version: 'v1',
          plural: 'clusterversions',
          kind: 'ClusterVersion',
          name: 'version',
        },
        jsonpath: '{.status.conditions[?(@.type=="Progressing")].status}',
        is: 'False',
        minutes: 240,
      },
    ],
  };
  return createStep(shape, tell(situation, nodesToo, channel));
}

/** The title differs if the version is unknown, because OpenShift might not need an update. */
type ToldTitle = StepStatus & Partial<Pick<ProcedureStep, 'title'>>;

function tell(situation: ObservedCluster, nodesToo: boolean, channel: string | undefined): ToldTitle {
  const { snapshot } = situation;
  // If the versions can't be read, the step must not look done.
  if (!isListKnown(snapshot, 'clusterVersions')) return describeUnreadableKind(snapshot, 'clusterVersions');
  const [version] = listItems(snapshot, 'clusterVersions');
  if (version === undefined) {
    const rolling = nodesToo ? tellRolling(situation, []) : undefined;
    return (
      rolling ?? {
        state: 'done',
        headline: l10n.t`No ClusterVersion`,
        evidence: [l10n.t`The cluster has no ClusterVersion, so this step can't check for an OpenShift update.`],
      }
    );
  }
  const { version: now, desired, updating: isUpdating, channel: offered } = version;
  const name = now === undefined ? l10n.t`OpenShift (unknown version)` : `OpenShift ${sanitizeLine(now, 60)}`;
  const evidence = [offered === undefined ? `${name}.` : l10n.t`${name}, channel ${sanitizeLine(offered, 60)}.`];
  if (isUpdating) {
    return {
      state: 'waiting',
      headline:
        desired === undefined
          ? l10n.t`OpenShift is being updated`
          : l10n.t`OpenShift is being updated to ${sanitizeLine(desired, 60)}`,
      evidence,
      meaning: l10n.t`Nodes reboot during this update, and the matching Kata runtime is installed on them. The operator is updated afterward.`,
    };
  }
  const rolling = nodesToo ? tellRolling(situation, evidence) : undefined;
  if (rolling !== undefined) return rolling;
  return (
    tellSupport(situation, channel) ?? {
      state: 'done',
      headline: l10n.t`${name}, no update in progress`,
      evidence,
      meaning: l10n.t`No update is in progress. If you plan to update OpenShift, do it first. The Kata runtime on the nodes comes with OpenShift, not with the operator.`,
    }
  );
}

/**
 * Describes why the target release doesn't support this OpenShift version, or why this is unknown. Returns undefined if
 * the release supports the version or has no support table.
 */
function tellSupport(situation: ObservedCluster, channel: string | undefined): ToldTitle | undefined {
  const release = releaseAfterUpdate(situation, channel);
  const meaning = openShiftWarning(situation, channel);
  if (meaning === undefined) return undefined;
  const { verdict, headline, evidence, todo } = openShiftFinding(situation, release);
  const isTooOld = verdict === 'fail' || verdict === 'warn';
  const isBlocked = isTooOldForUpdate(situation, channel);
  return {
    ...(isTooOld ? {} : { title: l10n.t`Check the OpenShift version` }),
    state: isBlocked ? 'blocked' : 'open',
    headline,
    evidence,
    meaning: isBlocked
      ? `${meaning}${getSentenceSeparator()}${l10n.t`The operation continues after you update OpenShift.`}`
      : meaning,
    ...omitUndefined({ todo }),
  };
}

/**
 * Returns whether an update must wait for a newer OpenShift version. Returns false if the release is already installed
 * or OLM has already started the update.
 */
export function isTooOldForUpdate(situation: ObservedCluster, channel?: string): boolean {
  const release = releaseAfterUpdate(situation, channel);
  const { verdict } = openShiftFinding(situation, release);
  return (verdict === 'fail' || verdict === 'warn') && release?.role !== 'installed' && !isUnderWay(situation, channel);
}

/** Returns whether OLM is installing the next release. The approval can be automatic or by a user. */
function isUnderWay(situation: ObservedCluster, channel: string | undefined): boolean {
  const subscription = findSubscription(situation.snapshot);
  if (subscription === undefined || (channel !== undefined && channel !== subscription.channel)) return false;
  const { currentCsv, installedCsv } = subscription;
  const plan = findInstallPlan(subscription, situation.snapshot);
  if (currentCsv === undefined || currentCsv === installedCsv || plan === undefined) return false;
  return plan.approved && plan.phase !== 'Failed' && plan.csvs.includes(currentCsv);
}

/**
 * Describes nodes that are still being updated. The ClusterVersion reports completion when the control plane is
 * updated, but worker nodes can take hours longer. Source: openshift/machine-config-operator docs.
 */
function tellRolling({ snapshot }: ObservedCluster, evidence: readonly string[]): StepStatus | undefined {
  const busy = listItems(snapshot, 'machineConfigPools').filter(
    ({ conditions }) => findStatusCondition(conditions, 'Updating')?.status === 'True',
  );
  if (busy.length === 0) return undefined;
  const lines = busy.map(
    ({ name, updatedCount, machineCount }) =>
      l10n.t`${name}: ${updatedCount} of ${formatCount(machineCount, 'node')} updated.`,
  );
  const told = {
    headline: l10n.t`Nodes are being updated: ${formatNames(busy.map(({ name }) => name))}`,
    evidence: [...evidence, ...lines],
  };
  const index = indexSnapshot(snapshot);
  const held = busy.flatMap(({ name }) => findPoolBlocker(index, name) ?? [])[0];
  if (held !== undefined)
    return { ...told, state: 'blocked', meaning: held.what, ...(held.todo === undefined ? {} : { todo: held.todo }) };
  return {
    ...told,
    state: 'waiting',
    meaning: l10n.t`Nodes are still rebooting for an OpenShift update or another configuration change. The operator is updated afterward.`,
  };
}

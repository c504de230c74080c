/** The parts that the steps of operations on one object have in common. */
import * as l10n from '@vscode/l10n';
import { getBoolean, getList, getString } from '#core/common/json.ts';
import { managerOf } from '#core/cluster/objects/managedBy.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { isKataRuntimeClass } from '#core/status/nodes/failedSandboxes.ts';
import { indexSnapshot, listItems } from '#core/status/snapshotIndex.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import { describeGitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { getObservedObject, type ObservedCluster } from '#core/operations/observedCluster.ts';
import type { StepStatus } from '#core/operations/steps/stepStatus.ts';

/** The object that a step changes, or the state of the step if it can't be changed. */
export type ObjectToChange =
  | { readonly raw: KubernetesManifest }
  | { readonly status: StepStatus; readonly isGone: boolean };

/**
 * Returns the object to change.
 * @param uid UID of the object that the user selected. Another object with the same name isn't changed
 */
export function findObjectToChange(
  situation: ObservedCluster,
  target: ObjectReference,
  uid: string | undefined,
): ObjectToChange {
  const seen = getObservedObject(situation, target);
  if (seen.kind === 'unknown')
    return {
      isGone: false,
      status: { state: 'unknown', headline: l10n.t`Can't read the object`, meaning: seen.problem.message },
    };
  const raw = seen.value;
  if (raw === undefined || (uid !== undefined && getString(raw, 'metadata', 'uid') !== uid))
    return { isGone: true, status: { state: 'blocked', headline: l10n.t`No longer exists` } };
  return { raw };
}

/** Returns whether the deletion of the object was requested. */
export function isBeingDeleted(raw: unknown): boolean {
  return getString(raw, 'metadata', 'deletionTimestamp') !== undefined;
}

/** Returns a sentence for each GitOps tool and controller that can revert a change of the object. */
export function describeManagers({ kind, name }: ObjectReference, raw: unknown): readonly string[] {
  const managedBy = managerOf(raw);
  const owners = getList(raw, 'metadata', 'ownerReferences');
  // OLM owns the Deployment of an operator, but isn't named as its controller. Source:
  // operator-framework/operator-lifecycle-manager pkg/lib/ownerutil/util.go (NonBlockingOwner).
  const owner =
    owners.find((one) => getBoolean(one, 'controller') === true) ??
    owners.find((one) => getString(one, 'kind') === 'ClusterServiceVersion');
  const [ownerKind, ownerName] = [getString(owner, 'kind'), getString(owner, 'name')];
  return [
    ...describeGitOpsConsequences([{ kind, name, ...(managedBy === undefined ? {} : { managedBy }) }]),
    ...(ownerKind === undefined || ownerName === undefined
      ? []
      : [
          l10n.t`${sanitizeLabel(ownerKind)} ${sanitizeLabel(ownerName)} owns ${kind} ${sanitizeLabel(name)}, so its controller can revert the change.`,
        ]),
  ];
}

/** How pods with a runtime class run. Undefined for regular containers. */
export type SandboxKind = 'kata' | 'peerPod';

/** Returns how pods with a runtime class run. */
export function getSandboxKind(
  { snapshot }: ObservedCluster,
  runtimeClass: string | undefined,
): SandboxKind | undefined {
  if (runtimeClass === undefined || !isKataRuntimeClass(snapshot, runtimeClass)) return undefined;
  const handler = listItems(snapshot, 'runtimeClasses').find(({ name }) => name === runtimeClass)?.handler;
  return (handler ?? runtimeClass) === peerPodsHandler ? 'peerPod' : 'kata';
}

/** Handler of the runtime class for peer pods, which has the same name. */
const peerPodsHandler = 'kata-remote';

/** Returns whether pods with a runtime class block an uninstall that is in progress. */
export function blocksUninstall({ snapshot }: ObservedCluster, runtimeClass: string | undefined): boolean {
  const { kataConfig } = indexSnapshot(snapshot);
  return (
    runtimeClass !== undefined && kataConfig?.deleting !== undefined && kataConfig.runtimeClasses.includes(runtimeClass)
  );
}

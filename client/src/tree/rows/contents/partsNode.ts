/** Creates groups whose members each have a state, such as the operator and peer pods. */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';
import { omitUndefined } from '#core/common/json.ts';
import { worstHealth, type Part } from '#core/status/explanation.ts';
import type { IdlePeerPods } from '#core/status/peerPods/peerPodsParts.ts';
import { findWorstPart, getInstalledRelease, getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { partState } from '#core/status/partText.ts';
import { canOfferInstallation } from '#core/operations/permissions/canOfferInstallation.ts';
import { listMissingFor } from '#core/operations/permissions/permittedActions.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { eventContext } from '#client/tree/model/objectTarget.ts';
import { isScalable } from '#core/operations/procedures/objects/scaleWorkload.ts';
import { workloadContext } from '#client/tree/model/workloadContext.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { objectTarget } from '#core/logs/pods/podLogTarget.ts';
import { partTarget } from './partTarget.ts';

export interface PartsGroup {
  /** Stable part of the row ID, such as `operator`. */
  readonly id: string;
  readonly label: string;
  /** Description of the group, in one sentence. */
  readonly meaning: string;
  /** Text before the problems in the tooltip, such as `1.12.0`. */
  readonly headline?: string;
  /** State if all parts are healthy, such as `Running`. */
  readonly ready?: string;
  /**
   * State that replaces the healthy state if peer pods can't run even though all parts are healthy. Contains the
   * reason.
   */
  readonly idle?: IdlePeerPods | undefined;
  /** Context values for menus. */
  readonly context?: readonly string[];
  readonly parts: readonly Part[];
  /** Returns whether a part has the name of the group. The headline of this part is then shown without its name. */
  readonly isGroup?: (part: Part) => boolean;
}

export function partsNode(
  seen: ClusterTreeInput,
  { id, label, meaning, headline, ready = l10n.t`Healthy`, idle, context, parts, isGroup }: PartsGroup,
): TreeNode {
  const health = worstHealth(parts.map((part) => part.health));
  const worst = health === 'ok' ? undefined : findWorstPart(parts);
  const group = `${seen.context}/${id}`;
  const isIdle = health === 'ok' && idle !== undefined;
  const told =
    worst === undefined ? undefined : isGroup?.(worst) === true ? worst.headline : `${worst.name}: ${worst.headline}`;
  return explainedNode({
    id: group,
    label,
    explanation: {
      health: isIdle ? 'unknown' : health,
      missing: isIdle ? idle.missing : worst?.missing,
      headline: isIdle
        ? idle.headline
        : [headline, told].filter((part) => part !== undefined && part !== '').join(' · ') || ready,
      meaning,
      ...(worst?.todo === undefined ? {} : { todo: worst.todo }),
    },
    description: isIdle ? (idle.state ?? idle.headline) : partState({ health, missing: worst?.missing }, ready),
    target: { context: seen.context },
    ...omitUndefined({ context }),
    ...(parts.length === 0 ? {} : { children: () => parts.map((part) => partNode(seen, group, part)) }),
  });
}

/**
 * Returns the state of a healthy part. The icon of the CSV or the ClusterExtension already shows that it is healthy, so
 * the text can show the version.
 */
function readyWords({ id }: Part, { snapshot }: ClusterTreeInput): string {
  const hasVersion = id === 'csv' || id.startsWith('clusterExtension/');
  return (hasVersion ? getOperatorVersion(snapshot) : undefined) ?? l10n.t`Healthy`;
}

/**
 * One-word names of parts, by their IDs. Longer names leave no space for the state in a narrow side bar. Other parts
 * have short names already.
 */
const shortLabels: ReadonlyMap<string, Message> = new Map(
  Object.entries({
    subscription: () =>
      l10n.t({
        message: 'Channel',
        args: [],
        comment: ['A label or title: the update channel in the Subscription to the operator.'],
      }),
    operatorGroup: () =>
      l10n.t({
        message: 'Group',
        args: [],
        comment: ['The label of the row for the OperatorGroup in the Clusters view. Keep it short.'],
      }),
    installPlan: () =>
      l10n.t({
        message: 'Plan',
        args: [],
        comment: ['The label of the row for the InstallPlan in the Clusters view. Keep it short.'],
      }),
    csv: () => 'CSV',
    ClusterExtension: () =>
      l10n.t({
        message: 'Extension',
        args: [],
        comment: ['The label of the row for the ClusterExtension in the Clusters view. Keep it short.'],
      }),
    'deployment/controller-manager': () => 'Pod',
    peerPodsConfigMap: () =>
      l10n.t({
        message: 'Config',
        args: [],
        comment: ['The label of the row for the ConfigMap peer-pods-cm in the Clusters view. Keep it short.'],
      }),
    peerPodsSecret: () => 'Secret',
    podVmImage: () =>
      l10n.t({
        message: 'Image',
        args: [],
        comment: ['The label of the row for the pod VM image in the Clusters view. Keep it short.'],
      }),
    peerPodsLimit: () =>
      l10n.t({
        message: 'Limit',
        args: [],
        comment: [
          'The label of the row for the maximum number of pod VMs per node, in the Clusters view. Keep it short.',
        ],
      }),
    peerPods: () =>
      l10n.t({
        message: 'VMs',
        args: [],
        comment: ['The label of the row for the pod VMs in the Clusters view. Keep it short.'],
      }),
    'daemonSet/osc-caa-ds': () =>
      l10n.t({
        message: 'Adaptor',
        args: [],
        comment: ['The label of the row for cloud-api-adaptor in the Clusters view. Keep it short.'],
      }),
    'daemonSet/osc-rpm-install': () =>
      l10n.t({
        message: 'Installer',
        args: [],
        comment: ['The label of the row for the pods that install Kata, in the Clusters view. Keep it short.'],
      }),
    'deployment/peer-pods-webhook': () => 'Hook',
  }),
);

function partNode(seen: ClusterTreeInput, group: string, part: Part): TreeNode {
  // If the image couldn't be created, the job contains the reason.
  const imageJob = part.id === 'podVmImage' && part.health === 'failed' ? ['osc-imageJob'] : [];
  const target = partTarget(seen, part);
  return explainedNode({
    id: `${group}/${part.id}`,
    // A single ClusterExtension has the name of its kind.
    label: (shortLabels.get(part.id) ?? shortLabels.get(part.name))?.() ?? part.name,
    fullName: part.name,
    explanation: part,
    // The tooltip shows the details. In a narrow side bar, they would displace the state.
    description: partState(part, readyWords(part, seen)),
    release: getInstalledRelease(seen.snapshot),
    context: [
      ...imageJob,
      ...(target.object === undefined ? [] : ['osc-object', ...eventContext]),
      ...(target.object === undefined || objectTarget(target.object) === undefined ? [] : ['osc-pods']),
      ...changeContext(seen, target.object),
      ...planContext(seen, part),
    ],
    target,
  });
}

/** Returns the context value for the command that approves a waiting install plan. */
function planContext({ snapshot, permissions, gathered }: ClusterTreeInput, { id, health }: Part): readonly string[] {
  if (gathered === true || id !== 'installPlan' || health !== 'attention') return [];
  if (indexSnapshot(snapshot).kataConfig === undefined)
    return canOfferInstallation(snapshot, permissions) ? ['osc-install'] : [];
  return listMissingFor('update', snapshot, permissions).length === 0 ? ['osc-updatePlan'] : [];
}

/** Returns the context values for the commands that restart or scale a component. Someone can have scaled it to 0. */
function changeContext(seen: ClusterTreeInput, object: ObjectReference | undefined): readonly string[] {
  // The operator creates its DaemonSets, which can't be scaled.
  return seen.gathered === true || object === undefined || !isScalable(object) ? [] : workloadContext(seen, object);
}

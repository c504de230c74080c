/** Groups whose members each have a state: the operator, peer pods. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { worstHealth, type Part } from '#core/status/explanation.ts';
import type { IdlePeerPods } from '#core/status/peerPods/peerPodsParts.ts';
import { getInstalledRelease, getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { partState } from '#core/status/partText.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { partTarget } from './partTarget.ts';

export interface PartsGroup {
  /** Stable, for the id: `operator`. */
  readonly id: string;
  readonly label: string;
  /** What it is about, in a sentence. */
  readonly meaning: string;
  /** For the tooltip, before the problems: `1.12.0`. */
  readonly headline?: string;
  /** The state if all parts are healthy: `Running`. */
  readonly ready?: string;
  /** A state that overrides healthy parts, with its reason, if nothing can run with them. */
  readonly idle?: IdlePeerPods | undefined;
  /** For menus. */
  readonly context?: readonly string[];
  readonly parts: readonly Part[];
  /** Whether a part is what the group is called by: then its headline says enough. */
  readonly isGroup?: (part: Part) => boolean;
}

export function partsNode(
  seen: ClusterTreeInput,
  { id, label, meaning, headline, ready = ok(), idle, context, parts, isGroup }: PartsGroup,
): TreeNode {
  const health = worstHealth(parts.map((part) => part.health));
  const worst = health === 'ok' ? undefined : parts.find((part) => part.health === health);
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

function ok(): string {
  return l10n.t({ message: 'OK', args: [], comment: ['A state: as it should be.'] });
}

/**
 * The state of a healthy part. The icon of the release says that it is healthy: the words have room for its version.
 */
function readyWords({ id }: Part, { snapshot }: ClusterTreeInput): string {
  return (id === 'csv' ? getOperatorVersion(snapshot) : undefined) ?? ok();
}

/** The name of a part in a word: longer ones leave no room for its state in a narrow side bar. */
function shortLabel({ id, name }: Part): string {
  switch (id) {
    case 'subscription':
      return l10n.t({
        message: 'Channel',
        args: [],
        comment: ['The Subscription of the operator. The label of a row in a narrow tree: as short as possible.'],
      });
    case 'operatorGroup':
      return l10n.t({
        message: 'Group',
        args: [],
        comment: ['The OperatorGroup. The label of a row in a narrow tree: as short as possible.'],
      });
    case 'installPlan':
      return l10n.t({
        message: 'Plan',
        args: [],
        comment: ['The InstallPlan. The label of a row in a narrow tree: as short as possible.'],
      });
    case 'deployment/controller-manager':
      return 'Pod';
    case 'peerPodsConfigMap':
      return l10n.t({
        message: 'Config',
        args: [],
        comment: ['The ConfigMap peer-pods-cm. The label of a row in a narrow tree: as short as possible.'],
      });
    case 'peerPodsSecret':
      return 'Secret';
    case 'podVmImage':
      return l10n.t({
        message: 'Image',
        args: [],
        comment: ['The pod VM image. The label of a row in a narrow tree: as short as possible.'],
      });
    case 'peerPodsLimit':
      return l10n.t({
        message: 'Limit',
        args: [],
        comment: ['The number of VMs that a node may have. The label of a row in a narrow tree: as short as possible.'],
      });
    case 'peerPods':
      return l10n.t({
        message: 'VMs',
        args: [],
        comment: ['The virtual machines of peer pods. The label of a row in a narrow tree: as short as possible.'],
      });
    case 'daemonSet/osc-caa-ds':
      return l10n.t({
        message: 'Adaptor',
        args: [],
        comment: ['cloud-api-adaptor. The label of a row in a narrow tree: as short as possible.'],
      });
    case 'deployment/peer-pods-webhook':
      return 'Hook';
    default:
      return name;
  }
}

function partNode(seen: ClusterTreeInput, group: string, part: Part): TreeNode {
  // The job of an image that could not be made says why.
  const imageJob = part.id === 'podVmImage' && part.health === 'failed' ? ['osc-imageJob'] : [];
  const target = partTarget(seen, part);
  return explainedNode({
    id: `${group}/${part.id}`,
    label: shortLabel(part),
    fullName: part.name,
    explanation: part,
    // Details are in the tooltip: in a narrow side bar, they would take the room of the state.
    description: partState(part, readyWords(part, seen)),
    release: getInstalledRelease(seen.snapshot),
    context: [...imageJob, ...(target.object === undefined ? [] : ['osc-object'])],
    target,
  });
}

/** Describes the features of a node as text. */
import * as l10n from '@vscode/l10n';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatNames } from '#core/text/phrases.ts';
import { evidenceOf } from '../evidence.ts';
import {
  listMissingFeatures,
  readNodeFeatures,
  type FeatureEvidence,
  type NestingEvidence,
  type NodeFeatureEvidence,
  type TeeEvidence,
} from './nodeFeatures.ts';

type FeatureNode = Pick<ClusterNode, 'name' | 'labels' | 'architecture'>;

/** Returns the short state of a node without required features, such as `Not eligible: VMX missing`. */
export function describeMissingFeatures(evidence: NodeFeatureEvidence): string | undefined {
  const missing = listMissingFeatures(evidence);
  return missing.length === 0 ? undefined : l10n.t`Not eligible: ${formatNames(missing)} missing`;
}

/** Returns one line per feature of a node, with the label or object that shows its state. */
export function describeNodeFeatures(snapshot: Snapshot, node: FeatureNode): readonly string[] {
  const evidence = readNodeFeatures(snapshot, node);
  const { required = [], nesting } = evidence;
  return [
    ...required.map(describeFeature),
    ...describeTee(evidence),
    describeNesting(nesting),
    ...(required.some(({ state }) => state === 'unknown') ? [explainUnknown(snapshot)] : []),
  ];
}

function describeFeature({ names, state, source = '' }: FeatureEvidence): string {
  const name = names.join('/');
  switch (state) {
    case 'found':
      return l10n.t`${name}: found (${source})`;
    case 'missing':
      return l10n.t`${name}: missing (${source})`;
    default:
      return l10n.t`${name}: unknown`;
  }
}

function describeTee({ tee, teeState, teeSource = '' }: NodeFeatureEvidence): readonly string[] {
  if (teeState === 'missing') return [l10n.t`${'TEE'}: missing (${teeSource})`];
  return teeState === 'unknown' ? [l10n.t`${'TEE'}: unknown`] : tee.map(describePlatform);
}

function describePlatform({ platform, source, isFromRule }: TeeEvidence): string {
  return isFromRule
    ? l10n.t`TEE: ${platform} (${source}, set by a custom rule that can be wrong)`
    : l10n.t`TEE: ${platform} (${source})`;
}

function describeNesting({ kind, source = '' }: NestingEvidence): string {
  switch (kind) {
    case 'enabled':
      return l10n.t`Nested virtualization: enabled, because the node is a VM with VMX or SVM (${source})`;
    case 'disabled':
      return l10n.t`Nested virtualization: disabled, because the node is a VM without VMX or SVM (${source})`;
    case 'notVirtual':
      return l10n.t`Nested virtualization: not required, because the node isn't a VM (${source})`;
    default:
      return l10n.t`Nested virtualization: unknown`;
  }
}

/** Explains why the state of features is unknown. */
function explainUnknown(snapshot: Snapshot): string {
  const isRefused = (['nodeFeatures', 'openShiftNodeFeatures'] as const).some(
    (id) => evidenceOf(snapshot, id) === 'notAllowed',
  );
  return isRefused
    ? l10n.t`You don't have permission to list NodeFeatures. Labels don't show kernel modules or missing CPU flags.`
    : l10n.t`No NodeFeature of this node was read. Labels don't show kernel modules or missing CPU flags.`;
}

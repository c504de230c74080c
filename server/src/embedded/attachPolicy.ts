/**
 * Attaches a policy or initdata to a pod: a policy with an annotation or initdata, depending on what the pod's OSC
 * release and runtime class support.
 */
import { featureGatesName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import {
  policyAnnotationKey,
  getPolicyDelivery,
  type ConfidentialGate,
  type PolicyDelivery,
} from '#core/agent/policyDelivery.ts';
import { isGateEnabled } from '#core/peerPods/featureGates.ts';
import type { Release } from '#core/product/releases.ts';
import { findManifests } from '../engine/yaml/manifest.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import { findMapEntry } from '../engine/yaml/node.ts';
import type { PlacedDocument } from '../engine/yaml/yamlDocument.ts';
import { findPodNode, getPodRuntimeClass } from '../engine/yaml/objects/podNode.ts';
import type { Edit } from '../engine/findings/rule.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import { parseInitdata } from '../initdata/document.ts';
import { isPolicyFile } from '../initdata/initdataPolicy.ts';
import {
  createAnnotationEdits,
  embedInitdata,
  embedPolicy,
  initdataContainsPolicy,
  isPolicyAnnotated,
  type EmbeddedValue,
} from './annotationValue.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Pod to attach content to. */
export interface AttachTarget {
  readonly placed: PlacedDocument;
  /** Offset in the text of the document. */
  readonly offset: number;
  readonly release: Release;
  readonly workspace: WorkspaceSnapshot | undefined;
  /** False to refuse to replace existing content that differs. Default: true. */
  readonly replaces?: boolean;
}

/** Target of the policy. */
export interface AttachTo extends AttachTarget {
  readonly policy: string;
  /** Mechanism. If undefined, the one that the release and the runtime class support best. */
  readonly mechanism?: PolicyMechanism | undefined;
}

/** Mechanism that provides a policy to a pod. */
export type PolicyMechanism = 'annotation' | 'initdata';

/** The edits, with offsets in the file. */
export interface Attached {
  readonly edits: readonly Edit[];
  /** The mechanism and the reason for it. */
  readonly explanation: string;
  /** Other changes for the pod, one sentence each. */
  readonly consequences?: readonly string[];
  readonly problem?: string;
  /**
   * Existing content that differs and wasn't replaced: `policy`, `algorithm`, or names of files in initdata. There are
   * no edits then.
   */
  readonly conflicts?: readonly string[];
  /** Files of the existing initdata that are part of the new one. */
  readonly kept?: readonly string[];
}

/** Creates the edits that attach a policy to the pod at an offset. */
export function createAttachEdits(target: AttachTo): Attached {
  const { policy, release, replaces = true } = target;
  const pod = findPod(target);
  if ('edits' in pod) return pod;
  const { manifest, path, runtimeClass } = pod;
  const { initdataKey } = path;
  const annotations = findPodNode(manifest, ['metadata', 'annotations']);
  const isInInitdata = path.initdata.works !== false && initdataContainsPolicy(annotations, initdataKey);
  const mechanism = target.mechanism ?? (isInInitdata && path.initdata.works === true ? 'initdata' : path.recommended);
  const explanation = explain(path, mechanism, release, runtimeClass);
  if (mechanism === undefined || path.recommended === undefined) return refused(explanation, path.reason);
  if (!isHonored(path, mechanism)) return refused('', path[mechanism].why);
  if (mechanism === 'annotation' && isInInitdata)
    return refused(
      explanation,
      l10n.t`The pod's initdata already contains a policy, which can reject the policy in an annotation. Attach the policy with initdata instead.`,
    );
  const key = mechanism === 'annotation' ? policyAnnotationKey : initdataKey;
  const present = findMapEntry(annotations, key)?.value;
  const value = mechanism === 'annotation' ? embedPolicy(present, policy) : embedInitdata(present, { policy });
  const conflicts = [
    ...(value.conflicts ?? []),
    ...(mechanism === 'initdata' && isPolicyAnnotated(annotations) ? ['policy'] : []),
  ];
  return finish(target, pod, {
    explanation,
    key,
    value,
    conflicts: replaces ? [] : [...new Set(conflicts)],
    replacesPolicy: mechanism === 'initdata',
    ...consequencesOf(mechanism),
  });
}

/** Creates the edits that attach initdata to the pod at an offset. Keeps files that only existing initdata contains. */
export function createInitdataAttachEdits(target: AttachTarget & { readonly toml: string }): Attached {
  const { toml, release, replaces = true } = target;
  const pod = findPod(target);
  if ('edits' in pod) return pod;
  const { manifest, path, runtimeClass } = pod;
  const { initdataKey: key, initdata } = path;
  if (initdata.works !== true) return refused('', initdata.why);
  const annotations = findPodNode(manifest, ['metadata', 'annotations']);
  const value = embedInitdata(findMapEntry(annotations, key)?.value, { toml });
  const hasPolicy = parseInitdata(toml).data.some(isPolicyFile);
  const conflicts = [...(value.conflicts ?? []), ...(hasPolicy && isPolicyAnnotated(annotations) ? ['policy'] : [])];
  return finish(target, pod, {
    explanation: [
      l10n.t`In OSC ${release.id}, the initdata of a pod with the runtime class ${runtimeClass} is set in the annotation ${key}.`,
      ...unverified(path),
    ].join(getSentenceSeparator()),
    key,
    value,
    conflicts: replaces ? [] : [...new Set(conflicts)],
    replacesPolicy: hasPolicy,
    consequences: [replacedInitdata()],
  });
}

/** Pod that can get content, with the mechanisms that it supports. */
interface TargetPod {
  readonly manifest: Manifest;
  readonly path: PolicyDelivery;
  readonly runtimeClass: string;
}

/** Finds the pod, or returns why nothing can be attached. */
function findPod({ placed: { document }, offset, release, workspace }: AttachTarget): TargetPod | Attached {
  // Includes pods that don't use Kata yet.
  const manifests = findManifests(document.parsed);
  const manifest = manifests.find(
    ({ part, root }) => part === undefined || (root.start <= offset && offset <= root.end),
  );
  if (document.parsed.template || document.parsed.actions !== undefined)
    return refused('', l10n.t`The document is a template, so its contents are unknown.`);
  if (manifest === undefined || !workloadIds.includes(manifest.kind.id) || manifest.part === 'generator')
    return refused('', l10n.t`No pod found at the cursor.`);
  const runtimeClass = getPodRuntimeClass(manifest);
  if (runtimeClass.state === 'absent')
    return refused(
      '',
      l10n.t`The pod has no runtimeClassName, so it doesn't run with Kata and can't have an agent policy. Set runtimeClassName first.`,
    );
  if (runtimeClass.state === 'unknown')
    return refused('', l10n.t`Can't determine how to attach the policy because the pod's runtimeClassName is unknown.`);
  const path = getPolicyDelivery(release, runtimeClass.name, gateOf(workspace, release));
  return { manifest, path, runtimeClass: runtimeClass.name };
}

/** Parts of the result that depend on the content. */
interface AttachPlan extends Pick<Attached, 'consequences' | 'explanation'> {
  readonly key: string;
  readonly value: EmbeddedValue;
  readonly conflicts: readonly string[];
  /** True if the pod gets its policy from the value, so that a policy annotation must be removed. */
  readonly replacesPolicy: boolean;
}

function finish(
  { placed: { document, start } }: AttachTarget,
  { manifest }: TargetPod,
  { explanation, key, value, conflicts, replacesPolicy, consequences }: AttachPlan,
): Attached {
  if (value.text === undefined) return refused(explanation, value.problem);
  if (conflicts.length > 0) return { edits: [], explanation, conflicts };
  const edits = createAnnotationEdits(manifest, document.text, key, value.text, replacesPolicy);
  if (typeof edits === 'string') return refused(explanation, edits);
  return {
    edits: edits.map((edit) => ({ start: start + edit.start, end: start + edit.end, text: edit.text })),
    explanation,
    ...(consequences === undefined ? {} : { consequences }),
    ...(value.kept === undefined ? {} : { kept: value.kept }),
  };
}

function consequencesOf(mechanism: PolicyMechanism): Pick<Attached, 'consequences'> {
  if (mechanism !== 'initdata') return {};
  return {
    consequences: [replacedInitdata(), l10n.t`Confidential pods also require aa.toml and cdh.toml in their initdata.`],
  };
}

const replacedInitdata = () => l10n.t`The pod's initdata replaces the entire INITDATA value from peer-pods-cm.`;

function refused(explanation: string, problem: string): Attached {
  return { edits: [], explanation, problem };
}

/** Returns whether a selected mechanism can have an effect. */
function isHonored(path: PolicyDelivery, mechanism: PolicyMechanism): boolean {
  if (mechanism === path.recommended) return true;
  const { works } = path[mechanism];
  return mechanism === 'initdata' ? works === true : works !== false;
}

/**
 * Returns whether the workspace files enable the feature gate for confidential containers. Returns `unknown` if they
 * don't set it or contradict each other.
 */
function gateOf(workspace: WorkspaceSnapshot | undefined, release: Release): ConfidentialGate {
  const texts = (workspace?.of(featureGatesName) ?? []).map(({ object }) => object.values.get('confidential')?.text);
  const states = texts.map((text) => (text === undefined ? undefined : isGateEnabled(text, release)));
  const [first] = states;
  return typeof first !== 'boolean' || states.some((state) => state !== first) ? 'unknown' : first;
}

function explain(
  path: PolicyDelivery,
  mechanism: PolicyMechanism | undefined,
  { id }: Release,
  runtimeClass: string,
): string {
  const { recommended, reason, initdataKey } = path;
  const way =
    mechanism === 'annotation'
      ? l10n.t`In OSC ${id}, the policy of a pod with the runtime class ${runtimeClass} is set in the annotation ${policyAnnotationKey}.`
      : mechanism === 'initdata'
        ? l10n.t`In OSC ${id}, the policy of a pod with the runtime class ${runtimeClass} is set in the initdata in the annotation ${initdataKey}.`
        : l10n.t`OSC ${id} has no known way to set a policy for a pod with the runtime class ${runtimeClass}.`;
  return [
    way,
    ...(mechanism === undefined ? [] : [mechanism === recommended ? reason : path[mechanism].why]),
    ...unverified(path),
  ].join(getSentenceSeparator());
}

function unverified({ unverified: isUnverified }: PolicyDelivery): readonly string[] {
  return isUnverified ? [l10n.t`This method is known only from source code and hasn't been tested.`] : [];
}

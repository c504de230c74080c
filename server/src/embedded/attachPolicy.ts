/**
 * Attaches a policy to a pod with an annotation or initdata, depending on what the pod's OSC release and runtime class
 * support.
 */
import { workloadIds } from '#core/kinds/workloads.ts';
import * as l10n from '@vscode/l10n';
import { isPlaceholder } from '#core/text/placeholder.ts';
import {
  policyAnnotationKey,
  getPolicyDelivery,
  type ConfidentialGate,
  type PolicyDelivery,
} from '#core/agent/policyDelivery.ts';
import { featureGatesName, isGateEnabled } from '#core/peerPods/featureGates.ts';
import type { Release } from '#core/product/releases.ts';
import { findManifests } from '../engine/yaml/manifest.ts';
import { findMapEntry, type YamlNode } from '../engine/yaml/node.ts';
import type { PlacedDocument } from '../engine/yaml/yamlDocument.ts';
import { packInitdata, packPolicy, unpackInitdata } from '../engine/encoding/pack.ts';
import { annotationEdit } from '../engine/yaml/objects/annotationEdit.ts';
import { findPodNode, getPodRuntimeClass } from '../engine/yaml/objects/podNode.ts';
import type { Edit } from '../engine/findings/rule.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import { newInitdata, withPolicy } from './attachInitdata.ts';
import { refusalOf } from './embeddedText.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Target of the policy. */
export interface AttachTo {
  readonly placed: PlacedDocument;
  /** Offset in the text of the document. */
  readonly offset: number;
  readonly policy: string;
  readonly release: Release;
  readonly workspace: WorkspaceSnapshot | undefined;
}

/** The edits, with offsets in the file. */
export interface Attached {
  readonly edits: readonly Edit[];
  /** The mechanism and the reason for it. */
  readonly explanation: string;
  /** Other changes for the pod, one sentence each. */
  readonly consequences?: readonly string[];
  readonly problem?: string;
}

/** Maximum total size of annotations that the API server accepts, in bytes. */
const maxAnnotations = 256 * 1024;

/** Creates the edits that attach a policy to the pod at an offset. */
export function createAttachEdits({
  placed: { document, start },
  offset,
  policy,
  release,
  workspace,
}: AttachTo): Attached {
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
  const explanation = explain(path, release, runtimeClass.name);
  if (path.recommended === undefined) return refused(explanation, path.reason);
  const key = path.recommended === 'annotation' ? policyAnnotationKey : path.initdataKey;
  const annotations = findPodNode(manifest, ['metadata', 'annotations']);
  const value = valueFor(path.recommended, findMapEntry(annotations, key)?.value, policy);
  if (value.problem !== undefined) return refused(explanation, value.problem);
  if (value.text.length + key.length > maxAnnotations)
    return refused(
      explanation,
      l10n.t`The encoded value is larger than 256 KiB, the API server limit for annotations.`,
    );
  const edit =
    overPlaceholder(annotations, key, value.text) ?? annotationEdit(manifest, document.text, key, value.text);
  if (typeof edit === 'string') return refused(explanation, edit);
  return {
    edits: [{ start: start + edit.start, end: start + edit.end, text: edit.text }],
    explanation,
    ...consequencesOf(path),
  };
}

function consequencesOf({ recommended }: PolicyDelivery): Pick<Attached, 'consequences'> {
  if (recommended !== 'initdata') return {};
  return {
    consequences: [
      l10n.t`The pod's initdata replaces the entire INITDATA value from peer-pods-cm.`,
      l10n.t`Confidential pods also require aa.toml and cdh.toml in their initdata.`,
    ],
  };
}

/**
 * Replaces the key and value of a policy placeholder if the pod gets its policy from initdata. If the placeholder
 * remained, the pod would have a second policy.
 */
function overPlaceholder(annotations: YamlNode | undefined, key: string, value: string): Edit | undefined {
  if (key === policyAnnotationKey || findMapEntry(annotations, key) !== undefined) return undefined;
  const entry = findMapEntry(annotations, policyAnnotationKey);
  if (
    entry?.value.type !== 'scalar' ||
    !isPlaceholder(entry.value.text) ||
    entry.borrowed ||
    refusalOf(entry.value) !== undefined
  )
    return undefined;
  return { start: entry.key.start, end: entry.value.end, text: `${key}: "${value}"` };
}

function refused(explanation: string, problem: string): Attached {
  return { edits: [], explanation, problem };
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
  { recommended, reason, initdataKey, unverified }: PolicyDelivery,
  { id }: Release,
  runtimeClass: string,
): string {
  const way =
    recommended === 'annotation'
      ? l10n.t`In OSC ${id}, the policy of a pod with the runtime class ${runtimeClass} is set in the annotation ${policyAnnotationKey}.`
      : recommended === 'initdata'
        ? l10n.t`In OSC ${id}, the policy of a pod with the runtime class ${runtimeClass} is set in the initdata in the annotation ${initdataKey}.`
        : l10n.t`OSC ${id} has no known way to set a policy for a pod with the runtime class ${runtimeClass}.`;
  return [
    way,
    ...(recommended === undefined ? [] : [reason]),
    ...(unverified ? [l10n.t`This method is known only from source code and hasn't been tested.`] : []),
  ].join(getSentenceSeparator());
}

type EmbeddedValue = { readonly text: string; readonly problem?: undefined } | { readonly problem: string };

function valueFor(way: 'annotation' | 'initdata', present: YamlNode | undefined, policy: string): EmbeddedValue {
  if (present !== undefined && present.type !== 'scalar') return { problem: l10n.t`The value isn't a string.` };
  const refusal = present === undefined ? undefined : refusalOf(present);
  if (refusal !== undefined) return { problem: refusal };
  if (way === 'annotation') return { text: packPolicy(policy) };
  if (present === undefined || present.text.trim() === '' || isPlaceholder(present.text))
    return { text: packInitdata(newInitdata(policy)) };
  const { text, problems } = unpackInitdata(present.text);
  if (text === undefined) return { problem: l10n.t`Can't read the existing initdata: ${problems[0]?.message ?? ''}` };
  const { toml, problem } = withPolicy(text, policy);
  return toml === undefined ? { problem } : { text: packInitdata(toml) };
}

/**
 * Calculates the resources of a Kata pod from documentation and source code. Returns nothing if the result is
 * uncertain.
 */
import { workloadIds } from '#core/kinds/workloads.ts';
import * as l10n from '@vscode/l10n';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { formatCount } from '#core/text/counts.ts';
import { cpuText, memoryText, one } from '#core/common/quantity.ts';
import type { Release } from '#core/product/releases.ts';
import { renderSandboxMemory } from '#core/product/sandboxMemory.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { getPodRuntimeClass } from '#server/engine/yaml/objects/podNode.ts';
import { getLocalPodSize } from '../localPodSize.ts';
import { describePodSizeParts, describeSizeOrigin, formatAmountRange } from '../podSizeParts.ts';
import { instanceRequirementsOf, choicesFor } from '../rules/pods/instances/instanceChoice.ts';
import { getUriFileName } from '#server/engine/workspace/relatedObjects.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';

/** A short label, and a tooltip in Markdown with the sources. */
export interface PodSize {
  readonly label: string;
  readonly tooltip: string;
}

/**
 * Describes the resources of a pod with the kata runtime class: the documented VM size, the container resources, the
 * pod overhead, and the processes of the sandbox.
 */
function localSize(manifest: Manifest): PodSize | undefined {
  const size = getLocalPodSize(manifest);
  if (size === undefined) return undefined;
  const { memory, cpu } = size;
  const rows = describePodSizeParts(size).map(
    ({ title, memory: ofPart, cpu: cores, source }) =>
      `| ${title} | ${ofPart === undefined ? '' : memoryText(ofPart)} | ${cores === undefined ? '' : cpuText(cores)} | ${source} |`,
  );
  const tooltip = [
    l10n.t`**Resources that this pod uses on its node**`,
    [`| | ${l10n.t`Memory`} | ${l10n.t`CPU`} | ${l10n.t`Source`} |`, '|---|---|---|---|', ...rows].join('\n'),
    l10n.t`The documented overhead differs between sources. The hint shows the totals for the lowest and the highest overhead.`,
    renderSandboxMemory(),
    describeSizeOrigin(),
  ].join('\n\n');
  return {
    label: l10n.t`On the node: ${formatAmountRange(memory, memoryText)}, ${formatAmountRange(cpu, cpuText)} CPU`,
    tooltip,
  };
}

/** Determines the instance type that cloud-api-adaptor selects for a pod with the kata-remote runtime class. */
function remoteSize(
  manifest: Manifest,
  uri: string,
  release: Release,
  workspace: WorkspaceSnapshot,
): PodSize | undefined {
  const asked = instanceRequirementsOf(manifest);
  const choices = asked === undefined ? [] : choicesFor(asked, uri, release, workspace);
  const [first] = choices;
  const choice = first?.choice;
  if (first === undefined || choice?.outcome !== 'chosen' || isPlaceholder(choice.instanceType)) return undefined;
  // If there are several ConfigMaps, it's unknown which one the cluster has.
  if (
    !choices.every((other) => other.choice?.outcome === 'chosen' && other.choice.instanceType === choice.instanceType)
  )
    return undefined;
  const size =
    choice.size === undefined
      ? ''
      : ` (${formatCount(choice.size.vcpus, 'vCPU')}, ${memoryText(BigInt(choice.size.memoryMiB) * 1024n * 1024n * one)})`;
  const type = sanitizeQuote(choice.instanceType);
  const tooltip = [
    l10n.t`**Pod VM instance type:** ${code(type) + size}`,
    choice.because,
    l10n.t`Based on the cloud-api-adaptor rules for OSC ${release.id} and peer-pods-cm in ${code(getUriFileName(first.fact.uri))}.`,
    describeSizeOrigin(),
  ];
  return { label: l10n.t`VM: ${type + size}`, tooltip: tooltip.join('\n\n') };
}

/** Formats text from a file as code in Markdown. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

const localSizes = new WeakMap<Manifest, { readonly size: PodSize | undefined }>();

/**
 * Returns the size of a pod with the kata runtime class. The size is cached, because it depends only on the document.
 */
function localSizeOf(manifest: Manifest): PodSize | undefined {
  const known = localSizes.get(manifest) ?? { size: localSize(manifest) };
  localSizes.set(manifest, known);
  return known.size;
}

/**
 * Returns the size of a pod, and the position after its runtime class where the size is shown. Returns undefined if the
 * size is uncertain.
 */
export function podSizeHint(
  manifest: Manifest,
  uri: string,
  release: Release,
  facts: WorkspaceSnapshot | undefined,
): (PodSize & { readonly at: number }) | undefined {
  if (!workloadIds.includes(manifest.kind.id) || manifest.part === 'generator') return undefined;
  const runtimeClass = getPodRuntimeClass(manifest);
  if (runtimeClass.state !== 'named' || runtimeClass.node.borrowed || runtimeClass.node.style === 'block')
    return undefined;
  const { name, node } = runtimeClass;
  const size =
    name === 'kata'
      ? localSizeOf(manifest)
      : name === 'kata-remote' && facts !== undefined
        ? remoteSize(manifest, uri, release, facts)
        : undefined;
  return size === undefined ? undefined : { ...size, at: node.end };
}

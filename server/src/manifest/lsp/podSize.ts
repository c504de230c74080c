/**
 * Calculates the resources of a Kata pod from documentation and source code. Returns nothing if the result is
 * uncertain.
 */
import { workloadIds } from '#core/kinds/workloads.ts';
import * as l10n from '@vscode/l10n';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { parseAnnotationInteger, type SelectionAnnotations } from '#core/peerPods/instanceSelection.ts';
import { cpuText, memoryText, one, parseQuantity, type Quantity } from '#core/common/quantity.ts';
import type { Release } from '#core/product/releases.ts';
import { documentedVmMemory, runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { getPodRuntimeClass } from '#server/engine/yaml/objects/podNode.ts';
import { instanceRequirementsOf, choicesFor, sizeAnnotations } from '../rules/pods/instances/instanceChoice.ts';
import { containersIn, mostAtOnce } from '../rules/pods/instances/podResources.ts';
import { getUriFileName } from '#server/engine/workspace/relatedObjects.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';

/** A short label, and a tooltip in Markdown with the sources. */
export interface PodSize {
  readonly label: string;
  readonly tooltip: string;
}

/** All values come from documentation or source code. None are measured. */
const caveat = () => l10n.t`Documented value, not measured.`;

/**
 * Calculates the resources of a pod with the kata runtime class: the documented VM size, the container resources, and
 * the pod overhead.
 */
function localSize(manifest: Manifest): PodSize | undefined {
  const containers = containersIn(manifest);
  const annotations = sizeAnnotations(manifest);
  const machine = annotations === undefined ? undefined : machineOf(annotations);
  if (containers === undefined || machine === undefined) return undefined;
  const asked: Row = [
    l10n.t`Containers`,
    mostAtOnce(containers, 'memory'),
    mostAtOnce(containers, 'cpu'),
    l10n.t`limits, or requests if no limit is set`,
  ];
  const overheads = (runtimeClassNamed('kata')?.overheads ?? [])
    .filter(({ unverified }) => unverified !== true)
    .map(({ memory = '', cpu = '', source }): Row => [
      l10n.t`Runtime class overhead`,
      parseQuantity(memory),
      parseQuantity(cpu),
      source,
    ]);
  const memory = range(overheads, 1, machine[1], asked[1]);
  const cpu = range(overheads, 2, machine[2], asked[2]);
  const rows = [machine, asked, ...overheads].map(
    ([what, bytes, cores, source]) =>
      `| ${what} | ${bytes === undefined ? '' : memoryText(bytes)} | ${cores === undefined ? '' : cpuText(cores)} | ${source} |`,
  );
  const tooltip = [
    l10n.t`**Resources that this pod uses on its node**`,
    [`| | ${l10n.t`Memory`} | ${l10n.t`CPU`} | ${l10n.t`Source`} |`, '|---|---|---|---|', ...rows].join('\n'),
    l10n.t`The documented overhead differs between sources. The hint shows the totals for the lowest and the highest overhead.`,
    caveat(),
  ].join('\n\n');
  return { label: l10n.t`On the node: ${between(memory, memoryText)}, ${between(cpu, cpuText)} CPU`, tooltip };
}

type Row = readonly [what: string, memory: Quantity | undefined, cpu: Quantity | undefined, source: string];

/** Returns the initial resources of the VM. */
function machineOf({ defaultMemory, defaultVcpus }: SelectionAnnotations): Row | undefined {
  const mebibytes = defaultMemory === undefined ? undefined : parseAnnotationInteger(defaultMemory);
  const processors = defaultVcpus === undefined ? undefined : parseQuantity(defaultVcpus);
  if (
    (mebibytes !== undefined && mebibytes <= 0) ||
    (defaultVcpus !== undefined && (processors === undefined || processors <= 0n))
  )
    return undefined;
  const asked = [
    ...(mebibytes === undefined ? [] : ['default_memory']),
    ...(processors === undefined ? [] : ['default_vcpus']),
  ];
  const memory =
    mebibytes === undefined ? parseQuantity(documentedVmMemory.default) : BigInt(mebibytes) * 1024n * 1024n * one;
  const sources = [
    ...(mebibytes === undefined ? [documentedVmMemory.source] : []),
    ...(asked.length > 0 ? [l10n.t`annotations ${asked.join(', ')}`] : []),
  ];
  return [l10n.t`VM at startup`, memory, processors, sources.join('; ')];
}

function range(
  overheads: readonly Row[],
  column: 1 | 2,
  ...parts: readonly (Quantity | undefined)[]
): readonly [least: Quantity, most: Quantity] {
  const base = parts.reduce<Quantity>((sum, part) => sum + (part ?? 0n), 0n);
  const amounts = overheads.flatMap((row) => row[column] ?? []);
  const [first = 0n] = amounts;
  const least = amounts.reduce((a, b) => (b < a ? b : a), first);
  const most = amounts.reduce((a, b) => (b > a ? b : a), first);
  return [base + least, base + most];
}

function between([least, most]: readonly [Quantity, Quantity], text: (amount: Quantity) => string): string {
  return text(least) === text(most) ? text(least) : l10n.t`${text(least)} to ${text(most)}`;
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
      : ` (${choice.size.vcpus} CPU, ${memoryText(BigInt(choice.size.memoryMiB) * 1024n * 1024n * one)})`;
  const type = sanitizeQuote(choice.instanceType);
  const tooltip = [
    l10n.t`**Pod VM instance type:** ${code(type) + size}`,
    choice.because,
    l10n.t`Based on the cloud-api-adaptor rules for OSC ${release.id} and peer-pods-cm in ${code(getUriFileName(first.fact.uri))}.`,
    caveat(),
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

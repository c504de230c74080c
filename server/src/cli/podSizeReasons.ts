/** Explains why the size of a pod is uncertain, for `osc-tools size`. */
import { parseAnnotationInteger } from '#core/peerPods/instanceSelection.ts';
import { parseQuantity } from '#core/common/quantity.ts';
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import { documentedVmMemory } from '#core/product/runtimeClasses.ts';
import { formatCount } from '#core/text/formatCount.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { YamlNode } from '#server/engine/yaml/node.ts';
import { getAnnotationText, listPodAnnotations } from '#server/engine/yaml/objects/podNode.ts';
import { containersIn, type UncertainPart } from '#server/manifest/rules/pods/instances/podResources.ts';

/** Maximum number of characters of a value in a message. */
const longestValue = 60;

/** A reason with the position of the part that causes it. */
export interface SizeReason {
  readonly text: string;
  /** Offset in the document, if the part exists. */
  readonly start: number | undefined;
}

/** Maximum number of reasons of a pod. */
const mostReasons = 20;

/** Returns the reasons why the size of a pod with the class kata is uncertain. The texts are English clauses. */
export function reasonsOfUncertainSize(manifest: Manifest, document: string): readonly SizeReason[] {
  const reasons: SizeReason[] = [];
  containersIn(manifest, (part) => reasons.push({ text: describePart(part, document), start: part.node?.start }));
  for (const { name, value, ...annotation } of listPodAnnotations(manifest)) {
    const text = getAnnotationText({ name, value, ...annotation });
    const short = name.startsWith(hypervisorPrefix) ? name.slice(hypervisorPrefix.length) : '';
    if (!isSize(short)) continue;
    const problem =
      text === undefined ? "isn't in the file" : isPositive(short, text) ? undefined : "isn't a positive number";
    if (problem !== undefined)
      reasons.push({ text: `${describeValue(name, value, document)} ${problem}`, start: value.start });
  }
  if (reasons.length === 0) return [{ text: 'a template can add annotations', start: undefined }];
  const others = reasons.length - mostReasons;
  reasons.sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  if (others <= 0) return reasons;
  const more = { text: `of ${formatCount(others, 'more problem')}`, start: undefined };
  return [...reasons.slice(0, mostReasons), more];
}

function describePart({ reason, path, node }: UncertainPart, document: string): string {
  switch (reason) {
    case 'pod':
      return `${path} sets resources for the whole pod, and ${documentedVmMemory.source} describes only those of containers`;
    case 'missing':
      return `${path} contains no container`;
    case 'form':
      return `${path} doesn't have the expected form`;
    case 'unknown':
      return node?.type === 'map'
        ? `a template can add keys to ${path}`
        : `${describeValue(path, node, document)} isn't in the file`;
    default:
      return `${describeValue(path, node, document)} isn't a valid quantity`;
  }
}

/** Describes a value with its path, as the file contains it. */
function describeValue(path: string, node: YamlNode | undefined, document: string): string {
  const text = node === undefined ? '' : document.slice(node.start, node.end).trim();
  if (text === '') return `the value of ${path}`;
  return `the value ${text.length > longestValue ? `${text.slice(0, longestValue)}...` : text} of ${path}`;
}

function isSize(name: string): name is 'default_memory' | 'default_vcpus' {
  return name === 'default_memory' || name === 'default_vcpus';
}

function isPositive(name: 'default_memory' | 'default_vcpus', text: string): boolean {
  return name === 'default_memory' ? parseAnnotationInteger(text) > 0 : (parseQuantity(text) ?? 0n) > 0n;
}

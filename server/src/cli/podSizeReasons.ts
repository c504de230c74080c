/** Explains why the size of a pod is uncertain, for `osc-tools size`. */
import { parseAnnotationInteger } from '#core/peerPods/instanceSelection.ts';
import { parseQuantity } from '#core/common/quantity.ts';
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import { documentedVmMemory } from '#core/product/runtimeClasses.ts';
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

/** Returns the reason why the size of a pod with the class kata is uncertain. The text is an English clause. */
export function reasonOfUncertainSize(manifest: Manifest, document: string): SizeReason {
  const parts: UncertainPart[] = [];
  containersIn(manifest, (part) => parts.push(part));
  const [part] = parts;
  if (part !== undefined) return { text: describePart(part, document), start: part.node?.start };
  for (const { name, value, ...annotation } of listPodAnnotations(manifest)) {
    const text = getAnnotationText({ name, value, ...annotation });
    const short = name.startsWith(hypervisorPrefix) ? name.slice(hypervisorPrefix.length) : '';
    if (!isSize(short)) continue;
    if (text === undefined)
      return { text: `${describeValue(name, value, document)} isn't in the file`, start: value.start };
    if (!isPositive(short, text))
      return { text: `${describeValue(name, value, document)} isn't a positive number`, start: value.start };
  }
  return { text: 'a template can add annotations', start: undefined };
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

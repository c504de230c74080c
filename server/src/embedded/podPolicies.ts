/** Finds the policies and initdata that are embedded in a pod, or in the workload that creates the pod. */
import { readDocuments } from '../engine/yaml/yamlDocument.ts';
import type { PathSegment, YamlNode } from '../engine/yaml/node.ts';
import type { EmbeddedPosition } from '../protocol/protocol.ts';
import { detectEmbeddedLanguage, type PackedLanguage } from './embeddedText.ts';

/** An embedded policy or initdata of a pod. */
export interface PodPolicy {
  readonly place: EmbeddedPosition;
  readonly language: PackedLanguage;
}

/** Maximum depth of a value, and maximum number of results. */
const maxDepth = 20;
const most = 20;

/**
 * Returns the policies and initdata of a pod in a YAML text. The name of a workload is the start of its pods' names.
 * @param pod name of the pod
 */
export function listPodPolicies(text: string, pod: string): readonly PodPolicy[] {
  const found: PodPolicy[] = [];
  for (const [index, { document }] of readDocuments(text).entries()) {
    const name = document.packs ? document.manifest?.name : undefined;
    if (name === undefined || (name !== pod && !pod.startsWith(`${name}-`))) continue;
    const { root } = document.parsed;
    if (root !== undefined) collect(root, [], { index, found });
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

function collect(
  node: YamlNode,
  path: readonly PathSegment[],
  to: { readonly index: number; readonly found: PodPolicy[] },
): void {
  if (path.length > maxDepth || node.type === 'scalar') return;
  if (node.type === 'seq') {
    for (const [index, item] of node.items.entries()) collect(item, [...path, index], to);
    return;
  }
  for (const { key, value } of node.entries) {
    const below = [...path, key.text];
    const language = detectEmbeddedLanguage(key.text);
    if (language !== undefined && value.type === 'scalar' && value.text !== '')
      to.found.push({ place: { document: to.index, path: below }, language });
    else collect(value, below, to);
  }
}

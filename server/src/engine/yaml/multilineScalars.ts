/** Scalars over several lines: what looks like a comment in one is text. */
import type { YamlNode, ScalarNode } from './node.ts';

/** The scalars of a document that go over several lines, in order. */
export function listMultilineScalars(root: YamlNode | undefined, text: string): ScalarNode[] {
  const found: ScalarNode[] = [];
  const visit = (node: YamlNode) => {
    if (node.borrowed) return;
    if (node.type === 'seq') node.items.forEach(visit);
    else if (node.type === 'map') {
      for (const { key, value } of node.entries) {
        visit(key);
        visit(value);
      }
    } else if (/[\r\n]/.test(text.slice(node.start, node.end))) found.push(node);
  };
  if (root !== undefined) visit(root);
  return found.sort((a, b) => a.start - b.start);
}

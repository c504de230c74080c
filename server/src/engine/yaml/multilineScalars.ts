/** Finds multiline scalars, in which text that looks like a comment is part of the value. */
import type { YamlNode, ScalarNode } from './node.ts';

/** Returns the multiline scalars of a document, in order. */
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

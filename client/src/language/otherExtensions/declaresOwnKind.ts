/**
 * Detects whether a file contains a resource of one of our kinds, rather than only mentioning it. If so, the YAML
 * extension receives our schema for it.
 */
import { handedKinds } from './yamlExtensionSchema.ts';

const groups = [...new Set(handedKinds.map(({ group }) => group))];

/**
 * Matches our API group as the top-level apiVersion of a document. Deeper matches belong to embedded manifests, such as
 * in a ConfigMap.
 */
const declaration = new RegExp(
  `^(["']?)apiVersion\\1[ \\t]*:[ \\t]*["']?(?:${groups.map((group) => group.replaceAll('.', '\\.')).join('|')})/`,
  'm',
);

export function declaresOwnKind(text: string): boolean {
  return declaration.test(text);
}

/**
 * Whether a file holds a resource of ours, and does not only speak of one: then the other YAML extension is given our
 * schema for it.
 */
import { handedKinds } from './yamlExtensionSchema.ts';

const groups = [...new Set(handedKinds.map(({ group }) => group))];

/**
 * Our group as the apiVersion of a document; deeper in, it belongs to something else, as a manifest kept in a
 * ConfigMap.
 */
const declaration = new RegExp(
  `^(["']?)apiVersion\\1[ \\t]*:[ \\t]*["']?(?:${groups.map((group) => group.replaceAll('.', '\\.')).join('|')})/`,
  'm',
);

export function declaresOwnKind(text: string): boolean {
  return declaration.test(text);
}

/** The Vault plug-in of Argo CD puts secrets in place of `<name>` before an object is applied. */
import { findYamlNode } from '#server/engine/yaml/node.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';

/**
 * The object says by an annotation that its `<name>` are filled in.
 * Source: argoproj-labs/argocd-vault-plugin docs/howitworks.md.
 */
export function isFilledByVaultPlugin({ root }: Manifest): boolean {
  const annotations = findYamlNode(root, ['metadata', 'annotations']);
  return annotations?.type === 'map' && annotations.entries.some(({ key }) => key.text === 'avp.kubernetes.io/path');
}

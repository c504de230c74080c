/** Detects objects for the Argo CD Vault plugin, which replaces `<name>` with secrets before an object is applied. */
import { findYamlNode } from '#server/engine/yaml/node.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';

/**
 * Returns whether an annotation of the object enables the replacement of `<name>`.
 * Source: argoproj-labs/argocd-vault-plugin docs/howitworks.md.
 */
export function isFilledByVaultPlugin({ root }: Manifest): boolean {
  const annotations = findYamlNode(root, ['metadata', 'annotations']);
  return annotations?.type === 'map' && annotations.entries.some(({ key }) => key.text === 'avp.kubernetes.io/path');
}

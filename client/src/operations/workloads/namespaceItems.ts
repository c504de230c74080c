/** Quick pick items and texts of the namespace filter. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { isNamespaceName } from '#client/clusters/state/savedClusters.ts';

interface NamespaceItem {
  readonly label: string;
  readonly description?: string;
  readonly picked: boolean;
}

/**
 * Returns the items of the filter: the selected namespaces first, then the others. A selected namespace that was
 * deleted is an item, so that the user can remove it.
 */
export function namespaceItems(names: readonly string[], selected: readonly string[]): readonly NamespaceItem[] {
  const [existing, picked] = [new Set(names), new Set(selected)];
  return [...new Set([...selected, ...names])].map((label) => ({
    label,
    picked: picked.has(label),
    ...(existing.has(label) ? {} : { description: l10n.t`Not found` }),
  }));
}

/** Returns the names in a text, separated by commas or spaces, each one once. */
export function splitNamespaces(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}

/**
 * Returns the problem with a namespace name, or undefined if the name is valid. Names are validated because they become
 * part of a request path.
 */
export function namespaceProblem(text: string): string | undefined {
  return isNamespaceName(text)
    ? undefined
    : l10n.t`A namespace name can contain only lowercase letters, digits, and hyphens.`;
}

/** The namespaces to which the rows and commands of a cluster or a must-gather are limited. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { formatList, getSentenceSeparator } from '#core/text/grammar.ts';

export interface NamespaceScope {
  /** Sorted by the user or by name. Empty for all namespaces. */
  readonly namespaces: readonly string[];
  /**
   * True if the user selected the namespaces. Otherwise, it's the namespace of the context, because the user doesn't
   * have permission to list pods in all namespaces.
   */
  readonly isSelected: boolean;
  /** Selected namespaces that don't exist. */
  readonly missing?: readonly string[];
}

export const allNamespacesScope: NamespaceScope = { namespaces: [], isSelected: false };

/** Returns a description such as `in shop`, for rows. Undefined for all namespaces. */
export function describeScope({ namespaces }: Pick<NamespaceScope, 'namespaces'>): string | undefined {
  const [name] = namespaces;
  if (name === undefined) return undefined;
  return namespaces.length === 1 ? l10n.t`in ${name}` : l10n.t`in ${namespaces.length} namespaces`;
}

/** Returns sentences that explain the scope, for tooltips. Undefined for all namespaces. */
export function explainScope({ namespaces, isSelected, missing = [] }: NamespaceScope): string | undefined {
  const [name] = namespaces;
  if (name === undefined) return undefined;
  const reason = isSelected
    ? l10n.t`Namespace filter: ${formatList(namespaces)}.`
    : l10n.t`You don't have permission to list pods in all namespaces, so commands use ${name}, the namespace of the context.`;
  return [reason, ...missing.map(describeMissingNamespace)].join(getSentenceSeparator());
}

/** Returns the sentence about a selected namespace that doesn't exist. */
export function describeMissingNamespace(name: string): string {
  return l10n.t`Namespace ${name} doesn't exist.`;
}

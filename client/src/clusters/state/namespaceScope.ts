/** The namespaces to which the rows and commands of a cluster or a must-gather are limited. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { formatList, getSentenceSeparator } from '#core/text/grammar.ts';
import type { OpenCluster } from './openCluster.ts';

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

/**
 * Returns the namespace of an object for which an assistant specified none: the only one of the filter, or the one of
 * the context. The error is an English message.
 */
export function defaultNamespaceIn(namespaces: readonly string[], ofContext: string): Result<string, string> {
  const [first = ofContext, ...others] = namespaces;
  return others.length === 0
    ? succeed(first)
    : fail(`namespace must be specified, because the namespace filter contains several: ${namespaces.join(', ')}`);
}

/** Returns the cluster with its namespace filter, for messages that are only true within the filter. */
export function describeFilteredCluster(context: string, namespaces: readonly string[]): string {
  return namespaces.length === 0 ? context : l10n.t`${context} (namespace filter: ${formatList(namespaces)})`;
}

/** Returns the message that there is no Kata pod to select. */
export function describeNoKataPods(context: string, namespaces: readonly string[]): string {
  return l10n.t`No pods with a Kata runtime class found on ${describeFilteredCluster(context, namespaces)}. Pods that you don't have permission to list aren't included. To run a workload with Kata, use "Run Workload in Sandbox...".`;
}

/** Returns the sentence about a selected namespace that doesn't exist. */
export function describeMissingNamespace(name: string): string {
  return l10n.t`Namespace ${name} doesn't exist.`;
}

/** The parts of an open cluster that determine the namespace. */
export type NamespaceSource = Pick<OpenCluster, 'namespaces' | 'reach'>;

/**
 * Returns the namespace that applies to an object without one: the first namespace of the filter, or else the namespace
 * of the context, as for `oc` and `osc-tools diff`.
 */
export function namespaceOf({ namespaces: [first] = [], reach }: NamespaceSource): string {
  return first ?? reach?.identity.namespace ?? 'default';
}

/** Creates the warnings to show before an object that a GitOps tool manages is changed. */
import * as l10n from '@vscode/l10n';
import { formatNames } from '#core/text/phrases.ts';

/**
 * An object to change.
 * @property managedBy GitOps tool, such as `Argo CD (application kata)`
 */
export interface Managed {
  readonly kind: string;
  readonly name: string;
  readonly managedBy?: string;
}

/** Returns one sentence for each GitOps tool that manages any of the objects. */
export function describeGitOpsConsequences(objects: readonly Managed[]): readonly string[] {
  const tools = [...new Set(objects.flatMap(({ managedBy }) => managedBy ?? []))];
  return tools.map((tool) => {
    const theirs = objects.filter(({ managedBy }) => managedBy === tool).map(({ kind, name }) => `${kind} ${name}`);
    const names = formatNames(theirs, 4);
    return theirs.length === 1
      ? l10n.t`${names} is managed by ${tool}, which might recreate it or revert the change. Make the same change in your Git repository.`
      : l10n.t`${names} are managed by ${tool}, which might recreate them or revert the changes. Make the same changes in your Git repository.`;
  });
}

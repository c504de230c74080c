/** What is said before something is changed that comes from a Git repository. */
import * as l10n from '@vscode/l10n';
import { namesWords } from '#core/text/phrases.ts';

/** What is to be changed. @property managedBy `Argo CD (application kata)` */
export interface Managed {
  readonly kind: string;
  readonly name: string;
  readonly managedBy?: string;
}

/** A sentence for each tool that manages some of them. */
export function describeGitOpsConsequences(objects: readonly Managed[]): readonly string[] {
  const tools = [...new Set(objects.flatMap(({ managedBy }) => managedBy ?? []))];
  return tools.map((tool) => {
    const theirs = objects.filter(({ managedBy }) => managedBy === tool).map(({ kind, name }) => `${kind} ${name}`);
    const names = namesWords(theirs, 4);
    return theirs.length === 1
      ? l10n.t`${names} is managed by ${tool}, which might recreate it or revert the change. Make the same change there.`
      : l10n.t`${names} are managed by ${tool}, which might recreate them or revert the changes. Make the same changes there.`;
  });
}

/** Titles of documents and pages about what is in a cluster. Without VS Code. */
import * as l10n from '@vscode/l10n';

/** `worker-1 of two-workers`. */
export function formatDocumentTitle(label: string, context: string): string {
  return context === '' || context === label ? label : l10n.t`${label} of ${context}`;
}

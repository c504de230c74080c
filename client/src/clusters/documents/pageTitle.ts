/** Formats titles of documents and pages about objects in a cluster. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';

/** Returns a title such as `worker-1 of two-workers`. */
export function formatDocumentTitle(label: string, context: string): string {
  return context === '' || context === label ? label : l10n.t`${label} of ${context}`;
}

/** Describes the finalizers of a pod. */
import * as l10n from '@vscode/l10n';
import { formatNames } from '#core/text/phrases.ts';

/** Maximum number of names in the sentence. */
const mostNames = 5;

/**
 * Returns a sentence with the finalizers that delay the deletion of a pod. Source: Kubernetes, "Finalizers".
 * @param names at least one name
 */
export function describePodFinalizers(names: readonly string[]): string {
  return l10n.t`Until these finalizers are removed, the pod remains in the state Terminating: ${formatNames(names, mostNames)}.`;
}

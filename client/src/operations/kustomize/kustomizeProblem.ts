/** Describes why a kustomization can't be built. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { fail } from '#core/common/result.ts';

export interface KustomizeProblem {
  /** One sentence that starts with the file. */
  readonly message: string;
  /** True if `oc kustomize` can build the kustomization. */
  readonly isUnsupported: boolean;
}

type Failure = { readonly ok: false; readonly error: KustomizeProblem };

/**
 * Reports a feature of Kustomize that isn't built.
 * @param feature name of the field, such as `helmCharts`, or the value that isn't supported
 */
export function unsupported(file: string, feature: string): Failure {
  return fail({ message: l10n.t`${file}: ${feature} isn't supported.`, isUnsupported: true });
}

/**
 * Reports an error in a kustomization or in a file that it uses.
 * @param reason a sentence
 */
export function invalid(file: string, reason: string): Failure {
  return fail({ message: `${file}: ${reason}`, isUnsupported: false });
}

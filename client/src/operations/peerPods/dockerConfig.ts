/**
 * Whether a text is a file with logins of registries, as a pull secret holds it. Nothing of it is shown. Source:
 * Kubernetes core/v1 SecretTypeDockerConfigJson; containers-auth.json(5).
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getMap, getString } from '#core/common/json.ts';

/** In a sentence, without anything of the text; undefined: it is one. */
export function dockerConfigProblem(text: string): string | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return l10n.t`Invalid JSON.`;
  }
  const auths = Object.values(getMap(read, 'auths'));
  if (auths.length === 0) return l10n.t`No logins found under auths.`;
  // Those of a helper program are not in the file.
  if (
    auths.some(
      (one) =>
        isJsonObject(one) &&
        (getString(one, 'auth') !== undefined ||
          getString(one, 'identitytoken') !== undefined ||
          getString(one, 'password') !== undefined),
    )
  )
    return undefined;
  return l10n.t`The logins are stored by a credential helper, not in the file. Log in with podman login --authfile.`;
}

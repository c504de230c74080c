/**
 * Checks whether a text is a registry login file, as used in a pull secret. Never shows its content. Source: Kubernetes
 * core/v1 SecretTypeDockerConfigJson; containers-auth.json(5).
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getMap, getString } from '#core/common/json.ts';

/** Returns the problem as a sentence without any of the text, or undefined if the text is valid. */
export function dockerConfigProblem(text: string): string | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return l10n.t`Invalid JSON.`;
  }
  const auths = Object.values(getMap(read, 'auths'));
  if (auths.length === 0) return l10n.t`No logins found under auths.`;
  // Logins in a credential helper aren't in the file.
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
  return l10n.t`The file contains no credentials because a credential helper stores them. To create a file that contains credentials, run podman login --authfile with a new path.`;
}

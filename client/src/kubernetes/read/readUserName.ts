/** Reads the name that the cluster has for the user. The name in the kubeconfig often differs. Doesn't use VS Code. */
import { getString } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Connection } from '../connection.ts';

const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };

/**
 * Returns the user name, or undefined if the cluster doesn't report it. With impersonation, it's the name of the
 * impersonated user. Sources: Kubernetes authentication.k8s.io/v1 SelfSubjectReview, in Kubernetes 1.28 and later;
 * OpenShift user.openshift.io/v1 User `~`, as `oc whoami` reads it.
 */
export async function readUserName(
  connection: Pick<Connection, 'ask' | 'send'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const reviewed = await connection.send('/apis/authentication.k8s.io/v1/selfsubjectreviews', {
    method: 'POST',
    body: review,
    signal,
  });
  if (reviewed.ok) return nameIn(getString(reviewed.value, 'status', 'userInfo', 'username'));
  const user = await connection.ask('/apis/user.openshift.io/v1/users/~', { signal });
  return user.ok ? nameIn(getString(user.value, 'metadata', 'name')) : undefined;
}

/** Returns a name only if it's printable, because it becomes the subject of a binding. */
function nameIn(name: string | undefined): string | undefined {
  return name === undefined || name === '' || sanitizeLine(name, 500) !== name ? undefined : name;
}

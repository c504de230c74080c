/** Creates variants of a context that use another login. The cluster and the route to it stay the same. */
import { omitUndefined } from '#core/common/json.ts';
import { ClusterContext } from './clusterContext.ts';
import type { UserEntry } from './entries.ts';

/**
 * Returns the context with a token instead of the login of the kubeconfig. Keeps impersonation. Returns the context
 * itself if it can't be used.
 */
export function withToken(context: ClusterContext, token: string): ClusterContext {
  const impersonate = context.access?.user?.impersonate;
  return withUser(context, { name: context.user, token, ...omitUndefined({ impersonate }) });
}

/** Returns the context without a login, so that requests are anonymous. */
export function withoutLogin(context: ClusterContext): ClusterContext {
  return withUser(context, undefined);
}

function withUser(context: ClusterContext, user: UserEntry | undefined): ClusterContext {
  const { name, cluster, server, user: userName, namespace, access } = context;
  if (access === undefined) return context;
  // The problems of a usable context concern its login.
  const shown = { name, cluster, server, user: userName, problems: [], ...omitUndefined({ namespace }) };
  return new ClusterContext(shown, { cluster: access.cluster, user });
}

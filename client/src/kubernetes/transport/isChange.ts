/** Determines whether a request would change the cluster. */
import { getStrings } from '#core/common/json.ts';
import type { SendOptions } from '../connection.ts';

/**
 * Reviews of the user's own permissions and name, which the server answers without storing them. Source: Kubernetes
 * API, authorization.k8s.io/v1 and authentication.k8s.io/v1.
 */
const reviews =
  /^\/apis\/(?:authorization\.k8s\.io\/v1\/selfsubject(?:access|rules)|authentication\.k8s\.io\/v1\/selfsubject)reviews$/;

/**
 * Subresources of a pod that run commands in its containers or open connections to them, whatever the method: a
 * WebSocket starts with a GET request.
 */
const connecting = /^\/api\/v1\/namespaces\/[^/]+\/pods\/[^/]+\/(?:exec|attach|portforward)(?:[/?]|$)/;

/** The method, query, and body of a request. */
export type CheckedRequest = Pick<SendOptions, 'query' | 'body'> & { readonly method: SendOptions['method'] | 'GET' };

/**
 * Returns whether a request would change the cluster or the containers in it. A dry run doesn't, because the server
 * stores nothing.
 */
export function isChange(path: string, { method, query, body }: CheckedRequest): boolean {
  if (connecting.test(decoded(path))) return true;
  if (method === 'GET') return false;
  if (method === 'POST' && reviews.test(path)) return false;
  if (query?.['dryRun'] !== 'All') return true;
  // If a deletion has a body, the server reads the options only from the body.
  // Source: kubernetes/kubernetes@v1.31.0 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go
  return method === 'DELETE' && body !== undefined && !getStrings(body, 'dryRun').includes('All');
}

/** Returns the path as the server interprets it. Escapes could hide the subresource. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

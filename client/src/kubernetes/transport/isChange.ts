/** Whether a request would change anything on the cluster, as it is sent. */
import { getStrings } from '#core/common/json.ts';
import type { SendOptions } from '../connection.ts';

/** Are answered and not kept. Source: Kubernetes API, authorization.k8s.io/v1. */
const reviews = /^\/apis\/authorization\.k8s\.io\/v1\/selfsubject(?:access|rules)reviews$/;

/** A dry run is none: the server does all but keep it. */
export function isChange(
  path: string,
  { method, query, body }: Pick<SendOptions, 'method' | 'query' | 'body'>,
): boolean {
  if (method === 'POST' && reviews.test(path)) return false;
  if (query?.['dryRun'] !== 'All') return true;
  // Where a deletion has a body, a server looks for its options there alone.
  // Source: kubernetes/kubernetes@v1.31.0 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go
  return method === 'DELETE' && body !== undefined && !getStrings(body, 'dryRun').includes('All');
}

/** Sends one change of a cluster, or has the server try it. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { fieldManager, patchOf, type ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import type { ApiResult, Connection, SendOptions } from '#client/kubernetes/connection.ts';

export interface SendChange {
  /** The server does all but keep it. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** Server-side apply is never forced. The answer is the object, or of what was deleted a Status. */
export function sendChange(
  connection: Pick<Connection, 'send'>,
  change: ClusterChange,
  { dryRun, signal }: SendChange,
): Promise<ApiResult<unknown>> {
  return connection.send(getObjectPath(change.target), { ...request(change, dryRun), signal });
}

/** What was sent, in the past: `Applied Subscription a`. */
export function sentWords(change: ClusterChange): string {
  const { kind, name } = change.target;
  switch (change.how) {
    case 'apply':
      return l10n.t`Applied ${kind} ${name}`;
    case 'merge':
      return l10n.t`Changed ${kind} ${name}`;
    default:
      return l10n.t`Deleted ${kind} ${name}`;
  }
}

function request(change: ClusterChange, dryRun: boolean): SendOptions {
  const query = { fieldManager, fieldValidation: 'Strict', dryRun: dryRun ? 'All' : undefined };
  switch (change.how) {
    case 'apply':
      return { method: 'PATCH', contentType: 'application/apply-patch+yaml', query, body: change.object };
    case 'merge':
      return { method: 'PATCH', contentType: 'application/merge-patch+json', query, body: patchOf(change) };
    default:
      return {
        method: 'DELETE',
        query: { dryRun: query.dryRun },
        // In the body as well: where there is one, a server looks for options nowhere else.
        // Source: kubernetes/kubernetes@v1.31.0 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go
        body: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          // What belongs to it is collected by the cluster; the object itself shows when it is gone.
          propagationPolicy: 'Background',
          ...(change.uid === undefined ? {} : { preconditions: { uid: change.uid } }),
          ...(dryRun ? { dryRun: ['All'] } : {}),
        },
      };
  }
}

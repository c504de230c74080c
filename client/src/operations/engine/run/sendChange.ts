/** Sends one change to a cluster, or a dry run of it. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { fieldManager, patchOf, type ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import type { ApiResult, Connection, SendOptions } from '#client/kubernetes/connection.ts';

export interface SendChange {
  /** True if the server validates the change without storing it. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/**
 * Sends a change. Forces a server-side apply only if the user confirmed it. Returns the object, or a Status for some
 * deletions.
 */
export function sendChange(
  connection: Pick<Connection, 'send'>,
  change: ClusterChange,
  { dryRun, signal }: SendChange,
): Promise<ApiResult<unknown>> {
  return connection.send(getObjectPath(change.target), { ...request(change, dryRun), signal });
}

/** Describes a change that was sent, such as `Applied Subscription a`. */
export function describeSentChange(change: ClusterChange): string {
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
      return {
        method: 'PATCH',
        contentType: 'application/apply-patch+yaml',
        query: { ...query, ...(change.force === true ? { force: true } : {}) },
        body: change.object,
      };
    case 'merge':
      return { method: 'PATCH', contentType: 'application/merge-patch+json', query, body: patchOf(change) };
    default:
      return {
        method: 'DELETE',
        query: { dryRun: query.dryRun },
        // The dry run is also set in the body, because the server ignores the query if there is a body.
        // Source: kubernetes/kubernetes@v1.31.0 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go
        body: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          // The garbage collector deletes dependent objects. The object itself shows when the deletion is complete.
          propagationPolicy: 'Background',
          ...(change.uid === undefined ? {} : { preconditions: { uid: change.uid } }),
          ...(dryRun ? { dryRun: ['All'] } : {}),
        },
      };
  }
}

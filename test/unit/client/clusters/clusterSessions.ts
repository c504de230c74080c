/** Provides cluster sessions with scripted connections. */
import assert from 'node:assert/strict';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, Connection } from '#client/kubernetes/connection.ts';
import { VisibilityController } from '#client/clusters/sessions/visibility.ts';
import type { ContextInfo, ContextList } from '#client/clusters/state/contextInfo.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { KeptCluster } from '#client/clusters/state/savedClusters.ts';
import type { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
import { ClusterSessionStore } from '#client/clusters/sessions/clusterSessionStore.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

/** Returns a context of a kubeconfig. */
export const createContextInfo = (name: string, more: Partial<ContextInfo> = {}): ContextInfo => ({
  name,
  server: `https://${name}:6443`,
  user: 'me',
  current: false,
  ...more,
});

/** Creates a connection that responds to every request with the same answer, such as an empty list or a problem. */
function createScriptedConnection(name: string, asked: string[], answer: () => ApiResult<unknown>): Connection {
  const never = (signal: AbortSignal | undefined) =>
    new Promise<ApiResult<void>>((resolve) => {
      signal?.addEventListener('abort', () => resolve(fail({ kind: 'aborted', message: '' })));
    });
  return {
    identity: { context: name, server: '', user: '' },
    ask: (path) => {
      asked.push(`${name} ${path}`);
      return Promise.resolve(answer());
    },
    send: (path) =>
      path.endsWith('/selfsubjectaccessreviews')
        ? Promise.resolve(fail({ kind: 'notFound', message: 'no access reviews' }))
        : assert.fail('nothing is written'),
    stream: (_path, options) => {
      options.onOpen?.();
      return never(options.signal);
    },
    close: () => void asked.push(`${name} closed`),
  };
}

/** The response to a list request without objects. */
export const emptyListResponse = succeed({ items: [], metadata: { resourceVersion: '1' } });

/** The response to a request without a valid login. */
export const loggedOutResponse = fail({ kind: 'unauthorized', message: 'the server says 401', status: 401 } as const);

/** Creates a store of cluster sessions. */
export function createClusterSessions(
  contexts: () => readonly ContextInfo[],
  answers: Readonly<Record<string, () => ApiResult<unknown>>>,
  files: () => Partial<ContextList> = () => ({}),
  { operation, leftOpen }: { readonly operation?: OperationProgress; readonly leftOpen?: unknown } = {},
) {
  const asked: string[] = [];
  const kept: (readonly KeptCluster[])[] = [];
  const clock = new ManualClock();
  const awake = new VisibilityController(clock);
  awake.looking(true);
  const clusters = new ClusterSessionStore({
    source: {
      list: () => ({ contexts: contexts(), files: [], problems: [], ...files() }),
      connect: (name) =>
        answers[name] === undefined
          ? fail("The context doesn't specify a cluster.")
          : succeed(createScriptedConnection(name, asked, answers[name])),
    },
    clock,
    chance: () => 0.5,
    awake,
    log: (message) => assert.fail(message),
    changed: () => undefined,
    leftOpen,
    keep: (open) => void kept.push(open),
    operation: () => operation,
  });
  const rows = () =>
    clusters
      .roots(clock.now())
      .map(({ view }) => view.accessibility.replace(`Cluster ${view.label}, `, `${view.label}: `));
  return { asked, kept, clock, clusters, rows };
}

/** Resolves when a session reaches a state. */
export function untilSession(session: ClusterSession, isReached: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!isReached()) return;
      remove();
      resolve();
    };
    const remove = session.onChange(check);
    check();
  });
}

/** Reads the pods of a target, once or with a watch. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import { readLogPod, type LogPod } from '#core/logs/pods/logPod.ts';
import type { ApiProblem, ApiResult, Connection } from '#client/kubernetes/connection.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import { PageSize, readPages } from '#client/kubernetes/read/readPages.ts';
import { Reflector } from '#client/kubernetes/watch/reflector.ts';
import { JointRetry } from '#client/kubernetes/watch/sharedRetry.ts';
import { listPath } from '#core/cluster/objects/watchedKind.ts';

/** Pods in one namespace, as the API selects them. */
export interface PodQuery {
  readonly namespace: string;
  readonly labelSelector?: string;
  /** Only the pods on this node. */
  readonly node?: string;
  /** Name of the only pod. */
  readonly name?: string;
}

/**
 * Time for which the server must reject the credentials until the feed fails, in milliseconds. While a control plane
 * node reboots, the server can reject valid tokens.
 */
const loginGrace = 120_000;
/** Maximum number of pods of a target. */
const mostPods = 1000;

export interface PodFeedDeps {
  readonly connection: Pick<Connection, 'ask' | 'stream'>;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Receives errors of the extension. */
  readonly log: (message: string) => void;
}

/** Describes the pods as a kind that can be listed and watched. */
function podsOf({ namespace, labelSelector, node, name }: PodQuery): WatchedKind<LogPod> {
  const selector = [
    name === undefined ? undefined : `metadata.name=${name}`,
    node === undefined ? undefined : `spec.nodeName=${node}`,
  ]
    .filter((part) => part !== undefined)
    .join(',');
  return {
    group: '',
    version: 'v1',
    plural: 'pods',
    kind: 'Pod',
    scope: 'all',
    namespace,
    most: mostPods,
    neededFor: () => l10n.t`pod logs`,
    read: readLogPod,
    ...omitUndefined({ labelSelector, fieldSelector: selector === '' ? undefined : selector }),
  };
}

/** Returns the path of a pod. */
export function podPath({ namespace, name }: Pick<LogPod, 'namespace' | 'name'>): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`;
}

/** Reads the pods once. */
export async function listLogPods(
  connection: Pick<Connection, 'ask'>,
  query: PodQuery,
  signal: AbortSignal,
): Promise<ApiResult<readonly LogPod[]>> {
  if (query.name !== undefined) {
    const answer = await connection.ask(podPath({ namespace: query.namespace, name: query.name }), { signal });
    if (!answer.ok) return answer;
    const pod = readLogPod(answer.value);
    const isSelected = pod !== undefined && (query.node === undefined || pod.node === query.node);
    return succeed(isSelected ? [pod] : []);
  }
  const { labelSelector, fieldSelector } = podsOf(query);
  let pods: LogPod[] = [];
  const answer = await readPages(connection, listPath(podsOf(query)), {
    signal,
    size: new PageSize(),
    enough: mostPods,
    query: { labelSelector, fieldSelector },
    onPage(page, first) {
      if (first) pods = [];
      const read = page.flatMap((raw) => readLogPod(raw) ?? []);
      pods.push(...read);
      return read;
    },
  });
  return answer.ok ? succeed(pods) : fail(answer.error);
}

export interface PodFeedListener {
  /** Called with all pods after each change. */
  readonly changed: (pods: ReadonlyMap<string, LogPod>) => void;
  /** Called if the pods can't be read, or if the login expired, so that nothing can be followed. */
  readonly failed: (problem: Pick<ApiProblem, 'kind' | 'message'>) => void;
}

/** Watches the pods of a target until it's stopped. */
export class PodFeed {
  readonly #reflector: Reflector<LogPod>;
  readonly #listener: PodFeedListener;
  #pods = new Map<string, LogPod>();
  readonly #clock: Clock;
  /** True after the first list, or after the server processed the request and rejected it. */
  #hasAnswer = false;
  #cancelLogin: (() => void) | undefined;

  constructor({ connection, clock, chance, log }: PodFeedDeps, query: PodQuery, listener: PodFeedListener) {
    this.#listener = listener;
    this.#clock = clock;
    this.#reflector = new Reflector<LogPod>({
      kind: podsOf(query),
      connection,
      clock,
      chance,
      log,
      jointRetry: new JointRetry(),
      sink: (change) => {
        if (change.kind === 'replace') this.#set(new Map(change.items));
        else if (change.kind === 'items') {
          const pods = new Map(this.#pods);
          for (const one of change.changes)
            if (one.kind === 'put') pods.set(one.item.uid, one.item);
            else pods.delete(one.uid);
          this.#set(pods);
        } else if (change.kind === 'state') this.#judge(change.state);
      },
    });
  }

  run(): Promise<void> {
    return this.#reflector.run();
  }

  stop(): void {
    this.#restored();
    this.#reflector.stop();
  }

  #set(pods: Map<string, LogPod>): void {
    this.#pods = pods;
    this.#hasAnswer = true;
    this.#listener.changed(pods);
  }

  /**
   * Reports a state without pods. After the first list, the reflector retries, and the logs continue until the server
   * has rejected the credentials for too long.
   */
  #judge(state: SyncState): void {
    if (state.kind === 'live') return this.#restored();
    if (state.kind !== 'forbidden' && state.kind !== 'unauthorized') return;
    const problem = { kind: state.kind, message: state.trouble.message };
    if (state.kind === 'unauthorized' && this.#hasAnswer)
      this.#cancelLogin ??= this.#clock.after(loginGrace, () => this.#listener.failed(problem));
    else if (!this.#hasAnswer) this.#listener.failed(problem);
    if (state.kind === 'unauthorized') return;
    this.#hasAnswer = true;
    this.#restored();
  }

  #restored(): void {
    this.#cancelLogin?.();
    this.#cancelLogin = undefined;
  }
}

/** Provides a session that reads pod logs over a scripted connection, with a clock that the test advances. */
import { setImmediate as turn } from 'node:timers/promises';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import type { PodLogChoice } from '#core/logs/pods/podLogChoice.ts';
import type { PodQuery } from '#client/logs/podLogs/podFeed.ts';
import { PodLogSession, type PodLogSessionEnd } from '#client/logs/podLogs/podLogSession.ts';
import { StreamSlots } from '#client/logs/podLogs/streamSlots.ts';
import { formatItem } from '#client/logs/podLogs/writePodLogs.ts';
import { ScriptedConnection, type OpenStream } from '#test/support/cluster/scriptedConnection.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

export interface ContainerStatus {
  readonly name: string;
  readonly state: object;
  readonly restartCount?: number;
  readonly lastState?: object;
}

export const running = { running: {} };

/** Creates a pod with the given container statuses. */
export function podObject(name: string, statuses: readonly ContainerStatus[], more: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', uid: `uid-${name}`, resourceVersion: '1', ...more },
    spec: { nodeName: 'worker-0', containers: statuses.map(({ name: container }) => ({ name: container })) },
    status: { phase: 'Running', containerStatuses: statuses },
  };
}

export class PodStage {
  readonly clock = new ManualClock();
  readonly connection = new ScriptedConnection();
  readonly slots = new StreamSlots();
  /** Lines as on the log page, without the prefix of the only pod. */
  readonly lines: string[] = [];
  /** Pods that the server returns. */
  pods: readonly object[] = [];
  /** Error instead of the pods. */
  problem: ApiProblem | undefined;
  events: readonly object[] = [];
  readonly #running: Promise<PodLogSessionEnd>[] = [];
  #session: PodLogSession | undefined;

  constructor() {
    this.connection.answer = ({ path }) => {
      if (path.endsWith('/events')) return succeed({ items: this.events });
      if (this.problem !== undefined) return fail(this.problem);
      const one = /\/pods\/([^/]+)$/.exec(path)?.[1];
      if (one !== undefined) return succeed(this.pods[0]);
      return succeed({ metadata: { resourceVersion: '1' }, items: this.pods });
    };
  }

  /** Starts a session. */
  start(choice: Partial<PodLogChoice> = {}, query: Partial<PodQuery> = { labelSelector: 'app=web' }): void {
    this.#session = new PodLogSession({
      connection: this.connection,
      clock: this.clock,
      chance: () => 0,
      log: () => undefined,
      query: { namespace: 'shop', ...query },
      choice: { follow: true, ...choice },
      slots: this.slots,
      onItems: (items) => this.lines.push(...items.map(formatItem)),
    });
    this.#running.push(this.#session.run());
  }

  stop(): void {
    this.#session?.stop();
  }

  /** Resolves when the session has ended. */
  async ended(): Promise<PodLogSessionEnd | undefined> {
    return this.#running.at(-1);
  }

  /** Lets the effects of requests happen, and optionally time pass. */
  async pass(milliseconds = 0): Promise<void> {
    for (let step = 0; step < 20; step += 1) await turn();
    await this.clock.pass(milliseconds);
    for (let step = 0; step < 20; step += 1) await turn();
  }

  /** Returns the open log of a container. */
  log(pod: string, container = 'app'): OpenStream {
    const found = this.connection.streams.findLast(
      ({ asked, isOver }) => !isOver && asked.path.endsWith(`/${pod}/log`) && asked.query['container'] === container,
    );
    if (found === undefined) throw new Error(`no open log of ${pod}/${container}`);
    return found;
  }

  /** Reports a changed pod over the watch. */
  change(type: 'ADDED' | 'MODIFIED' | 'DELETED', pod: object): void {
    const watch = this.connection.streams.find(({ asked, isOver }) => !isOver && asked.query['watch'] === true);
    if (watch === undefined) throw new Error('the pods are not watched');
    watch.event(type, pod);
  }

  /** Returns the lines since the last call, without the prefix of pod web-1. */
  taken(): readonly string[] {
    return this.lines.splice(0).map((line) => line.replace('[pod/web-1/app] 2026-11-22T07:', ''));
  }
}

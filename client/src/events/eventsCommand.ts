/**
 * Runs `osc-tools events` and the tool osc_list_events of the MCP server: reads the kubeconfig, connects, and reads or
 * follows events. Loaded on demand. Doesn't use VS Code. The connection rejects all changes. Messages are in English.
 */
import type { SyncState } from '#core/cluster/syncState.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { EventReport } from '#core/explain/events/eventReport.ts';
import type { ReportHead } from '#core/operations/checks/preflightReport.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { realClock } from '../kubernetes/clock.ts';
import { useCluster, type CheckOrder } from '../operations/preflight/checkCluster.ts';
import { followEvents, type FollowOptions } from './followEvents.ts';
import { describeListProblem, listEvents, namespacesOf, scopeOf, type EventRequest } from './listEvents.ts';

export { eventsResult } from '#core/assistants/results/events.ts';
export {
  createEventJson,
  createEventReportJson,
  eventCells,
  eventReportText,
  explanationLines,
} from '#core/explain/events/eventReport.ts';
export { listContexts } from '../operations/preflight/checkCluster.ts';

/** Events of a cluster. */
export interface ReadEventsResult {
  readonly report: EventReport;
  readonly head: ReportHead;
}

/** Reads the events that a command asks for. */
export async function readClusterEvents(
  order: CheckOrder,
  request: EventRequest,
): Promise<Result<ReadEventsResult, string>> {
  const read = await useCluster<Result<ReadEventsResult, string>>(order, async ({ connection, signal }) => {
    const scope = scopeOf(request, connection);
    if (!scope.ok) return { problems: [], answer: () => scope };
    const report = await listEvents(connection, scope.value, signal);
    if (report.ok) return { problems: [], answer: (head) => succeed({ report: report.value, head }) };
    const { error } = report;
    return { problems: [error], answer: () => fail(describeListProblem(error, scope.value)) };
  });
  return read.ok ? read.value : read;
}

/** Follows the events that a command asks for, until the signal of the order aborts. */
export async function followClusterEvents(
  order: CheckOrder & { readonly signal: AbortSignal },
  request: EventRequest,
  reader: Pick<FollowOptions, 'onEvent' | 'waitForSpace'>,
): Promise<Result<undefined, string>> {
  const { signal, tell } = order;
  const read = await useCluster<Result<undefined, string>>(order, async ({ connection, withoutLimit }) => {
    const scope = scopeOf(request, connection);
    if (!scope.ok) return { problems: [], answer: () => scope };
    const namespaces = namespacesOf(scope.value);
    const refused = new Map<string, string>();
    const stop = new AbortController();
    const onState = (state: SyncState, namespace: string): void => {
      if (state.kind === 'paused' || !('trouble' in state)) return;
      const problem = describeState(state, namespace);
      if (state.kind !== 'unauthorized' && !(state.kind === 'forbidden' && state.verb === 'list')) tell(problem);
      else {
        refused.set(namespace, problem);
        // Another namespace might still report events.
        if (refused.size === namespaces.length) stop.abort();
        else tell(problem);
      }
    };
    const until = AbortSignal.any([signal, stop.signal]);
    const options = { connection, clock: realClock, chance: Math.random, signal: until, onState, log: tell, ...reader };
    await withoutLimit(() => followEvents(scope.value, options));
    const [problem] = stop.signal.aborted ? refused.values() : [];
    return { problems: [], answer: () => (problem === undefined ? succeed(undefined) : fail(problem)) };
  });
  return read.ok ? read.value : read;
}

function describeState(state: Extract<SyncState, { readonly trouble: unknown }>, namespace: string): string {
  return state.kind === 'forbidden'
    ? `you don't have permission to ${state.verb} events in namespace ${namespace}`
    : `can't read events in namespace ${namespace}: ${sanitizeLine(state.trouble.message)}`;
}

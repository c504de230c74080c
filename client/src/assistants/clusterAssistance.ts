/** Reads clusters for the assistant tools. Loaded with the operations. */
import { eventsResult } from '#core/assistants/results/events.ts';
import { omitUndefined } from '#core/common/json.ts';
import { readEventReport } from '../events/listEvents.ts';
import { installStatusResult } from '#core/assistants/results/installStatus.ts';
import { preflightResult } from '#core/assistants/results/preflight.ts';
import { rightsResult } from '#core/assistants/results/rights.ts';
import { readPermissionReport } from '../operations/permissions/readPermissions.ts';
import { readLogsResult } from '#core/assistants/results/readLogs.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { readLogsForAssistant } from '../logs/podLogs/assistantLogs.ts';
import { readReport, runPreflight, readClusterSnapshot } from '../operations/preflight/runPreflight.ts';
import { realClock } from '../kubernetes/clock.ts';
import type { OperationsDeps, OperationsFeature } from '../operations/operationsFeature.ts';

/** Returns the functions that read an open cluster for an assistant. They redact credentials and make no changes. */
export function createClusterAssistance(settings: OperationsDeps['settings']): OperationsFeature['assist'] {
  const limits = (signal: AbortSignal) => ({ clock: realClock, timeout: settings.preflightTimeout(), signal });
  return {
    async installStatus(cluster, signal) {
      const { snapshot, head, drains } = await readClusterSnapshot(cluster, limits(signal));
      return installStatusResult(snapshot, head, allParsers, drains);
    },
    async preflight(cluster, signal) {
      const { result, head } = await runPreflight(cluster, limits(signal));
      return preflightResult(result, head, allParsers);
    },
    async listEvents(cluster, { object, namespace, type }, signal) {
      const request = { ...omitUndefined({ object, namespace }), warningsOnly: type === 'warnings' };
      const { report, head } = await readReport(cluster, limits(signal), (until) =>
        readEventReport(cluster, request, until),
      );
      return eventsResult(report, head, allParsers);
    },
    async rights(cluster, task, signal) {
      return rightsResult(await readPermissionReport(cluster, task, realClock, signal), allParsers);
    },
    async readLogs(cluster, input, signal) {
      const { connection, namespaces } = cluster;
      const defaultNamespace = cluster.reach?.identity.namespace ?? 'default';
      const { report, head } = await readReport(cluster, limits(signal), (until) =>
        readLogsForAssistant({ connection, clock: realClock, defaultNamespace, namespaces }, input, until),
      );
      return readLogsResult(report, head, allParsers);
    },
  };
}

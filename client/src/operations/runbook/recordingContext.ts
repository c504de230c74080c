/**
 * Wraps an operation context so that an action asks all its questions, but its changes are written to a runbook instead
 * of sent to the cluster. Doesn't use VS Code.
 */
import { createRunbook, type Runbook } from '#core/operations/runbook/runbook.ts';
import type { OperationContext } from '../context.ts';

/**
 * Returns a context that records operations.
 * @param write receives a function that creates the runbook for the cluster in the current language
 */
export function recordingTools(
  tools: OperationContext,
  write: (create: () => Runbook) => Promise<void>,
): OperationContext {
  const record: OperationContext['perform'] = async (cluster, procedure, choices, how) => {
    const situation = await tools.situation(cluster, procedure.facts, procedure.objects?.(choices));
    const { context, server } = cluster;
    await write(() => createRunbook(procedure, situation, choices, { context, server }));
    await how?.begins?.();
    // Nothing was changed, so the action must not continue with follow-up steps.
    return 'stopped';
  };
  return {
    ...tools,
    // Recording sends no changes, so the read-only setting doesn't apply. The connection rejects changes anyway.
    settings: { ...tools.settings, readOnly: () => false },
    // Nothing runs on the cluster, so nothing has to be replaced.
    askToReplace: () => Promise.resolve(true),
    // Someone else runs the runbook, with other permissions.
    isPermitted: () => Promise.resolve(true),
    perform: record,
    performAction: record,
  };
}

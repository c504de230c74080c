/**
 * Tools by which an action asks all that it asks, and what it would then do on the cluster is written down instead.
 * Without VS Code.
 */
import { createRunbook, type Runbook } from '#core/operations/runbook/runbook.ts';
import type { OperationContext } from '../context.ts';

/** @param write is given what would be done, as a runbook for that cluster */
export function recordingTools(tools: OperationContext, write: (runbook: Runbook) => Promise<void>): OperationContext {
  return {
    ...tools,
    // Nothing is sent by what is written down, so that nothing stands against it; the connection itself refuses changes
    // all the same.
    settings: { ...tools.settings, readOnly: () => false },
    async perform(cluster, procedure, choices, how) {
      const situation = await tools.situation(cluster, procedure.facts, procedure.objects?.(choices));
      await write(createRunbook(procedure, situation, choices, { context: cluster.context, server: cluster.server }));
      await how?.begins?.();
      // It is not done: what an action does after that is for those who did it.
      return 'stopped';
    },
  };
}

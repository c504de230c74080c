/**
 * Creates the assistants feature, which runs the tools that assistants call in this window. Loaded on first use.
 * Doesn't use VS Code.
 */
import { isClusterTool } from '#core/assistants/toolNames.ts';
import { createToolError } from '#core/assistants/toolResult.ts';
import { askCluster } from '../assistants/askCluster.ts';
import { askProgram } from '../assistants/askProgram.ts';
import { questionOf } from '../assistants/toolConfirmation.ts';
import type { AssistantsParts, AssistantsFeature } from '../assistants/assistantsFeature.ts';

export function createAssistantsFeature(parts: AssistantsParts): AssistantsFeature {
  const left = new AbortController();
  return {
    async prepare(name, input) {
      const open = isClusterTool(name) ? (await parts.clusters()).open() : [];
      return questionOf(name, input, open, parts.folders());
    },
    async ask(name, input, signal) {
      const until = AbortSignal.any([signal, left.signal]);
      try {
        return isClusterTool(name)
          ? await askCluster(name, input, parts, until)
          : await askProgram(name, input, parts, until);
      } catch (error) {
        if (!until.aborted) parts.log(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
        return createToolError(error instanceof Error ? error.message : 'The tool failed.');
      }
    },
    dispose: () => left.abort(),
  };
}

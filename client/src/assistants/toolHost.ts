/**
 * Registers the assistant tools with VS Code. Doesn't import VS Code. The caller passes in the VS Code API, which might
 * be missing.
 */
import type {
  CancellationToken,
  Disposable,
  LanguageModelTool,
  LanguageModelToolResult,
  PreparedToolInvocation,
} from 'vscode';
import { toolNames, type ToolName } from '#core/assistants/toolNames.ts';
import type { AssistantsFeature } from './assistantsFeature.ts';

/**
 * The part of VS Code's `lm` API that is used. Older versions of VS Code and some editors based on VS Code don't have
 * it.
 */
export interface ToolHost {
  readonly registerTool?: (name: string, tool: LanguageModelTool<unknown>) => Disposable;
}

/**
 * Registers all tools. Each loads the assistants feature on first use.
 * @param resultOf converts text to VS Code's result type
 */
export function registerTools(
  host: ToolHost | undefined,
  load: () => Promise<AssistantsFeature>,
  resultOf: (text: string) => LanguageModelToolResult,
): readonly Disposable[] {
  const register = host?.registerTool;
  if (register === undefined) return [];
  return toolNames.map((name) => register(name, toolOf(name, load, resultOf)));
}

function toolOf(
  name: ToolName,
  load: () => Promise<AssistantsFeature>,
  resultOf: (text: string) => LanguageModelToolResult,
): LanguageModelTool<unknown> {
  return {
    async prepareInvocation({ input }): Promise<PreparedToolInvocation> {
      const { doing, title, message } = await (await load()).prepare(name, input);
      return {
        invocationMessage: doing,
        confirmationMessages: { title, message },
      };
    },
    async invoke({ input }, token) {
      const { isError, text } = await (await load()).ask(name, input, signalOf(token));
      // VS Code passes the message of a thrown error to the assistant.
      if (isError) throw new Error(text.trim());
      return resultOf(text);
    },
  };
}

function signalOf(token: CancellationToken): AbortSignal {
  const ending = new AbortController();
  if (token.isCancellationRequested) ending.abort();
  token.onCancellationRequested(() => ending.abort());
  return ending.signal;
}

/**
 * The tools for assistants as VS Code takes them, without VS Code: what is registered is handed in, and may be missing.
 */
import type {
  CancellationToken,
  Disposable,
  LanguageModelTool,
  LanguageModelToolResult,
  PreparedToolInvocation,
} from 'vscode';
import { toolNames, type ToolName } from '#core/assistants/toolNames.ts';
import type { AssistantsRoom } from './assistantsFeature.ts';

/** Of VS Code's `lm`: what is older, or made from VS Code without it, has none of it. */
export interface ToolHost {
  readonly registerTool?: (name: string, tool: LanguageModelTool<unknown>) => Disposable;
}

/**
 * Registers them all; each loads the room when it is used for the first time.
 * @param resultOf makes of a text what VS Code wants
 */
export function registerTools(
  host: ToolHost | undefined,
  enter: () => Promise<AssistantsRoom>,
  resultOf: (text: string) => LanguageModelToolResult,
): readonly Disposable[] {
  const register = host?.registerTool;
  if (register === undefined) return [];
  return toolNames.map((name) => register(name, toolOf(name, enter, resultOf)));
}

function toolOf(
  name: ToolName,
  enter: () => Promise<AssistantsRoom>,
  resultOf: (text: string) => LanguageModelToolResult,
): LanguageModelTool<unknown> {
  return {
    async prepareInvocation({ input }): Promise<PreparedToolInvocation> {
      const { doing, title, message } = await (await enter()).prepare(name, input);
      return { invocationMessage: doing, confirmationMessages: { title, message } };
    },
    async invoke({ input }, token) {
      const { isError, text } = await (await enter()).ask(name, input, signalOf(token));
      // What is thrown is told to the assistant.
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

/** Interface of the assistants feature, which is loaded on first use. */
import type { Disposable } from 'vscode';
import type { ToolResult } from '#core/assistants/toolResult.ts';
import type { ToolName } from '#core/assistants/toolNames.ts';
import type { OperationsFeature } from '../operations/operationsFeature.ts';
import type { ClustersFeature } from '../clusters/clustersFeature.ts';

export interface AssistantsParts {
  readonly clusters: () => Promise<Pick<ClustersFeature, 'open'>>;
  readonly lifecycle: () => Promise<Pick<OperationsFeature, 'assist'>>;
  /** Returns the workspace folders that are on disk. */
  readonly folders: () => readonly string[];
  /** Path of the bundled CLI. */
  readonly program: string;
  readonly log: (message: string) => void;
}

/** Prompt that the user confirms before a tool runs. Markdown. */
export interface ToolConfirmation {
  /** Progress message while the tool runs, such as `Checking files`. */
  readonly doing: string;
  readonly title: string;
  readonly message: string;
}

export interface AssistantsFeature extends Disposable {
  /** Returns the confirmation prompt. Contacts no cluster. */
  prepare(name: ToolName, input: unknown): Promise<ToolConfirmation>;
  /** Runs a tool. Rejects only because of a bug in the extension or if the signal aborts. */
  ask(name: ToolName, input: unknown, signal: AbortSignal): Promise<ToolResult>;
}

/** What the room of assistants offers: it is behind one door, because it is loaded when first needed. */
import type { Disposable } from 'vscode';
import type { ToolResult } from '#core/assistants/toolResult.ts';
import type { ToolName } from '#core/assistants/toolNames.ts';
import type { OperationsFeature } from '../operations/operationsFeature.ts';
import type { ClusterRoom } from '../clusters/clustersFeature.ts';

export interface AssistantsParts {
  readonly clusters: () => Promise<Pick<ClusterRoom, 'open'>>;
  readonly lifecycle: () => Promise<Pick<OperationsFeature, 'assist'>>;
  /** The folders of the window that are on disk. */
  readonly folders: () => readonly string[];
  /** The path of the command line that comes with the extension. */
  readonly program: string;
  readonly log: (message: string) => void;
}

/** What the user is asked before a tool is used. Markdown. */
export interface ToolConfirmation {
  /** While it is done: `Checking files`. */
  readonly doing: string;
  readonly title: string;
  readonly message: string;
}

export interface AssistantsRoom extends Disposable {
  /** Contacts nothing. */
  prepare(name: ToolName, input: unknown): Promise<ToolConfirmation>;
  /** Never rejects but for faults of this program. */
  ask(name: ToolName, input: unknown, signal: AbortSignal): Promise<ToolResult>;
}

/**
 * The shape of a tool for assistants: what it is called, what it may be given. ONE TOOL = ONE FILE in tools/, and a
 * line in index.ts. All of them only read.
 */
import { schemaOf, type ToolInputFields } from './toolFields.ts';
import type { ToolName } from './toolNames.ts';
import type { JsonObject } from '../common/json.ts';

export interface AssistantTool<Of extends ToolInputFields = ToolInputFields> {
  readonly name: ToolName;
  /** For people. */
  readonly title: string;
  /** For people, in a sentence: what it does. */
  readonly summary: string;
  /** For the assistant: when to use it, what it gives, what it is not for. */
  readonly description: string;
  readonly fields: Of;
  /** What it reads besides what it is given. */
  readonly reads: 'files' | 'cluster';
}

export function defineTool<const Of extends ToolInputFields>(tool: AssistantTool<Of>): AssistantTool<Of> {
  return tool;
}

/** The JSON Schema of what it may be given. */
export function inputSchemaOf({ fields }: AssistantTool): JsonObject {
  return schemaOf(fields);
}

/** UTF-16 units of a text that is given to a tool. */
export const maxToolTextLength = 200_000;

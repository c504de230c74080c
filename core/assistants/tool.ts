/**
 * Defines a tool for assistants: its name, description, and input. Each tool is one file in tools/ and one line in
 * index.ts. All tools are read-only.
 */
import { schemaOf, type ToolInputFields } from './toolFields.ts';
import type { ToolName } from './toolNames.ts';
import type { JsonObject } from '../common/json.ts';

export interface AssistantTool<Of extends ToolInputFields = ToolInputFields> {
  readonly name: ToolName;
  /** Title for users. */
  readonly title: string;
  /** Sentence for users that describes what the tool does. */
  readonly summary: string;
  /** Description for the assistant: when to use the tool, what it returns, and what it isn't for. */
  readonly description: string;
  readonly fields: Of;
  /** What the tool reads in addition to its input. */
  readonly reads: 'files' | 'cluster';
}

export function defineTool<const Of extends ToolInputFields>(tool: AssistantTool<Of>): AssistantTool<Of> {
  return tool;
}

/** Returns the JSON Schema of the input. */
export function inputSchemaOf({ fields }: AssistantTool): JsonObject {
  return schemaOf(fields);
}

/** Maximum length of an input text, in UTF-16 code units. */
export const maxToolTextLength = 200_000;

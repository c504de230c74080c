/** Offers the prompts to MCP clients. */
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError, type GetPromptResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod/v4';
import { currentReport } from '#core/assistants/prompts/explainMustGather.ts';
import { prompts } from '#core/assistants/prompts/index.ts';
import { formatPrompt, type AssistantPrompt, type PromptArgument } from '#core/assistants/prompts/prompt.ts';
import { currentReportUri } from '#core/assistants/resources/resourceUris.ts';
import { parseToolInput } from '#core/assistants/toolFields.ts';
import { findRelease, formatReleaseIds } from '#core/product/releases.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { completeValue, type CompletionData } from './completions.ts';
import type { McpSession } from './session.ts';

/** Registers the prompts. A prompt reads no file and no cluster. */
export function registerPrompts(server: McpServer, session: McpSession, data: CompletionData): void {
  for (const prompt of prompts) {
    const { name, title, summary } = prompt;
    const argsSchema = Object.fromEntries(
      Object.entries(prompt.arguments).map(([argument, field]) => [argument, schemaOf(field, data)]),
    );
    server.registerPrompt(name, { title, description: summary, argsSchema }, (input) =>
      createMessages(prompt, input, session, data.context),
    );
  }
}

function schemaOf({ description, most, completes, required }: PromptArgument, data: CompletionData): z.ZodType {
  const text = z.string().max(most);
  const schema = (required === true ? text : text.optional()).describe(description);
  return completes === undefined ? schema : completable(schema, (value) => completeValue(completes, value ?? '', data));
}

/**
 * @param context context of the cluster that the user specified, or undefined if there is none
 * @throws McpError if an argument is invalid
 */
function createMessages(
  prompt: AssistantPrompt,
  input: Readonly<Record<string, unknown>>,
  session: McpSession,
  context: string | undefined,
): GetPromptResult {
  // Some clients send an empty text for an argument that the user skipped.
  const entries = Object.entries(input).filter(([, value]) => value !== '');
  const read = parseToolInput(prompt.arguments, Object.fromEntries(entries));
  if (!read.ok) throw new McpError(ErrorCode.InvalidParams, read.error);
  const { report, ...rest } = read.value;
  if (rest['release'] !== undefined && findRelease(rest['release']) === undefined)
    throw new McpError(ErrorCode.InvalidParams, `release must be one of ${formatReleaseIds()}.`);
  const lacksCluster = context === undefined && Object.hasOwn(prompt.arguments, 'cluster');
  const text = `${lacksCluster ? `${noCluster}\n\n` : ''}${formatPrompt(prompt, rest, allParsers)}`;
  const messages: GetPromptResult['messages'] = [{ role: 'user', content: { type: 'text', text } }];
  if (report !== undefined) messages.push({ role: 'user', content: reportContent(report, session) });
  return { description: prompt.summary, messages };
}

const noCluster =
  'This server was started without a cluster, so it does not offer the tools that read a cluster. Unless another server offers them, stop, and ask the user to restart this server with "osc-tools mcp --context NAME".';

/** Returns the last report, because the user chose it. */
function reportContent(report: string, session: McpSession): GetPromptResult['messages'][number]['content'] {
  if (report !== currentReport)
    throw new McpError(ErrorCode.InvalidParams, `report must be "${currentReport}" or empty.`);
  if (session.report === undefined)
    throw new McpError(ErrorCode.InvalidParams, 'No report exists yet. Specify the path of the must-gather instead.');
  return { type: 'resource', resource: { uri: currentReportUri, mimeType: 'text/plain', text: session.report } };
}

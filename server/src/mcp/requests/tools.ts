/**
 * Offers the tools to MCP clients. The input of a tool has its own definition, which VS Code also uses, so the handlers
 * are registered directly instead of with `registerTool` of the SDK.
 */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js';
import { performance } from 'node:perf_hooks';
import { inputSchemaOf, type AssistantTool } from '#core/assistants/tool.ts';
import { createToolError, type ToolResult } from '#core/assistants/toolResult.ts';
import { toolNamed, tools } from '#core/assistants/tools/index.ts';
import { runTool, type RunToolOptions } from '../runTool.ts';
import { pageOf } from './pages.ts';
import type { McpSession } from './session.ts';

export interface ToolRequestOptions extends Omit<RunToolOptions, 'signal'> {
  /** Called with an internal error, on one line. */
  readonly onError: (message: string) => void;
}

/** Registers the tools. Without a cluster, tools that read one are not in the list. Calling one returns an error. */
export function registerTools(mcp: McpServer, session: McpSession, { onError, ...running }: ToolRequestOptions): void {
  const { server } = mcp;
  const oneByOne = createQueue();
  const offered = tools.filter(({ reads }) => reads !== 'cluster' || running.backends.cluster !== undefined);
  server.registerCapabilities({ tools: { listChanged: false } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const { items, nextCursor } = pageOf(offered, params?.cursor);
    return { tools: items.map(mcpToolOf), ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = toolNamed(params.name);
    if (tool === undefined)
      throw new McpError(
        ErrorCode.InvalidParams,
        `Unknown tool. Available tools: ${offered.map(({ name }) => name).join(', ')}.`,
      );
    const start = performance.now();
    const log = async (level: 'info' | 'error', outcome: string): Promise<void> => {
      const data = { tool: tool.name, outcome, milliseconds: Math.round(performance.now() - start) };
      // The client might have closed the connection.
      await mcp.sendLoggingMessage({ level, logger: 'osc-tools', data }).catch(() => undefined);
    };
    try {
      const result = await oneByOne(() => runTool(tool.name, params.arguments, { ...running, signal }), signal);
      if (tool.name === 'osc_report_must_gather' && !result.isError) session.report = result.text;
      await log('info', result.isError ? 'failed' : 'succeeded');
      return resultOf(result);
    } catch (error) {
      if (!signal.aborted) {
        onError(`${tool.name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        await log('error', 'internal error');
      }
      return resultOf(
        createToolError(
          'The tool failed because of an internal error in osc-tools. Standard error contains the details.',
        ),
      );
    }
  });
}

function mcpToolOf(tool: AssistantTool): McpTool {
  const { name, title, description, reads } = tool;
  const { properties } = inputSchemaOf(tool);
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', properties: properties as Record<string, object>, additionalProperties: false },
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: reads === 'cluster',
    },
  };
}

function resultOf({ isError, text, structured }: ToolResult): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: structured, ...(isError ? { isError } : {}) };
}

/** Runs calls one after another, because each might need much memory. Skips calls that were canceled meanwhile. */
function createQueue(): <T>(run: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run, signal) => {
    const mine = last.then(() => {
      signal.throwIfAborted();
      return run();
    });
    last = mine.catch(() => undefined);
    return mine;
  };
}

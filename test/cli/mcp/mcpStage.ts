/** Starts `osc-tools mcp` and connects to it with the official Model Context Protocol client. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after } from 'node:test';
import { isJsonObject, getList, getString, getValue, type JsonObject } from '#core/common/json.ts';
import { dist } from '#test/support/lsp/editor.ts';
import { nodes } from '#test/support/lsp/nodeVersions.ts';

/** Result of a tool call. */
interface McpAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: JsonObject;
}

/** Running server with a connected client. */
export interface McpServer {
  readonly client: Client;
  readonly stderr: () => string;
  ask(name: string, input?: Record<string, unknown>): Promise<McpAnswer>;
}

/** Servers that share a temporary folder. */
export interface McpStage {
  readonly folder: string;
  /** Functions that run after the tests of the suite. */
  readonly closing: (() => Promise<unknown>)[];
  /** @param program path of the command, if it isn't the built one */
  start(args: readonly string[], cwd?: string, program?: string): Promise<McpServer>;
}

/** Creates a folder for servers. Stops the servers and removes the folder after the tests of the suite. */
export function createMcpStage(): McpStage {
  const closing: (() => Promise<unknown>)[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'osc mcp-'));

  after(async () => {
    await Promise.all(closing.map((close) => close()));
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(args: readonly string[], cwd = folder, program = path.join(dist, 'cli.js')): Promise<McpServer> {
    const client = new Client({ name: 'test', version: '1' });
    const command = nodes[0]?.path ?? process.execPath;
    const transport = new StdioClientTransport({
      command,
      args: [program, 'mcp', ...args],
      cwd,
      stderr: 'pipe',
    });
    let stderr = '';
    transport.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
    await client.connect(transport);
    closing.push(() => client.close());
    return {
      client,
      stderr: () => stderr,
      async ask(name, input = {}) {
        const answer = await client.callTool({ name, arguments: input });
        const [first] = getList(answer, 'content');
        const data = getValue(answer, 'structuredContent');
        assert.ok(isJsonObject(data));
        assert.ok(JSON.stringify(answer).length < 70_000, 'answers are small');
        return { isError: getValue(answer, 'isError') === true, text: getString(first, 'text') ?? '', data };
      },
    };
  }

  return { folder, closing, start };
}

/**
 * Answers about files, from the command line that comes with the extension: a process for each call, so that neither a
 * must-gather of gigabytes nor a fault in it harms the extension host. It contacts nothing.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { createToolError, type ToolResult } from '#core/assistants/toolResult.ts';
import { isJsonObject } from '#core/common/json.ts';
import type { ToolName } from '#core/assistants/toolNames.ts';
import type { AssistantsParts } from './assistantsFeature.ts';

/** Bytes of an answer; none is so large. */
const mostBytes = 1_000_000;
const failure = createToolError(
  'The tool failed: that is a fault of OpenShift Sandboxed Containers Tools. Its log says more.',
);

/** Rejects when the signal says so. */
export async function askProgram(
  name: ToolName,
  input: unknown,
  { program, folders, log }: Pick<AssistantsParts, 'program' | 'folders' | 'log'>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { code, stdout, stderr } = await run(
    [program, 'mcp', '--once', name, ...rootArguments(folders())],
    JSON.stringify(input ?? {}),
    signal,
  );
  const answer = code === 0 ? readAnswer(stdout) : undefined;
  if (answer !== undefined) return answer;
  log(`${name} failed with code ${code ?? 'none'}: ${stderr}`);
  return failure;
}

/** How the command line is told of the folders of a window. */
function rootArguments(folders: readonly string[]): readonly string[] {
  return folders.length === 0 ? ['--no-files'] : folders.flatMap((folder) => ['--root', folder]);
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(argv: readonly string[], input: string, signal: AbortSignal): Promise<Ended> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(process.execPath, argv, {
      env: { ...withoutOptions(), ELECTRON_RUN_AS_NODE: '1' },
      stdio: 'pipe',
      signal,
      killSignal: 'SIGKILL',
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (data: string) => {
      stdout += data;
      if (stdout.length > mostBytes) child.kill('SIGKILL');
    });
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      stderr = `${stderr}${data}`.slice(-2000);
    });
    // It may end without having read its input.
    child.stdin.on('error', () => undefined);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}

function withoutOptions(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS' && !name.startsWith('NODE_TEST_')),
  );
}

function readAnswer(stdout: string): ToolResult | undefined {
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { isError, text, structured } = value;
  return typeof isError === 'boolean' && typeof text === 'string' && isJsonObject(structured)
    ? { isError, text, structured }
    : undefined;
}

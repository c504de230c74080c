/**
 * Runs assistant tools that read files. Uses the bundled CLI, with a separate process for each call, so that a
 * must-gather of several gigabytes or a crash doesn't affect the extension host. Makes no connections.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { createToolError, type ToolResult } from '#core/assistants/toolResult.ts';
import { isJsonObject } from '#core/common/json.ts';
import type { ToolName } from '#core/assistants/toolNames.ts';
import type { AssistantsParts } from './assistantsFeature.ts';

/** Maximum size of the CLI output, in characters. Valid results are smaller. */
const mostCharacters = 1_000_000;
const failure = createToolError(
  'The tool failed because of an internal error in OpenShift Sandboxed Containers Tools. The extension log contains the details.',
);

/**
 * Runs a tool in the bundled CLI.
 * @throws if the signal aborts
 */
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

/** Returns the CLI arguments for the workspace folders of the window. */
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
      if (stdout.length > mostCharacters) child.kill('SIGKILL');
    });
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      stderr = `${stderr}${data}`.slice(-2000);
    });
    // The process might exit before it reads its input.
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

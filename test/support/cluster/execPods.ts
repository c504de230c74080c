/** Provides pods whose containers tests run commands in, and runs commands to their end. */
import assert from 'node:assert/strict';
import type { Connection, ExecEnd, ExecOptions, ExecSession } from '#client/kubernetes/connection.ts';
import type { Simulation } from '#simulator/main.ts';
import { valueOf } from './clusterHarness.ts';

export interface ExecPod {
  readonly name: string;
  /** Names of the containers and their images. */
  readonly containers?: Readonly<Record<string, string>>;
  readonly runtimeClass?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  /** State of the containers. The default is running. */
  readonly state?: object;
  /** False for a pod that isn't scheduled. */
  readonly isScheduled?: boolean;
}

/** Creates a pod in the namespace `default`. */
export function createExecPod({ store, resources }: Simulation, pod: ExecPod): void {
  const { name, containers = { app: 'registry.example.com/app:1' }, runtimeClass, annotations = {}, state } = pod;
  const type = resources.need('', 'pods');
  const made = store.create(
    type,
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default', annotations },
      spec: {
        ...(pod.isScheduled === false ? {} : { nodeName: 'worker-0' }),
        ...(runtimeClass === undefined ? {} : { runtimeClassName: runtimeClass }),
        containers: Object.entries(containers).map(([container, image]) => ({ name: container, image })),
      },
    },
    { seed: true },
  );
  assert.ok(made.ok, made.ok ? '' : made.error.message);
  const containerStatuses = Object.keys(containers).map((container) => ({
    name: container,
    state: state ?? { running: {} },
    containerID: `cri-o://${'0'.repeat(64)}`,
  }));
  assert.ok(store.updateStatus(type, { ...made.value, status: { phase: 'Running', containerStatuses } }).ok);
}

export interface ExecResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly end: ExecEnd;
}

/** Options of a command in the container `app` of the pod `web`, without a terminal and standard input. */
export const webCommand = {
  namespace: 'default',
  pod: 'web',
  container: 'app',
  tty: false,
  stdin: false,
} as const;

/** Runs a command to its end. Fails the test if the server doesn't accept the connection. */
export async function execToEnd(
  connection: Connection,
  command: readonly string[],
  options: Partial<ExecOptions> & { readonly input?: string | Uint8Array } = {},
): Promise<ExecResult> {
  const output = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const { input, ...rest } = options;
  const opened = await connection.exec?.({
    ...webCommand,
    stdin: input !== undefined,
    ...rest,
    command,
    onOutput: (bytes, stream) => void output[stream].push(bytes),
  });
  assert.ok(opened?.ok === true, opened?.ok === false ? opened.error.message : 'no exec');
  const session = opened.value;
  if (input !== undefined) {
    void session.write(input);
    session.endInput();
  }
  const end = await session.ended;
  const textOf = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString('utf8');
  return { stdout: textOf(output.stdout), stderr: textOf(output.stderr), end };
}

/** Starts a command with standard input, and collects its output. */
export async function startExec(
  connection: Connection,
  options: Partial<ExecOptions> & { readonly command: readonly string[] },
): Promise<{
  readonly session: ExecSession;
  readonly until: (text: string) => Promise<void>;
  readonly text: () => string;
}> {
  let text = '';
  let wake = (): void => undefined;
  const opened = await connection.exec?.({
    ...webCommand,
    stdin: true,
    onOutput: (bytes) => {
      text += Buffer.from(bytes).toString('latin1');
      wake();
      return undefined;
    },
    ...options,
  });
  assert.ok(opened !== undefined);
  return {
    session: valueOf(opened),
    text: () => text,
    until: async (part) => {
      while (!text.includes(part))
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
}

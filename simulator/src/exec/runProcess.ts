/** Runs the process of an exec request: checks the container, asks the agent policy, and connects the streams. */
import type { Duplex } from 'node:stream';
import type { ExecProtocol } from '#core/common/execChannels.ts';
import { getList, getString, isJsonObject, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { ApiServerState } from '#simulator/api/handlers/apiServerState.ts';
import { findUnreachableKubelet } from '#simulator/api/handlers/podLog.ts';
import { formatKubernetesTime } from '#simulator/time/clock.ts';
import { ExecStream } from './execStream.ts';
import { exitStatus, internalErrorStatus, runtimeErrorStatus } from './execStatus.ts';
import { execProcessInput, findGuestPolicy, type GuestPolicy, type GuestProcess } from './guestPolicy.ts';
import type { ProcessIo } from './shell/processIo.ts';
import { hasExecutable, isShell, runCommand } from './shell/shell.ts';
import { Terminal, type TerminalConnection } from './shell/terminal.ts';

/** An exec request that the API server has accepted. */
export interface ProcessRequest extends GuestProcess {
  readonly protocol: ExecProtocol;
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
}

/** Exit code of a process whose container ended: 128 and the number of SIGKILL. */
const killedCode = 137;
/** Exit code of the runtime on the node if it can't start a process. */
const runtimeCode = 255;
/** Number of bytes that the runtime requests from the agent at a time. */
const readLength = 32_768;

/**
 * Runs the process over an upgraded connection, and sends its Status. Resolves when the process has ended, and never
 * rejects.
 * @param head bytes that arrived together with the request
 */
export async function runProcess(
  cluster: ApiServerState,
  request: ProcessRequest,
  socket: Duplex,
  head: Uint8Array,
): Promise<void> {
  const stream = new ExecStream(socket, head, request.protocol, cluster.store.clock);
  const status = await run(cluster, request, stream).catch((error: unknown) =>
    internalErrorStatus(error instanceof Error ? error.message : String(error)),
  );
  await stream.finish(status);
}

async function run(cluster: ApiServerState, request: ProcessRequest, stream: ExecStream): Promise<object> {
  const { pod, container, command, protocol, stdout, stderr, tty } = request;
  // The API server reports that the connection is established.
  await stream.write(new Uint8Array(), stdout ? 'stdout' : stderr ? 'stderr' : 'status');
  const unreachable = findUnreachableKubelet(cluster, getString(pod, 'spec', 'nodeName') ?? '');
  if (unreachable !== undefined) return internalErrorStatus(`dial tcp ${unreachable}: i/o timeout`);
  if (!isRunning(pod, container))
    return internalErrorStatus(`unable to upgrade connection: container not found (${JSON.stringify(container)})`);
  const guest = await findGuestPolicy(cluster, request);
  const denial = guest?.decide('ExecProcessRequest', execProcessInput(request));
  if (denial !== undefined) return runtimeErrorStatus(`${JSON.stringify(denial)}: unknown`, protocol);
  const [file = ''] = command;
  if (hasNoShell(pod, container) || !hasExecutable(file)) {
    // The agent returns the error. The runtime on the node writes it to the standard error of the process.
    if (guest !== undefined) return runtimeErrorStatus(`the file ${file} was not found: unknown`, protocol);
    const time = formatKubernetesTime(cluster.store.clock.now());
    const message = `exec failed: unable to start container process: exec: ${JSON.stringify(file)}: executable file not found in $PATH`;
    const line = `time=${JSON.stringify(time)} level=error msg=${JSON.stringify(message)}\n`;
    await stream.write(Buffer.from(line), tty ? 'stdout' : 'stderr');
    return exitStatus(runtimeCode);
  }
  return exitStatus(await runInContainer(cluster, request, stream, guest));
}

async function runInContainer(
  cluster: ApiServerState,
  request: ProcessRequest,
  stream: ExecStream,
  guest: GuestPolicy | undefined,
): Promise<number> {
  const { pod, container, command, tty } = request;
  const killed = new AbortController();
  const stopWatching = watchContainer(cluster, pod, container, () => killed.abort());
  const signal = AbortSignal.any([stream.signal, killed.signal]);
  const connection = connectStreams(request, stream, guest, signal);
  const common = { clock: cluster.store.clock, hostName: pod.metadata.name, signal };
  try {
    const code = tty
      ? await runOnTerminal(command, common, connection, () => sizeOf(stream, guest))
      : await runCommand(command, { ...common, ...connection, size: () => undefined }, undefined);
    return killed.signal.aborted ? killedCode : code;
  } finally {
    stopWatching();
  }
}

async function runOnTerminal(
  command: readonly string[],
  common: Pick<ProcessIo, 'clock' | 'hostName' | 'signal'>,
  connection: TerminalConnection,
  size: ProcessIo['size'],
): Promise<number> {
  const terminal = new Terminal(connection);
  const hangUp = (): void => terminal.hangUp();
  common.signal.addEventListener('abort', hangUp, { once: true });
  void terminal.run();
  try {
    const io = {
      ...common,
      size,
      read: () => terminal.read(),
      write: (output: string | Uint8Array) => terminal.write(output),
    };
    // Ctrl+C ends a command, but not a shell.
    return isShell(command[0] ?? '')
      ? await runCommand(command, io, terminal)
      : await terminal.runInForeground((signal) => runCommand(command, { ...io, signal }, terminal));
  } finally {
    common.signal.removeEventListener('abort', hangUp);
    terminal.hangUp();
  }
}

/** Connects the streams, with the requests to the agent that they require. */
function connectStreams(
  { stdin, stdout, stderr, tty }: ProcessRequest,
  stream: ExecStream,
  guest: GuestPolicy | undefined,
  signal: AbortSignal,
): TerminalConnection {
  return {
    signal,
    async read() {
      for (;;) {
        const input = stdin ? await unlessAborted(stream.read(), signal) : undefined;
        if (input === undefined) {
          // If the request is denied, the process never sees the end of its input.
          if (stdin && guest?.decide('CloseStdinRequest') !== undefined) await unlessAborted(undefined, signal);
          return undefined;
        }
        if (guest?.decide('WriteStreamRequest', { data: [...input] }) === undefined) return input;
      }
    },
    async write(output, name = 'stdout') {
      const bytes = Buffer.from(output);
      if (signal.aborted || guest?.decide('ReadStreamRequest', { len: readLength }) !== undefined) return;
      if (tty ? stdout : name === 'stdout' ? stdout : stderr) await stream.write(bytes, tty ? 'stdout' : name);
    },
  };
}

/** Resolves with the value of the work, or with undefined when the signal aborts. Without work, waits for that. */
function unlessAborted<T>(work: Promise<T> | undefined, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(undefined);
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    void work?.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function sizeOf(stream: ExecStream, guest: GuestPolicy | undefined): ReturnType<ProcessIo['size']> {
  const { rows: row, columns: column } = stream.size;
  const isDenied = guest?.decide('TtyWinResizeRequest', { row, column }) !== undefined;
  return isDenied ? { rows: 0, columns: 0 } : stream.size;
}

function statusOf(pod: KubeObject | undefined, container: string): unknown {
  return ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses']
    .flatMap((list) => getList(pod, 'status', list))
    .find((one) => getString(one, 'name') === container);
}

function isRunning(pod: KubeObject | undefined, container: string): boolean {
  const status = statusOf(pod, container);
  const state = isJsonObject(status) ? status['state'] : undefined;
  return isJsonObject(state) && isJsonObject(state['running']);
}

/** Returns whether the image contains only the executable of the container, which shows in its name. */
function hasNoShell(pod: KubeObject, container: string): boolean {
  const image = ['containers', 'initContainers', 'ephemeralContainers']
    .flatMap((list) => getList(pod, 'spec', list))
    .find((one) => getString(one, 'name') === container);
  return /distroless|scratch|\bpause\b/.test(getString(image, 'image') ?? '');
}

/** Calls `ended` when the pod is deleted, or when the container exits or restarts. Returns a function that stops. */
function watchContainer(
  { store, resources }: ApiServerState,
  pod: KubeObject,
  container: string,
  ended: () => void,
): () => void {
  const idOf = (of: KubeObject): string => getString(statusOf(of, container), 'containerID') ?? '';
  const watching = store.watch(resources.need('', 'pods'), undefined, ({ type, object }) => {
    if (object.metadata.uid !== pod.metadata.uid) return;
    if (type === 'DELETED' || !isRunning(object, container) || idOf(object) !== idOf(pod)) ended();
  });
  return watching.ok ? watching.value : () => undefined;
}

/** Connects the server to its client through the transport that the arguments of the process specify. */
import process from 'node:process';
import {
  createServerPipeTransport,
  createServerSocketTransport,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc/node';
import { LspConnection } from './lspConnection.ts';
import { StreamWriter } from './streamWriter.ts';

/** Time between two checks whether the process of the client exists, in milliseconds. */
const checkTime = 3000;

/**
 * Creates the connection to the client. When the client closes the connection or ends, the server also ends.
 * @param onMessage called for each message of the client
 */
export function connectToClient(onMessage: () => void): LspConnection {
  const [reader, writer] = openTransport(process.argv.slice(2));
  const exit = (isExpected: boolean) => {
    writer.end();
    process.exit(isExpected ? 0 : 1);
  };
  const connection = new LspConnection({ reader, writer, onMessage, followClient, exit });
  const closed = () => exit(connection.isShutDown);
  reader.onClose(closed);
  process.on('disconnect', closed);
  const clientId = Number(valueOf('--clientProcessId', process.argv));
  if (clientId > 0) followClient(clientId);
  return connection;

  function followClient(processId: number): void {
    setInterval(() => {
      if (!exists(processId)) closed();
    }, checkTime);
  }
}

function openTransport(args: readonly string[]): readonly [MessageReader, MessageWriter] {
  if (args.includes('--node-ipc')) return [new IPCMessageReader(process), new IPCMessageWriter(process)];
  const port = Number(valueOf('--socket', args));
  if (port > 0) return createServerSocketTransport(port);
  const pipe = valueOf('--pipe', args);
  if (pipe !== undefined) return createServerPipeTransport(pipe);
  if (!args.includes('--stdio'))
    throw new Error('Start the server with --stdio, --node-ipc, --socket=PORT, or --pipe=NAME.');
  // Packages can write to the console, but standard output must contain only messages.
  // oxlint-disable-next-line no-console -- standard error
  for (const name of ['log', 'info', 'debug', 'dir'] as const) console[name] = console.error;
  return [new StreamMessageReader(process.stdin), new StreamWriter(process.stdout)];
}

/** Returns the value of an option: `--name=value` or `--name value`. */
function valueOf(name: string, args: readonly string[]): string | undefined {
  const index = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  const given = args[index];
  return given === name ? args[index + 1] : given?.slice(name.length + 1);
}

function exists(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // The process of another user exists, but can't be signaled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

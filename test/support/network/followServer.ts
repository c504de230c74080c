/**
 * Waits for the end of a process that isn't a child process. There is no exit event, but the process's connections
 * close when it ends.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Connects to a server. The promise `gone` resolves when the server closes the connection, at the latest when its
 * process ends.
 */
export async function followServer(url: string): Promise<{ readonly gone: Promise<unknown> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').resume();
  // When a process is killed, its connections are reset.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { gone: once(socket, 'close') };
}

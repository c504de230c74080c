/** The end of a process that is not one's own: nobody tells of it, but its connections are closed with it. */
import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Connects to the server; what it gives settles when the server has closed the connection, in the end by being no more.
 */
export async function followServer(url: string): Promise<{ readonly gone: Promise<unknown> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').resume();
  // A killed process resets its connections.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { gone: once(socket, 'close') };
}

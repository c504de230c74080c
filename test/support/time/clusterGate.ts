/** Provides a proxy in front of a loopback server that counts connections and reports when all of them are closed. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Gate {
  readonly port: number;
  /** Number of connections since the last `reset`. */
  readonly count: () => number;
  readonly reset: () => void;
  /** Resolves when no connection is open. */
  readonly empty: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function gateBefore(port: number): Promise<Gate> {
  const open = new Set<Socket>();
  let waiting: (() => void)[] = [];
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    open.add(socket);
    const inner = connect(port, '127.0.0.1');
    socket.pipe(inner).pipe(socket);
    socket.on('error', () => inner.destroy());
    inner.on('error', () => socket.destroy());
    inner.on('close', () => socket.destroy());
    socket.on('close', () => {
      inner.destroy();
      open.delete(socket);
      if (open.size > 0) return;
      for (const tell of waiting) tell();
      waiting = [];
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    count: () => count,
    reset: () => void (count = 0),
    empty: () =>
      open.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve);
          }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

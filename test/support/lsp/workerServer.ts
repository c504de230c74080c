/**
 * The language server as browsers have it: the bundle of the worker, in a realm with what a web worker has and nothing
 * of Node.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Message,
  type MessageConnection,
} from 'vscode-languageserver/node';
import { dist } from './editor.ts';

/** Compiles the bundle once for all servers of a file of tests. */
export function readWorker(): vm.Script {
  const file = path.join(dist, 'web/server.js');
  return new vm.Script(readFileSync(file, 'utf8'), { filename: file });
}

/**
 * Starts a server; the connection is that of a client, and ends with it.
 * @param now what its clock says, in milliseconds
 */
export function startWorker(script: vm.Script, now: number): MessageConnection {
  const fromServer = new Reader();
  const globals = {
    atob,
    btoa,
    clearTimeout,
    console,
    crypto,
    MessageChannel,
    performance,
    queueMicrotask,
    setTimeout,
    structuredClone,
    TextDecoder,
    TextEncoder,
    URL,
    addEventListener: () => undefined,
    postMessage: (message: unknown) => fromServer.take(message),
    onmessage: undefined as unknown,
  };
  const worker = vm.createContext(globals, { codeGeneration: { strings: false, wasm: false } });
  // Of the realm: what is made by one realm is no instance of the classes of another.
  vm.runInContext(`globalThis.self = globalThis; Date.now = () => ${now};`, worker);
  script.runInContext(worker);
  const connection = createMessageConnection(
    fromServer,
    new Writer((data) => {
      if (typeof globals.onmessage === 'function') Reflect.apply(globals.onmessage, worker, [{ data }]);
    }),
  );
  connection.listen();
  return connection;
}

/** Messages are copied, as they are on their way to a worker. */
class Reader extends AbstractMessageReader {
  #listener: DataCallback | undefined;

  listen(callback: DataCallback): { dispose(): void } {
    this.#listener = callback;
    return { dispose: () => (this.#listener = undefined) };
  }

  take(message: unknown): void {
    const copy = JSON.parse(JSON.stringify(message)) as Message;
    queueMicrotask(() => this.#listener?.(copy));
  }
}

class Writer extends AbstractMessageWriter {
  readonly #send: (message: unknown) => void;

  constructor(send: (message: unknown) => void) {
    super();
    this.#send = send;
  }

  async write(message: Message): Promise<void> {
    const copy: unknown = JSON.parse(JSON.stringify(message));
    queueMicrotask(() => this.#send(copy));
  }

  end(): void {}
}

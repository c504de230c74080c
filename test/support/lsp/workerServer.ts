/**
 * Runs the language server as in a browser: the worker bundle in a realm with the globals of a web worker and without
 * Node.js.
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

/** Compiles the worker bundle once for all servers of a test file. */
export function readWorker(): vm.Script {
  const file = path.join(dist, 'web/server.js');
  return new vm.Script(readFileSync(file, 'utf8'), { filename: file });
}

/**
 * Starts a server and returns the connection of its client. The server ends with the connection.
 * @param now time of the server's clock, in milliseconds since 1970
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
  // `Date` must belong to the worker's realm, because each realm has its own built-in classes.
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

/** Receives copies of messages, as a worker does. */
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

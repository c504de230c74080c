/** Creates the connection in a web worker. */
import { BrowserMessageReader, BrowserMessageWriter } from 'vscode-jsonrpc/browser';
import { LspConnection } from './connection/lspConnection.ts';
import { startServer } from './server.ts';

/** Starts the server with the message channel of the worker. */
export function serveInWorker(): void {
  startServer(
    new LspConnection({
      reader: new BrowserMessageReader(globalThis),
      writer: new BrowserMessageWriter(globalThis),
    }),
  );
}

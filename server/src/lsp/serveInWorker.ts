/** Creates the connection in a web worker. */
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { startServer } from './server.ts';

/** Starts the server with the message channel of the worker. */
export function serveInWorker(): void {
  startServer(
    createConnection(ProposedFeatures.all, new BrowserMessageReader(globalThis), new BrowserMessageWriter(globalThis)),
  );
}

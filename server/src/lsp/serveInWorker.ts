/** The connection in a web worker. */
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { startServer } from './server.ts';

/** Starts the server with the messages of the worker that it runs in. */
export function serveInWorker(): void {
  startServer(
    createConnection(ProposedFeatures.all, new BrowserMessageReader(globalThis), new BrowserMessageWriter(globalThis)),
  );
}

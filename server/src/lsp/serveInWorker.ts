/** Listens in a web worker; see serveWeb.ts. */
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { startServer } from './server.ts';

startServer(
  createConnection(ProposedFeatures.all, new BrowserMessageReader(globalThis), new BrowserMessageWriter(globalThis)),
);

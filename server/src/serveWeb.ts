/** Serves in a web worker, by messages to whoever made it. All of the server is one bundle there: a worker loads nothing later. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection, ProposedFeatures } from 'vscode-languageserver/browser';
import { startServer } from './server.ts';

startServer(createConnection(ProposedFeatures.all, new BrowserMessageReader(globalThis), new BrowserMessageWriter(globalThis)));

/** Creates the connection (`--stdio` or `--node-ipc`) and starts the server on it. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './server.ts';

startServer(createConnection(ProposedFeatures.all));

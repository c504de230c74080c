/** Makes the connection (`--stdio` or `--node-ipc`) and hands it over; nothing else. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './server.ts';

startServer(createConnection(ProposedFeatures.all));

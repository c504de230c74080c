/** Creates the connection (`--stdio` or `--node-ipc`) and starts the server on it. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { Rest } from './rest.ts';
import { startServer } from './server.ts';

const rest = new Rest();
const messageStrategy = {
  handleMessage<Message>(message: Message, next: (message: Message) => void): void {
    rest.note();
    next(message);
  },
};
startServer(createConnection(ProposedFeatures.all, { messageStrategy }));

/** Makes the connection (`--stdio` or `--node-ipc`) and hands it over; nothing else. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { Rest } from './rest.ts';
import { startServer } from './server.ts';
import { warmUp } from './warmUp.ts';

const rest = new Rest();
const messageStrategy = {
  handleMessage<Message>(message: Message, next: (message: Message) => void): void {
    rest.note();
    next(message);
  },
};
startServer(createConnection(ProposedFeatures.all, { messageStrategy }), { onRest: (forget) => rest.onRest(forget), warmUp });

/** Creates the connection (`--stdio` or `--node-ipc`) and starts the server on it. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { IdleGarbageCollector } from './idleGarbageCollector.ts';
import { startServer } from './server.ts';

const collector = new IdleGarbageCollector();
const messageStrategy = {
  handleMessage<Message>(message: Message, next: (message: Message) => void): void {
    collector.restart();
    next(message);
  },
};
startServer(createConnection(ProposedFeatures.all, { messageStrategy }));

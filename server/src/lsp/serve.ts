/** Connects to the client and starts the server. */
import { connectToClient } from './connection/nodeHost.ts';
import { IdleGarbageCollector } from './idleGarbageCollector.ts';
import { startServer } from './server.ts';

const collector = new IdleGarbageCollector();
startServer(connectToClient(() => collector.restart()));

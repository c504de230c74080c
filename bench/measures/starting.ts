/** Measures the time from spawning a server to the first expected diagnostics of one document, and the memory used. */
import { makeInput } from '../driver/inputFiles.ts';
import { idle, rssMiB } from '../driver/processUsage.ts';
import { servers, singleFile } from '../driver/servers.ts';
import { Session } from '../driver/editorSession.ts';
import { inTurn, type Measure } from './measure.ts';

export const starting: Measure = {
  name: 'starting',
  async run(samples, repetitions) {
    const input = makeInput(`file:///bench/${singleFile}`, 1);
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      for (const server of inTurn(servers, repetition)) {
        const session = new Session(server);
        samples.add('initialize', server.name, (await session.initialize()) - session.spawned);
        samples.add('first', server.name, (await session.open(input)) - session.spawned);
        await idle(session.pid);
        samples.add('rss-1', server.name, rssMiB(session.pid));
        await session.stop();
      }
    }
  },
};

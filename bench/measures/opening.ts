/** Measures opening a file in a new, idle server that hasn't opened any other file, and the memory afterwards. */
import { makeInput, type Input } from '../driver/inputFiles.ts';
import { idle, rssMiB } from '../driver/processUsage.ts';
import type { Samples } from '../report/samples.ts';
import { mixedFile, servers, singleFile } from '../driver/servers.ts';
import { Session } from '../driver/editorSession.ts';
import { inTurn, type Measure } from './measure.ts';

export const opening: Measure = {
  name: 'opening',
  async run(samples, repetitions) {
    for (const documents of [1, 100, 1000]) {
      await open(
        samples,
        `cold-${documents}`,
        makeInput(`file:///bench/${documents === 1 ? singleFile : mixedFile}`, documents),
        repetitions,
      );
    }
    await open(
      samples,
      'cold-known',
      makeInput(`file:///bench/${singleFile}`, 1000, '', 'kataConfigs'),
      Math.ceil(repetitions / 4),
    );
  },
};

async function open(samples: Samples, row: string, input: Input, repetitions: number): Promise<void> {
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const server of inTurn(servers, repetition)) {
      const session = new Session(server);
      await session.initialize();
      await idle(session.pid);
      const sent = performance.now();
      samples.add(row, server.name, (await session.open(input)) - sent);
      await idle(session.pid);
      if (row === 'cold-1') samples.add('rss-1', server.name, rssMiB(session.pid));
      await session.stop();
    }
  }
}

/**
 * Follows the logs of two pods that write 10,000 lines per second in total. The server and the reader run in separate
 * processes. The stock server has no equivalent.
 */
import { fork } from 'node:child_process';
import path from 'node:path';
import { getNumber } from '#core/common/json.ts';
import type { Measure } from '../measure.ts';
import { messageOf } from '../messageOf.ts';
import { addValues, readReport } from '../readReport.ts';

/** Duration of the log in a full run and in a quick run, in seconds. */
const [fullSeconds, quickSeconds] = [60, 5];

export const podLogs: Measure = {
  name: 'podLogs',
  async run(samples, repetitions) {
    const seconds = repetitions > 3 ? fullSeconds : quickSeconds;
    // Takes a minute in a full run.
    for (let repetition = 0; repetition < Math.max(1, Math.floor(repetitions / 20)); repetition += 1) {
      const server = fork(path.join(import.meta.dirname, 'podLogServer.ts'), [String(seconds)]);
      try {
        const port = getNumber(await messageOf(server), 'port') ?? Number.NaN;
        const program = path.join(import.meta.dirname, 'podLogReader.ts');
        const report = await readReport(program, [String(port), String(seconds)]);
        addValues(samples, 'log', report, ['lost', 'cpu', 'stall', 'heap']);
      } finally {
        server.kill();
      }
    }
  },
};

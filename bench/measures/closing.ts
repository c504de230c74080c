/** Opens and closes files and measures the heap that the server still holds per closed file. */
import { once } from 'node:events';
import { makeInput } from '../driver/inputFiles.ts';
import { idle } from '../driver/processUsage.ts';
import { mixedFile, servers, type Server } from '../driver/servers.ts';
import { Session } from '../driver/editorSession.ts';
import type { Measure } from './measure.ts';

/** Number of files that are open at once, and the number of documents in each. */
const files = 20;
const documents = 10;
/** Number of warm-up rounds. Tables reach their final size after a few hundred files. */
const warmUp = 30;

export const closing: Measure = {
  name: 'closing',
  async run(samples, repetitions) {
    const rounds = Math.max(3, Math.ceil(repetitions / 2));
    for (const server of servers) {
      // Compiled code is in the heap, too, and grows for hundreds of rounds.
      const session = new Session(server, ['--inspect=127.0.0.1:0', '--no-opt', '--no-maglev']);
      await session.initialize();
      const inspector = await Inspector.of(session);
      let before = 0;
      for (let round = -warmUp; round <= rounds; round += 1) {
        await openAndClose(session, server, round);
        const used = await inspector.heapUsed();
        if (round > 0) samples.add('heap', server.name, (used - before) / files);
        before = used;
      }
      inspector.close();
      await session.stop();
    }
  },
};

async function openAndClose(session: Session, server: Server, round: number): Promise<void> {
  const inputs = Array.from({ length: files }, (_, file) => {
    const name = `${server.name}-${round + warmUp}-${file}`;
    return makeInput(`file:///bench/${name}-${mixedFile}`, documents, name);
  });
  await Promise.all(inputs.map((input) => session.open(input)));
  await Promise.all(inputs.map((input) => session.close(input)));
  await idle(session.pid);
}

/** Reads the heap size of a running Node process over its inspector, so that the server needs no changes. */
class Inspector {
  readonly #socket: WebSocket;
  #id = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async of(session: Session): Promise<Inspector> {
    const address = /ws:\/\/\S+/.exec(session.stderr)?.[0];
    if (address === undefined) throw new Error(`no inspector: ${session.stderr}`);
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return new Inspector(socket);
  }

  /** Returns the bytes in use after garbage collection. */
  async heapUsed(): Promise<number> {
    for (let times = 0; times < 3; times += 1) await this.#ask('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#ask('Runtime.getHeapUsage');
    if (typeof usedSize !== 'number') throw new Error('the inspector returned no heap size');
    return usedSize;
  }

  close(): void {
    this.#socket.close();
  }

  async #ask(method: string): Promise<{ usedSize?: unknown }> {
    const id = ++this.#id;
    return new Promise((resolve) => {
      const listener = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: { usedSize?: unknown } };
        if (answer.id !== id) return;
        this.#socket.removeEventListener('message', listener);
        resolve(answer.result ?? {});
      };
      this.#socket.addEventListener('message', listener);
      this.#socket.send(JSON.stringify({ id, method }));
    });
  }
}

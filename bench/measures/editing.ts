/**
 * Edits an open file in a server that is idle before each action. Measures diagnostics, completion, and hover right
 * after a key.
 */
import { makeInput, type Input } from '../driver/inputFiles.ts';
import { cpuMs, idle } from '../driver/processUsage.ts';
import { mixedFile, servers, singleFile, type Server } from '../driver/servers.ts';
import { Session } from '../driver/editorSession.ts';
import { completeAfterKey, edit, hoverAfterEdit, type Typing } from '../driver/typing.ts';
import { inTurn, type Measure } from './measure.ts';

/** Number of warm-up rounds by number of documents. V8 optimizes code only after it has run often. */
const warmUps: Readonly<Record<number, number>> = { 1: 40, 100: 20, 1000: 10 };

export const editing: Measure = {
  name: 'editing',
  async run(samples, repetitions) {
    for (const documents of [1, 100, 1000]) {
      const input = makeInput(`file:///bench/${documents === 1 ? singleFile : mixedFile}`, documents);
      const sessions = new Map<Server, Session>();
      for (const server of servers) sessions.set(server, await opened(server, input));
      for (let repetition = -(warmUps[documents] ?? 0); repetition < repetitions; repetition += 1) {
        for (const [server, session] of inTurn([...sessions], repetition)) {
          await round({ session, input, settle: () => idle(session.pid) }, (row, value) => {
            if (repetition >= 0) samples.add(`${row}-${documents}`, server.name, value);
          });
        }
      }
      for (const session of sessions.values()) await session.stop();
    }
  },
};

async function opened(server: Server, input: Input): Promise<Session> {
  const session = new Session(server);
  await session.initialize();
  await session.open(input);
  await idle(session.pid);
  return session;
}

async function round(typing: Typing, add: (row: string, value: number) => void): Promise<void> {
  const { pid } = typing.session;
  const cpu = cpuMs(pid);
  add('edit', await edit(typing, false));
  await idle(pid);
  add('edit-cpu', cpuMs(pid) - cpu);
  add('hover', await hoverAfterEdit(typing, true));
  add('complete', await completeAfterKey(typing));
}

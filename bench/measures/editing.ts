/**
 * Edits an open file and measures diagnostics, completion, and hover right after a keystroke, and the memory at the
 * end.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { makeInput, type Input } from '../driver/inputFiles.ts';
import { cpuMs, idle, rssMiB } from '../driver/processUsage.ts';
import { mixedFile, servers, singleFile, type Server } from '../driver/servers.ts';
import { isOnLine, Session } from '../driver/editorSession.ts';
import { inTurn, type Measure } from './measure.ts';

/** Number of warm-up rounds by number of documents. V8 optimizes code only after it has run often. */
const warmUps: Readonly<Record<number, number>> = { 1: 40, 100: 20, 1000: 10 };

/** Pause before the memory is read, in milliseconds. A garbage collection might follow the last edit. */
const rest = 10_000;

export const editing: Measure = {
  name: 'editing',
  async run(samples, repetitions) {
    for (const documents of [1, 100, 1000]) {
      const input = makeInput(`file:///bench/${documents === 1 ? singleFile : mixedFile}`, documents);
      const sessions = new Map<Server, Session>();
      for (const server of servers) sessions.set(server, await opened(server, input));
      for (let repetition = -(warmUps[documents] ?? 0); repetition < repetitions; repetition += 1) {
        for (const [server, session] of inTurn([...sessions], repetition)) {
          await round({
            session,
            input,
            documents,
            add: (row, value) => repetition >= 0 && samples.add(`${row}-${documents}`, server.name, value),
          });
        }
      }
      if (documents === 1000) await pause(rest);
      for (const [server, session] of sessions) {
        if (documents === 1000) {
          samples.add('rss-1000', server.name, rssMiB(session.pid));
          samples.add('rss-peak-1000', server.name, rssMiB(session.pid, 'most'));
        }
        await session.stop();
      }
    }
  },
};

interface Round {
  readonly session: Session;
  readonly input: Input;
  readonly documents: number;
  readonly add: (row: string, value: number) => void;
}

async function opened(server: Server, input: Input): Promise<Session> {
  const session = new Session(server);
  await session.initialize();
  await session.open(input);
  await idle(session.pid);
  return session;
}

async function round(what: Round): Promise<void> {
  await edit(what, false);
  await hover(what);
  await complete(what);
}

/** Makes the value valid with one keystroke and measures the server until it's idle again. */
async function edit({ session, input, add }: Round, wrong: boolean): Promise<void> {
  const cpu = cpuMs(session.pid);
  const sent = performance.now();
  add('edit', (await session.toggle(input, wrong)) - sent);
  await idle(session.pid);
  add('edit-cpu', cpuMs(session.pid) - cpu);
}

/** Makes the value invalid with one keystroke and immediately requests the hover of the key. */
async function hover({ session, input, add }: Round): Promise<void> {
  const sent = performance.now();
  const checked = session.toggle(input, true);
  const text = await session.hover(input, input.key);
  add('hover', performance.now() - sent);
  if (!/eligib/i.test(text)) throw new Error(`the hover doesn't explain the field: ${text}`);
  await checked;
  await idle(session.pid);
}

/** Types one letter where a key can be, checks that completion offers the key, and removes the letter. */
async function complete({ session, input, add }: Round): Promise<void> {
  const { line, character } = input.blank;
  // The document can't be parsed until the key has a colon. Both servers report this on that line or nearby.
  const sent = performance.now();
  const said = session.diagnosticsWhere(input, (diagnostics) => diagnostics.length > 0);
  const typed = session.insert(input, input.blank, 'l');
  const items = await session.complete(input, { line, character: character + 1 });
  add('complete', performance.now() - sent);
  await typed;
  if (!items.some(({ label }) => label === 'logLevel'))
    throw new Error(`completion doesn't offer logLevel: ${items.map(({ label }) => label).join(', ')}`);
  await said;
  await idle(session.pid);
  const back = session.diagnosticsWhere(
    input,
    (diagnostics) => isOnLine(diagnostics, input.wrongLine) && isOnLine(diagnostics, input.toggle.line),
  );
  await session.remove(input, input.blank, 1);
  await back;
  await idle(session.pid);
}

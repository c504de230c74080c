/**
 * Measures a server as editors use it. The computer is busy when the server starts, and the file is opened immediately
 * after `initialized`. Each action follows the diagnostics of the previous one. Reads the memory at the end of the last
 * action, and again after a rest.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { makeInput, type Input } from '../driver/inputFiles.ts';
import { cpuMs, idle, rssMiB } from '../driver/processUsage.ts';
import { mixedFile, servers, singleFile, type Server } from '../driver/servers.ts';
import { Session } from '../driver/editorSession.ts';
import { completeAfterKey, edit, hoverAfterEdit, type Typing } from '../driver/typing.ts';
import { warmUp } from '../driver/warmUp.ts';
import type { Samples } from '../report/samples.ts';
import { inTurn, type Measure } from './measure.ts';

/** The actions of each kind in a session. `true` makes the value invalid, as it is when the file is opened. */
const edits = [false, true, false, true];
const completions = 3;
const hovers = [false, true, false];

/** Rest before the memory is read again, in milliseconds. Our server collects garbage after 5 seconds. */
const rest = 7000;
/** Number of sessions that are measured after a rest, because the rests take most of the time. */
const restedSessions = 5;

export const busy: Measure = {
  name: 'busy',
  async run(samples, repetitions) {
    for (const documents of [1, 100, 1000]) {
      const input = makeInput(`file:///bench/${documents === 1 ? singleFile : mixedFile}`, documents);
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const sessions = new Map<Server, Session>();
        for (const server of inTurn(servers, repetition))
          sessions.set(server, await work(samples, server, input, documents));
        if (documents === 1000 && repetition < restedSessions) await measureAfterRest(samples, sessions);
        for (const session of sessions.values()) await session.stop();
      }
    }
  },
};

async function measureAfterRest(samples: Samples, sessions: ReadonlyMap<Server, Session>): Promise<void> {
  await pause(rest);
  for (const [server, { pid }] of sessions) {
    samples.add('rss-1000', server.name, rssMiB(pid));
    samples.add('rest-cpu-1000', server.name, cpuMs(pid));
  }
}

/** Starts a server, opens the file, and does all actions. Returns the session, which is idle. */
async function work(samples: Samples, server: Server, input: Input, documents: number): Promise<Session> {
  const add = (row: string, value: number): void => samples.add(`busy-${row}-${documents}`, server.name, value);
  warmUp();
  const session = new Session(server);
  const initialized = await session.initialize();
  const sent = performance.now();
  const opened = await session.open(input);
  add('open', opened - sent);
  if (documents === 1) {
    samples.add('busy-rss-first', server.name, rssMiB(session.pid));
    samples.add('initialize', server.name, initialized - session.spawned);
    samples.add('first', server.name, opened - session.spawned);
  }
  const typing: Typing = { session, input, settle: () => Promise.resolve() };
  const before = cpuMs(session.pid);
  for (const wrong of edits) add('edit', await edit(typing, wrong));
  add('edit-cpu', (cpuMs(session.pid) - before) / edits.length);
  for (let action = 0; action < completions; action += 1) add('complete', await completeAfterKey(typing));
  for (const wrong of hovers) add('hover', await hoverAfterEdit(typing, wrong));
  add('rss', rssMiB(session.pid));
  add('peak', rssMiB(session.pid, 'most'));
  // Work that the server does after its last response counts, too.
  await idle(session.pid);
  add('cpu', cpuMs(session.pid));
  return session;
}

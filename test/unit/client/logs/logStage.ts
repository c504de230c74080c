/** Provides logs in a temporary folder. */
import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openFileLog, type FileLogOptions } from '#client/logs/sources/fileLog.ts';
import type { LogSource, LogState, StoredLogSource } from '#client/logs/sources/logSource.ts';
import { until } from '#test/support/logs/waitForLog.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { mkdtempSync } from 'node:fs';

/** Sandbox ID in the lines. */
export const lineSandbox = 'd1d4d68efc35e5ccb4331af73da459c13f46269b512774aa6bde7da34db48987';

/** Returns a line of the Kata runtime. */
export const createLine = (number: number, level = 'info'): string =>
  `2026-11-22T07:00:00.000000+0000 w kata[5]: time="2026-11-22T07:00:00Z" level=${level} msg="line ${number}" name=containerd-shim-v2 pid=5 sandbox=${lineSandbox} source=virtcontainers`;

/** Time limit of a wait for a state of a log, in milliseconds of real time. Only a failing test takes this long. */
const patience = 60_000;

/** Advances the clock until a log reaches a state. */
export async function passUntil(
  clock: ManualClock,
  log: LogSource,
  wanted: (state: LogState) => boolean,
): Promise<void> {
  const reached = { yet: false };
  const done = until(log, wanted).then(() => {
    reached.yet = true;
  });
  // Reading and writing files takes real time.
  for (const end = performance.now() + patience; !reached.yet;) {
    assert.ok(performance.now() < end, `The log remains in this state: ${JSON.stringify(log.state)}`);
    await clock.pass(600);
  }
  await done;
}

/** Resolves when the extension has removed all of its folders. */
export async function untilFoldersRemoved(folder: string): Promise<void> {
  while ((await readdir(folder)).some((name) => name.startsWith('osc-log-'))) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Open log with its file and its clock. */
interface OpenedFileLog {
  readonly log: StoredLogSource;
  readonly path: string;
  readonly clock: ManualClock;
}

/** A temporary folder, and the logs that are closed after the tests. */
export interface LogStage {
  readonly folder: string;
  readonly logs: LogSource[];
  /** Writes a file and opens it as a log. */
  open(name: string, content: string | Buffer, options?: FileLogOptions): Promise<OpenedFileLog>;
}

/** Creates a folder for logs, and removes it after the tests of the suite. */
export function createLogStage(): LogStage {
  const folder = mkdtempSync(join(tmpdir(), 'osc-logs-test-'));
  const logs: LogSource[] = [];

  after(async () => {
    for (const log of logs) log.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(name: string, content: string | Buffer, options: FileLogOptions = {}): Promise<OpenedFileLog> {
    const path = join(folder, name);
    const clock = new ManualClock();
    await writeFile(path, content);
    const log = await openFileLog(path, { clock, folder, follow: false, ...options });
    assert.ok(log.ok);
    logs.push(log.value);
    return { log: log.value, path, clock };
  }

  return { folder, logs, open };
}

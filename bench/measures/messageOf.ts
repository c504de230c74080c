/** Waits for messages of the processes that a measure starts. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Returns the next message. Rejects if the process exits first. */
export async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const gone = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('a process of the measure exited unexpectedly');
  });
  // Prevents an unhandled rejection after a message has arrived.
  gone.catch(() => undefined);
  const [message]: unknown[] = await Promise.race([once(child, 'message'), gone]);
  ended.abort();
  return message;
}

/** Evaluates a policy in a thread. A separate bundle that loads the Rego bundle. */
import { threadJob } from '../platform/node/threads.ts';
import { speakAsAsked } from '../language.ts';
import { loadPolicy } from './load.ts';

async function serve(): Promise<void> {
  const { serveRun } = await loadPolicy();
  serveRun(threadJob.job(), threadJob.send);
}

// Tables translate their strings at load time.
speakAsAsked();
void serve();

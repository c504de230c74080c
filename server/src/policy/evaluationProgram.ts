/** What a thread runs: it evaluates a policy. A bundle of its own that loads the one that knows Rego. */
import { threadJob } from '../platform/node/threads.ts';
import { speakAsAsked } from '../language.ts';
import { loadPolicy } from './load.ts';

async function serve(): Promise<void> {
  const { serveRun } = await loadPolicy();
  serveRun(threadJob.job(), threadJob.send);
}

// Tables have their strings when they are loaded.
speakAsAsked();
void serve();

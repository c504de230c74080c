/** Evaluates a policy in a thread. A separate bundle that loads the Rego bundle. */
import { threadJob } from '#platform/threads.ts';
import { speakAsAsked } from '#server/l10n/locale.ts';
import { loadPolicy } from '../load.ts';

async function serve(): Promise<void> {
  const { serveRun } = await loadPolicy();
  serveRun(threadJob.job(), threadJob.send);
}

// Tables translate their strings at load time.
speakAsAsked();
void serve();

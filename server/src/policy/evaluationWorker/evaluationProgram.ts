/** Evaluates a policy in a thread. A separate program that loads the Rego modules. */
import { threadJob } from '#platform/threads.ts';
import { applyRequestedLocale } from '#server/l10n/locale.ts';

async function serve(): Promise<void> {
  const { serveRun } = await import('../policyBundle.ts');
  serveRun(threadJob.job(), threadJob.send);
}

// Tables translate their strings at load time.
applyRequestedLocale();
void serve();

/** Evaluates a policy in a thread. */
import { threadJob } from '#platform/threads.ts';
import { applyRequestedLocale } from '#server/l10n/locale.ts';
import { serveRun } from '../policyBundle.ts';

applyRequestedLocale();
serveRun(threadJob.job(), threadJob.send);

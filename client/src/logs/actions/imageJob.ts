/** Says why the image of pod VMs could not be made, by the log and events of its job. Changes nothing. */
import * as l10n from '@vscode/l10n';
import { showProgress } from '../../showInput.ts';
import { timeOfDay } from '../../tree/words.ts';
import { imageJobReport } from '../imageJob/imageJobReport.ts';
import { readImageJob } from '../imageJob/readImageJob.ts';
import type { Action } from '../tools.ts';

export const imageJob: Action = async ({ clusters, clock, texts }, given) => {
  const chosen = await clusters.choose(given, l10n.t`Show Why the Pod VM Image Failed`);
  if (chosen === undefined) return;
  const { cluster } = chosen;
  const { context, snapshot, connection } = cluster;
  const gone = new AbortController();
  const seen = await showProgress(
    l10n.t`Reading the job of the pod VM image on ${context}`,
    (cancelled) => {
      cancelled.onCancellationRequested(() => gone.abort());
      return readImageJob(connection, gone.signal);
    },
    true,
  );
  if (gone.signal.aborted) return;
  const now = clock.now();
  await texts.markdown(
    l10n.t`Pod VM image of ${context}`,
    imageJobReport({ context, asOf: timeOfDay(now, now), snapshot, seen, time: (at) => timeOfDay(at, now) }),
  );
};

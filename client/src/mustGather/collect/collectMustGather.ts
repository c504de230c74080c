/** Runs a confirmed must-gather in a terminal, shows its phases in a notification, and reports the result. */
import * as l10n from '@vscode/l10n';
import { commands, Uri } from 'vscode';
import { describeSize } from '#core/mustGather/collectionSize.ts';
import { initialProgress, describePhase } from '#core/mustGather/collectPhases.ts';
import { runOc } from '#client/oc/runOc.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { formatDocumentTitle } from '#client/clusters/documents/pageTitle.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { MustGatherContext } from '../context.ts';
import { CollectRun, type CollectResult, type CollectRequest, type GatherParts } from './run/collectRun.ts';
import { runAsTask, type Terminal } from './run/runAsTask.ts';
import { lookForLeft, uidOf } from './leftovers/leftovers.ts';
import { createArchive } from '../supportArchive/createArchive.ts';
import { cleanUpCluster } from './leftovers/cleanUpCluster.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/**
 * Collects a must-gather. Resolves when it has ended and the result was reported. If the user then selects an action,
 * the action runs independently.
 */
export async function gather(tools: MustGatherContext, cluster: OpenCluster, order: CollectRequest): Promise<void> {
  const { context } = cluster;
  let terminal: Terminal | undefined;
  let tellPhase: (text: string) => void = () => undefined;
  let [phase, size] = [describePhase(initialProgress), ''];
  const say = (): void => tellPhase(size === '' ? phase : `${phase} · ${size}`);
  const run = createRun(tools, cluster, order, {
    onLine: (line) => terminal?.write(line),
    onProgress: (progress) => {
      phase = describePhase(progress);
      say();
    },
    onSize: (progress) => {
      size = progress.bytes === 0 ? '' : describeSize(progress);
      say();
    },
  });
  let resolve: (gathered: CollectResult) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const ended = new Promise<CollectResult>((done, broken) => {
    resolve = done;
    reject = broken;
  });
  let begun: Promise<CollectResult> | undefined;
  const begin = (): Promise<CollectResult> => {
    begun ??= run.start();
    begun.then(resolve, reject);
    return begun;
  };
  const title = formatDocumentTitle(l10n.t`Must-gather`, context);
  await runAsTask({
    name: title,
    async work(given) {
      terminal = given;
      const { outcome } = await begin();
      given.write(outcome.words);
      return outcome.end === 'complete' ? 0 : 1;
    },
    stop: () => run.stop(),
  });
  const gathered = await tools.gatherings.during(context, run, async () =>
    showProgress(
      title,
      (cancelled, tell) => {
        cancelled.onCancellationRequested(() => {
          run.stop();
          tell(l10n.t`Canceled. oc is cleaning up on the cluster.`);
          // If the terminal isn't open yet, nothing was created on the cluster, and the run ends immediately.
          void begin();
        });
        tellPhase = (text) => {
          if (!run.isStopped) tell(text);
        };
        say();
        return ended;
      },
      true,
    ),
  );
  await tellEnd(tools, cluster, gathered);
}

/**
 * Creates a run. The run stores a record of each resource that it creates on the cluster, and removes the record when
 * the resource is gone.
 */
function createRun(
  tools: MustGatherContext,
  { connection }: OpenCluster,
  order: CollectRequest,
  listeners: Required<Pick<GatherParts, 'onLine' | 'onProgress' | 'onSize'>>,
): CollectRun {
  const { store } = tools.gatherings;
  return new CollectRun(order, {
    run: (one) => runOc(one),
    clock: tools.clock,
    keep: (made) =>
      store.keep(made, (error) =>
        tools.log.error("Can't save the list of resources that the must-gather created", error),
      ),
    forget: (made) => store.forget(made),
    uidOf: (made) => uidOf(connection, made),
    look: (made) => lookForLeft(connection, made, AbortSignal.timeout(60_000)),
    ...listeners,
  });
}

async function tellEnd(
  tools: MustGatherContext,
  cluster: OpenCluster,
  { outcome, folder, hasFiles, left, made }: CollectResult,
): Promise<void> {
  tools.log.info(`must-gather of ${cluster.context}: ${outcome.end}: ${outcome.words}`);
  if (!left.ok)
    void tools.notify.tell(
      'warning',
      `${left.error}${getSentenceSeparator()}${l10n.t`Fix the problem, then run Clean Up Must-Gather Leftovers.`}`,
    );
  else if (left.value.length > 0) await cleanUpCluster(tools, cluster, made);
  await offerCollectedMustGather(
    tools,
    folder,
    `${formatDocumentTitle(l10n.t`Must-gather`, cluster.context)}: ${outcome.words}`,
    outcome.end === 'complete' ? 'info' : 'warning',
    hasFiles,
  );
}

/** Opens a collection in the tree and offers actions for it. */
export async function offerCollectedMustGather(
  tools: MustGatherContext,
  folder: string,
  words: string,
  kind: 'info' | 'warning',
  hasFiles: boolean,
): Promise<void> {
  const place = Uri.file(folder);
  await tools.collections
    .add(folder)
    .catch((error: unknown) => tools.log.error("Can't save the list of collected must-gathers", error));
  // If reading fails or is canceled, the command reports that itself.
  if (hasFiles) await commands.executeCommand('osc.mustGather.open', place);
  const report = l10n.t({
    message: 'Show Report',
    args: [],
    comment: ['A button that shows the report of a must-gather.'],
  });
  const pack = withEllipsis(l10n.t`Create Support Archive`);
  const show = l10n.t`Show Folder`;
  const chosen = await tools.notify.tell(
    kind,
    `${words}${getSentenceSeparator()}${l10n.t`Saved to ${folder}.`}`,
    ...(hasFiles ? [report, pack, show] : [show]),
  );
  if (chosen === report) await commands.executeCommand('osc.mustGather.report', place);
  else if (chosen === pack) await createArchive(tools, folder);
  else if (chosen === show) await commands.executeCommand('revealFileInOS', place);
}

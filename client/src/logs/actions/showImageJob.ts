/** Shows the page of the image creation job: the problem, its events, and its logs. Makes no changes. */
import * as l10n from '@vscode/l10n';
import { commandSolution } from '#client/vscode/commandSolution.ts';
import { editorCommandOptions } from '#client/text/editorCommands.ts';
import { useEditorCommands } from '#client/details/useEditorCommands.ts';
import { imageJobPage } from '../imageJob/imageJobPage.ts';
import type { DetailSource } from '#client/details/detailPanels.ts';
import { Poller } from '#client/details/poller.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { SolvableError } from '#client/vscode/solvableError.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { formatDocumentTitle } from '#client/clusters/documents/pageTitle.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { lacksPeerPods } from '#core/status/peerPods/peerPodsParts.ts';
import { readImageJob, type ImageJobSnapshot } from '../imageJob/readImageJob.ts';
import type { LogsCommand, LogsContext } from '../context.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

/** Interval between two reads, in milliseconds. Each read includes the logs, which are long. */
const every = 15_000;

export const imageJob: LogsCommand = {
  id: 'osc.logs.imageJob',
  title: 'Diagnose Pod VM Image Build...',
  palette: 'osc.peerPods',
  menus: [clusterRow('1_osc@4', 'imageJob')],
  async run(tools, given) {
    const chosen = await tools.clusters.chooseAny(given, l10n.t`Diagnose Pod VM Image Build`);
    if (chosen === undefined) return;
    const { cluster } = chosen;
    const { context, snapshot, connection } = cluster;
    if (lacksPeerPods(snapshot)) {
      const configure = commandSolution(l10n.t`Configure Peer Pods...`, 'osc.peerpods.configure', context);
      throw new SolvableError(
        l10n.t`Peer pods aren't configured on ${context}: ${peerPodsConfigMapName} doesn't exist.`,
        configure,
      );
    }
    const gone = new AbortController();
    const seen = await showProgress(
      l10n.t`Reading ${context}...`,
      (cancelled) => {
        cancelled.onCancellationRequested(() => gone.abort());
        return readImageJob(connection, gone.signal);
      },
      true,
    );
    if (gone.signal.aborted) return;
    tools.details.open({
      key: JSON.stringify([context, 'podVmImage']),
      title: formatDocumentTitle(l10n.t`Pod VM image`, context),
      context,
      source: (changed) => sourceOf(tools, cluster, { seen, at: tools.clock.now() }, changed),
    });
  },
};

interface ImageJobRead {
  readonly seen: ImageJobSnapshot;
  /** Time at which the job was read, in milliseconds since 1970. */
  readonly at: number;
  readonly problem?: string;
}

/** Reads the job periodically while its page is visible. */
function sourceOf(
  { clock, settings }: Pick<LogsContext, 'clock' | 'settings'>,
  cluster: OpenCluster,
  first: ImageJobRead,
  changed: () => void,
): DetailSource {
  let last = first;
  const poller = new Poller<ImageJobRead>({
    clock,
    changed,
    every,
    async read(signal) {
      if (!cluster.isOpen) {
        last = { seen: last.seen, at: last.at, problem: l10n.t`The cluster is closed.` };
        return last;
      }
      const seen = await readImageJob(cluster.connection, signal);
      if (!signal.aborted) last = { seen, at: clock.now() };
      return last;
    },
  });
  return {
    page() {
      const { seen, at, problem } = last;
      const page = imageJobPage({
        context: cluster.context,
        snapshot: cluster.snapshot,
        seen,
        asOf: at,
        now: clock.now(),
        ...(problem === undefined ? {} : { problem }),
      });
      return useEditorCommands(page, editorCommandOptions(cluster.snapshot, settings.readOnly()));
    },
    setVisible(visible) {
      if (visible) poller.start();
      else poller.stop();
    },
    dispose: () => poller.stop(),
  };
}

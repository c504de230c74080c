/**
 * Creates the must-gather feature, which collects, opens, and compares must-gathers. Loaded when its first command
 * runs.
 */
import { l10n, Uri } from 'vscode';
import { realClock } from '../kubernetes/clock.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import { ReadOnlyDocuments } from '../vscode/documents/readOnlyDocuments.ts';
import { runFeatureCommand } from '../commands/runFeatureCommand.ts';
import { mustGatherCommands } from '../mustGather/actions/index.ts';
import { Collections } from '../mustGather/collect/run/collectedMustGathers.ts';
import { usualDestination } from '../mustGather/collect/run/destination.ts';
import { CollectRunRegistry } from '../mustGather/collect/run/collectRunRegistry.ts';
import { CreatedResourcesStore } from '../mustGather/collect/run/createdResourcesStore.ts';
import { remindOfLeft } from '../mustGather/collect/leftovers/remindOfLeftovers.ts';
import { GatherDocuments } from '../mustGather/reader/mustGatherDocuments.ts';
import { gatherReader } from '../mustGather/reader/mustGatherReader.ts';
import { ReportPanels } from '../mustGather/report/reportPanels.ts';
import { packer } from '../mustGather/supportArchive/packer.ts';
import type { MustGatherFeature } from '../mustGather/mustGatherFeature.ts';
import type { MustGatherContext } from '../mustGather/context.ts';

export async function createMustGatherFeature(parts: FeatureDeps): Promise<MustGatherFeature> {
  const clusters = await parts.clusters();
  const reader = gatherReader(parts.shipped('dist', 'gatherProcess.js').fsPath, l10n.uri?.fsPath);
  const pack = packer(parts.shipped('dist', 'packProcess.js').fsPath, l10n.uri?.fsPath);
  const documents = new GatherDocuments(() => clusters.gathered, reader);
  const reports = new ReportPanels(parts);
  const gatherings = new CollectRunRegistry(
    new CreatedResourcesStore(Uri.joinPath(parts.storage, 'must-gathers').fsPath),
  );
  const collections = new Collections(usualDestination(parts.storage.fsPath), parts.storage.fsPath);
  const texts = new ReadOnlyDocuments('osc-gather-review', parts.restored);
  const tools: MustGatherContext = {
    ...parts,
    clusters,
    clock: realClock,
    reader,
    pack,
    documents,
    reports,
    gatherings,
    collections,
    texts,
  };
  remindOfLeft(tools).catch((error: unknown) => tools.log.error("Can't look up must-gather leftovers", error));
  return {
    run: (id, given) => runFeatureCommand(mustGatherCommands, id, tools, given),
    documents,
    shutDown: () => gatherings.leave(),
    dispose() {
      gatherings.stopAll();
      texts.dispose();
      documents.dispose();
      reports.dispose();
    },
  };
}

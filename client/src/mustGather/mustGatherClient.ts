/** The room of must-gathers: collected, opened, compared. Bundled apart (dist/mustGather.js): loaded with the first command. */
import os from 'node:os';
import { l10n, Uri } from 'vscode';
import { realClock } from '../cluster/time.ts';
import type { RoomParts } from '../door.ts';
import { ShownTexts } from '../lifecycle/shownTexts.ts';
import { actions } from './actions/index.ts';
import { Collections } from './collect/collections.ts';
import { usualDestination } from './collect/destination.ts';
import { Gatherings } from './collect/gatherings.ts';
import { MadeStore } from './collect/madeStore.ts';
import { remindOfLeft } from './collect/remindOfLeft.ts';
import { GatherDocuments } from './opened/documents.ts';
import { gatherReader } from './opened/reader.ts';
import { ReportPanels } from './opened/reportPanels.ts';
import { packer } from './pack/packer.ts';
import type { MustGatherRoom } from './room.ts';
import type { Tools } from './tools.ts';

export async function createMustGatherRoom(parts: RoomParts): Promise<MustGatherRoom> {
  const clusters = await parts.clusters();
  const reader = gatherReader(parts.shipped('dist', 'gatherProcess.js').fsPath, l10n.uri?.fsPath);
  const pack = packer(parts.shipped('dist', 'packProcess.js').fsPath, l10n.uri?.fsPath);
  const documents = new GatherDocuments(() => clusters.gathered, reader);
  const reports = new ReportPanels(parts);
  const gatherings = new Gatherings(new MadeStore(Uri.joinPath(parts.storage, 'must-gathers').fsPath));
  const collections = new Collections(usualDestination(os.homedir()), parts.storage.fsPath);
  const texts = new ShownTexts('osc-gather-review', parts.restored);
  const tools: Tools = { ...parts, clusters, clock: realClock, reader, pack, documents, reports, gatherings, collections, texts };
  remindOfLeft(tools).catch((error: unknown) => tools.log.error('What must-gathers left behind cannot be looked up', error));
  return {
    run: async (action, given) => actions[action](tools, given),
    documents,
    leave: () => gatherings.leave(),
    dispose() {
      gatherings.stopAll();
      texts.dispose();
      documents.dispose();
      reports.dispose();
    },
  };
}

/**
 * Loads the must-gather feature on demand for files of must-gathers, including those that VS Code restores. Part of the
 * startup bundle.
 */
import { Disposable, EventEmitter, workspace, type Uri } from 'vscode';
import { gatherScheme } from '../language/documents/mustGatherUri.ts';
import type { MustGatherRoom } from '../mustGather/mustGatherFeature.ts';

export function gatherDocumentDoor(enter: () => Promise<MustGatherRoom>): Disposable {
  const changed = new EventEmitter<Uri>();
  let passing: Promise<MustGatherRoom> | undefined;
  const room = () => {
    passing ??= enter().then((entered) => {
      entered.documents.onDidChange?.((uri) => changed.fire(uri));
      return entered;
    });
    return passing;
  };
  const provider = {
    onDidChange: changed.event,
    provideTextDocumentContent: async (
      ...[uri, token]: Parameters<MustGatherRoom['documents']['provideTextDocumentContent']>
    ) => (await room()).documents.provideTextDocumentContent(uri, token),
  };
  return Disposable.from(changed, workspace.registerTextDocumentContentProvider(gatherScheme, provider));
}

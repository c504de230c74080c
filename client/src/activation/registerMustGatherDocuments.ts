/**
 * Loads the must-gather feature on demand for files of must-gathers, including those that VS Code restores. Part of the
 * startup bundle.
 */
import { Disposable, EventEmitter, workspace, type Uri } from 'vscode';
import { gatherScheme } from '../language/documents/mustGatherUri.ts';
import type { MustGatherFeature } from '../mustGather/mustGatherFeature.ts';

export function registerMustGatherDocuments(load: () => Promise<MustGatherFeature>): Disposable {
  const changed = new EventEmitter<Uri>();
  let passing: Promise<MustGatherFeature> | undefined;
  const feature = () => {
    passing ??= load().then((loaded) => {
      loaded.documents.onDidChange?.((uri) => changed.fire(uri));
      return loaded;
    });
    return passing;
  };
  const provider = {
    onDidChange: changed.event,
    provideTextDocumentContent: async (
      ...[uri, token]: Parameters<MustGatherFeature['documents']['provideTextDocumentContent']>
    ) => (await feature()).documents.provideTextDocumentContent(uri, token),
  };
  return Disposable.from(changed, workspace.registerTextDocumentContentProvider(gatherScheme, provider));
}

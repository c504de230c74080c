/** Provides inlay hints. */
import type { InlayHint } from 'vscode-languageserver';
import type { LspCapability, ServerContext } from '../context.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { runAfterTurns, turnsBeforeCheck } from '#server/engine/scheduling/turns.ts';
import { RefreshNotifier } from './refreshNotifier.ts';

const feature: LspCapability = {
  register(context) {
    const { connection, client, files } = context;
    const answer = async (file: OpenFile) => {
      const hints = await hintsOf(context, file);
      return hints === undefined ? undefined : JSON.stringify(hints);
    };
    const askAnew = () => connection.refresh('workspace/inlayHint/refresh');
    const told =
      client.workspace?.inlayHint?.refreshSupport === true
        ? new RefreshNotifier(context, { answer, askAnew })
        : undefined;
    connection.onRequest('textDocument/inlayHint', async ({ textDocument, range }) => {
      const file = files.get(textDocument.uri);
      const hints = file === undefined ? undefined : await hintsOf(context, file);
      if (file === undefined || hints === undefined) return [];
      if (files.get(file.uri) === file) told?.say(file.uri, JSON.stringify(hints));
      return hints.filter(({ position: { line } }) => line >= range.start.line && line <= range.end.line);
    });
  },
};
export default feature;

/** Returns all hints of a file, or undefined if its text changed in the meantime. */
async function hintsOf({ settings, languages }: ServerContext, file: OpenFile): Promise<InlayHint[] | undefined> {
  const { version } = file;
  const { inlayHints } = await settings.for(file.uri);
  if (!inlayHints || !languages.mayAnswer('inlayHints', file)) return [];
  // Diagnostics come first.
  await new Promise<void>((resolve) => runAfterTurns(turnsBeforeCheck, resolve));
  const hints = await languages.joined('inlayHints', file, (service, context) => service.inlayHints?.(file, context));
  return file.version === version ? (hints ?? []) : undefined;
}

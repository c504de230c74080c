/** Behind the runtime class of a pod: the memory and processors it will take, or the instance type that it gets. */
import { InlayHintRefreshRequest, MarkupKind, type InlayHint } from 'vscode-languageserver';
import type { Feature, ServerContext } from '../context.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { withinQuota } from '#server/engine/yaml/quota.ts';
import { loadRules } from '../checker.ts';
import { Slice } from '#server/engine/scheduling/timeSlice.ts';
import { afterTurns, turnsToCheck } from '#server/engine/scheduling/turns.ts';
import { factsWith } from '#server/manifest/lsp/relatedLocation.ts';
import { ToldBefore } from '../refreshNotifier.ts';

/** Nobody reads more. */
const maxHints = 500;

const feature: Feature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register(context) {
    const { connection, client, files } = context;
    const answer = async (file: OpenFile) => {
      const hints = await hintsOf(context, file);
      return hints === undefined ? undefined : JSON.stringify(hints);
    };
    const askAnew = () => connection.sendRequest(InlayHintRefreshRequest.type);
    const told = client.workspace?.inlayHint?.refreshSupport === true ? new ToldBefore(context, { answer, askAnew }) : undefined;
    connection.languages.inlayHint.on(async ({ textDocument, range }) => {
      const file = files.get(textDocument.uri);
      const hints = file === undefined ? undefined : await hintsOf(context, file);
      if (file === undefined || hints === undefined) return [];
      if (files.get(file.uri) === file) told?.say(file.uri, JSON.stringify(hints));
      return hints.filter(({ position: { line } }) => line >= range.start.line && line <= range.end.line);
    });
  },
};
export default feature;

/** All hints of a file; undefined when its text changed meanwhile. */
async function hintsOf({ settings, workspace }: ServerContext, file: OpenFile): Promise<InlayHint[] | undefined> {
  const { version } = file;
  const { inlayHints, release } = await settings.for(file.uri);
  if (!inlayHints || !file.documents.some(({ document }) => document.mayBeKnown)) return [];
  // Findings come first.
  await new Promise<void>((resolve) => afterTurns(turnsToCheck, resolve));
  const { podSizeShown } = await loadRules();
  const known = workspace.facts();
  const facts = known === undefined ? undefined : factsWith(file, known);
  const hints: InlayHint[] = [];
  const slice = new Slice();
  for (const { document, start } of withinQuota(file.documents)) {
    for (const manifest of document.manifests) {
      const size = podSizeShown(manifest, file.uri, release, facts);
      if (size === undefined || hints.length >= maxHints) continue;
      const { at, label, tooltip } = size;
      hints.push({ position: file.text.positionAt(start + at), label, paddingLeft: true, tooltip: { kind: MarkupKind.Markdown, value: tooltip } });
    }
    if (hints.length >= maxHints) break;
    if (slice.isOver) await slice.pause();
    if (file.version !== version) return undefined;
  }
  return file.version === version ? hints : undefined;
}

/** Creates hints after the runtime class of a pod with its memory and CPUs, or its instance type. */
import type { InlayHint } from 'vscode-languageserver';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import { MarkupKind } from '#server/engine/protocolValues.ts';
import { TimeSlice } from '#server/engine/scheduling/timeSlice.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { takeWithinQuota } from '#server/engine/yaml/quota.ts';
import { podSizeHint } from './podSize.ts';
import { factsWith } from './relatedLocation.ts';

/** Maximum number of hints in a file. */
const maxHints = 500;

/** Creates the hints of a file. Returns undefined if its text changes in the meantime. */
export async function inlayHints(file: OpenFile, context: LanguageContext): Promise<InlayHint[] | undefined> {
  const { version } = file;
  const { release } = await context.settingsFor(file.uri);
  const facts = context.workspace === undefined ? undefined : factsWith(file, context.workspace);
  const hints: InlayHint[] = [];
  const slice = new TimeSlice();
  for (const { document, start } of takeWithinQuota(file.documents)) {
    for (const manifest of document.manifests) {
      const size = podSizeHint(manifest, file.uri, release, facts);
      if (size === undefined || hints.length >= maxHints) continue;
      const { at, label, tooltip } = size;
      hints.push({
        position: file.text.positionAt(start + at),
        label,
        paddingLeft: true,
        tooltip: { kind: MarkupKind.Markdown, value: tooltip },
      });
    }
    if (hints.length >= maxHints) break;
    if (slice.isOver) await slice.pause();
    if (file.version !== version) return undefined;
  }
  return hints;
}

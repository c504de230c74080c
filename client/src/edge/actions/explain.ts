/** Opens what there is to say of a row as a document. */
import * as l10n from '@vscode/l10n';
import { oneLine } from '#core/text/phrases.ts';
import { edgeMarkdown } from '../tree/edgeMarkdown.ts';
import { edgeLabel } from '../tree/resourceNode.ts';
import { rowOf, sourceOf } from '../findEdgeSource.ts';
import type { Action } from '../context.ts';
import { escaped } from '#client/text/markdown.ts';

export const explain: Action = async (tools, given) => {
  const source = sourceOf(tools, given);
  const node = source === undefined ? undefined : tools.sources.find(source.name, rowOf(tools, given)?.id ?? '');
  if (source === undefined || node === undefined) return;
  const title = oneLine(l10n.t`${edgeLabel(node)} of ${source.name}`, 120);
  await tools.texts.markdown(title, `# ${escaped(title)}\n\n${edgeMarkdown(node, tools.clock.now())}\n`);
};

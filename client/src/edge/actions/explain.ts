/** Opens the explanation of a row as a document. */
import * as l10n from '@vscode/l10n';
import { sanitizeLine, sanitizeTooltip } from '#core/text/sanitize.ts';
import { edgeMarkdown } from '../tree/edgeMarkdown.ts';
import { edgeLabel } from '../tree/resourceNode.ts';
import { rowOf, findEdgeSource } from '../findEdgeSource.ts';
import type { EdgeCommand } from '../context.ts';
import { edgeRow } from '#client/commands/menuPlaces.ts';

export const explain: EdgeCommand = {
  id: 'osc.edge.explain',
  title: 'Explain',
  icon: 'question',
  palette: false,
  menus: [edgeRow('inline@1', 'edgeExplained'), edgeRow('1_osc@1', 'edgeExplained')],
  async run(tools, given) {
    const source = findEdgeSource(tools, given);
    const node = source === undefined ? undefined : tools.sources.find(source.name, rowOf(tools, given)?.id ?? '');
    if (source === undefined || node === undefined) return;
    const title = sanitizeLine(l10n.t`${edgeLabel(node)} of ${source.name}`, 120);
    await tools.texts.markdown(title, `# ${sanitizeTooltip(title)}\n\n${edgeMarkdown(node, tools.clock.now())}\n`);
  },
};

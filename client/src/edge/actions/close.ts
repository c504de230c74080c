/** Removes opened edge clusters from the view. Doesn't delete files. */
import * as l10n from '@vscode/l10n';
import { findEdgeSource } from '../findEdgeSource.ts';
import type { EdgeCommand } from '../context.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { edgeRow } from '#client/commands/menuPlaces.ts';

export const close: EdgeCommand = {
  id: 'osc.edge.close',
  title: 'Close Edge Clusters...',
  palette: 'osc.edgeOpen',
  menus: [edgeRow('3_osc@1', 'edgeSource')],
  async run(tools, given) {
    const { sources } = tools;
    const [only, ...others] = sources.all;
    const one = findEdgeSource(tools, given) ?? (others.length === 0 ? only : await pick());
    if (one !== undefined) sources.close(one.name);

    async function pick() {
      const items = sources.all.map((source) => ({ label: source.name, one: source }));
      return (await showPick(items, { title: l10n.t`Close Edge Clusters` }))?.one;
    }
  },
};

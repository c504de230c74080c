/** Refreshes the selected edge clusters or, without a selection, all open ones. */
import { Uri } from 'vscode';
import { askService } from '../readFromService.ts';
import { openSaved } from '../openSavedFiles.ts';
import { findEdgeSource } from '../findEdgeSource.ts';
import type { EdgeCommand } from '../context.ts';
import { edgeRow, edgeTitle } from '#client/commands/menuPlaces.ts';

export const refresh: EdgeCommand = {
  id: 'osc.edge.refresh',
  title: 'Refresh Edge Clusters',
  icon: 'refresh',
  palette: 'osc.edgeOpen',
  menus: [edgeTitle('navigation@2'), edgeRow('1_osc@2', 'edgeSource')],
  async run(tools, given) {
    const one = findEdgeSource(tools, given);
    for (const { origin } of one === undefined ? tools.sources.all : [one]) {
      if (origin.kind === 'service') await askService(tools);
      else
        await openSaved(
          tools,
          origin.places.map((place) => Uri.parse(place, true)),
        );
    }
  },
};

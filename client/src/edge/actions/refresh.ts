/** Reads again: what was clicked, else all that is open. */
import { Uri } from 'vscode';
import { askService } from '../readFromService.ts';
import { openSaved } from '../openSavedFiles.ts';
import { findEdgeSource } from '../findEdgeSource.ts';
import type { EdgeActionHandler } from '../context.ts';

export const refresh: EdgeActionHandler = async (tools, given) => {
  const one = findEdgeSource(tools, given);
  for (const { origin } of one === undefined ? tools.sources.all : [one]) {
    if (origin.kind === 'service') await askService(tools);
    else
      await openSaved(
        tools,
        origin.places.map((place) => Uri.parse(place, true)),
      );
  }
};

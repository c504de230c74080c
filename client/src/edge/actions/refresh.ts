/** Reads again: what was clicked, else all that is open. */
import { Uri } from 'vscode';
import { askService } from '../readFromService.ts';
import { openSaved } from '../openSavedFiles.ts';
import { sourceOf } from '../findEdgeSource.ts';
import type { Action } from '../context.ts';

export const refresh: Action = async (tools, given) => {
  const one = sourceOf(tools, given);
  for (const { origin } of one === undefined ? tools.sources.all : [one]) {
    if (origin.kind === 'service') await askService(tools);
    else
      await openSaved(
        tools,
        origin.places.map((place) => Uri.parse(place, true)),
      );
  }
};

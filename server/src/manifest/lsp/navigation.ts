/** Navigates between objects in all files of the workspace. */
import type { Location, Position } from 'vscode-languageserver';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { declarationOf, definitionsOf, referencesTo } from '#server/engine/workspace/relations.ts';
import { envFileAt } from './envFileLink.ts';
import { objectPositionAt, toLocation } from './relatedLocation.ts';

/** Returns the objects that declare the name at a position, or the env file. */
export function definition(
  file: OpenFile,
  position: Position,
  context: LanguageContext,
): Location[] | Promise<Location[]> {
  const asked = objectPositionAt(file, position, context);
  return asked === undefined
    ? envFileAt(file, position, context)
    : definitionsOf(asked.fact, asked.place, asked.facts).map(toLocation);
}

/** Returns the objects that refer to the declaration at a position. */
export function references(
  file: OpenFile,
  position: Position,
  withDeclaration: boolean,
  context: LanguageContext,
): Location[] {
  const asked = objectPositionAt(file, position, context);
  if (asked === undefined) return [];
  const { fact, place, facts } = asked;
  const found = referencesTo(fact, place, facts);
  const declared = found.length > 0 && withDeclaration ? [declarationOf(fact, place)] : [];
  return [...declared, ...found].map(toLocation);
}

/** Finds definitions and references of names in a policy, and renames them. */
import * as l10n from '@vscode/l10n';
import { builtinNamed } from '#core/agent/builtinReference/builtins.ts';
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { NamedSymbol } from '../model/namedSymbol.ts';
import { isInComment, type PolicyLanguageContext } from './policyContext.ts';

const keywords = new Set([
  'as',
  'contains',
  'default',
  'else',
  'every',
  'false',
  'if',
  'import',
  'in',
  'not',
  'null',
  'package',
  'some',
  'true',
  'with',
  'input',
  'data',
  'set',
]);

/** Returns the definitions of the name at this offset. */
export function definitionsAt(at: PolicyLanguageContext, offset: number): readonly Span[] {
  return isInComment(at, offset) ? [] : (at.names.at(offset)?.definitions ?? []);
}

/** Returns the places where the name at this offset is used. */
export function referencesAt(at: PolicyLanguageContext, offset: number, withDefinitions: boolean): readonly Span[] {
  const named = isInComment(at, offset) ? undefined : at.names.at(offset);
  if (named === undefined) return [];
  const isDefinition = (place: Span): boolean => named.definitions.some(({ start }) => start === place.start);
  return withDefinitions ? named.places : named.places.filter((place) => !isDefinition(place));
}

/** Returns the name that can be renamed at this offset. Returns undefined if there is none. */
export function renameableAt(
  at: PolicyLanguageContext,
  offset: number,
): { readonly name: string; readonly place: Span } | undefined {
  const place = isInComment(at, offset) ? undefined : at.names.placeAt(offset);
  if (place === undefined || fixed(place.named) || isBroken(at)) return undefined;
  return { name: place.named.name, place: { start: place.start, end: place.end } };
}

/** Returns the places to rename, or the reason why renaming isn't possible. */
export function renameAt(
  at: PolicyLanguageContext,
  offset: number,
  newName: string,
): readonly Span[] | { readonly problem: string } | undefined {
  const named = renameableAt(at, offset) === undefined ? undefined : at.names.at(offset);
  if (named === undefined) return undefined;
  if (!/^[A-Za-z_]\w*$/.test(newName) || newName === '_')
    return { problem: l10n.t`Invalid name "${newName.slice(0, 80)}". Use only letters, digits, and underscores.` };
  if (keywords.has(newName)) return { problem: l10n.t('`{0}` is a Rego keyword.', newName) };
  if (newName === named.name) return named.places;
  if (builtinNamed(newName) !== undefined)
    return {
      problem: l10n.t('`{0}` is a built-in function of the guest. Enter another name.', newName),
    };
  const isTaken =
    at.names.rules.has(newName) ||
    at.names.imports.has(newName) ||
    named.places.some(({ start }) => at.names.variablesAt(start).some(({ name }) => name === newName)) ||
    takenInside(at, named, newName);
  return isTaken ? { problem: l10n.t('`{0}` is already in use. Enter another name.', newName) } : named.places;
}

/** Returns whether a variable in the scope would hide the renamed one or be hidden by it. */
function takenInside({ names, types }: PolicyLanguageContext, named: NamedSymbol, newName: string): boolean {
  const rule = types.ruleAt(named.definitions[0]?.start ?? 0);
  return (
    named.kind !== 'rule' &&
    named.kind !== 'function' &&
    rule !== undefined &&
    names.variablesIn(rule).some(({ name }) => name === newName)
  );
}

/**
 * Returns whether a name can't be changed. The agent defines the names of requests, and imports without `as` are named
 * after what they import.
 */
function fixed(named: NamedSymbol): boolean {
  if (named.kind === 'import') return named.import?.alias === undefined;
  return (named.kind === 'rule' || named.kind === 'function') && findEndpoint(named.name) !== undefined;
}

/** Returns whether the text can't be parsed, so that names are uncertain. */
function isBroken({ module }: PolicyLanguageContext): boolean {
  return module.problems.some(({ code }) => code === 'syntax' || code === 'too large');
}

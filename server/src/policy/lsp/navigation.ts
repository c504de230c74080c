/** Definition, references and renaming of the names of a policy. */
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

/** Where the name at this place is defined. */
export function definitionsAt(at: PolicyLanguageContext, offset: number): readonly Span[] {
  return isInComment(at, offset) ? [] : (at.names.at(offset)?.definitions ?? []);
}

/** Where the name at this place is written. */
export function referencesAt(at: PolicyLanguageContext, offset: number, withDefinitions: boolean): readonly Span[] {
  const named = isInComment(at, offset) ? undefined : at.names.at(offset);
  if (named === undefined) return [];
  const isDefinition = (place: Span): boolean => named.definitions.some(({ start }) => start === place.start);
  return withDefinitions ? named.places : named.places.filter((place) => !isDefinition(place));
}

/** What can be renamed here; undefined where nothing can. */
export function renameableAt(
  at: PolicyLanguageContext,
  offset: number,
): { readonly name: string; readonly place: Span } | undefined {
  const place = isInComment(at, offset) ? undefined : at.names.placeAt(offset);
  if (place === undefined || fixed(place.named) || isBroken(at)) return undefined;
  return { name: place.named.name, place: { start: place.start, end: place.end } };
}

/** The places that get another name, or why that cannot be done. */
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
      problem: l10n.t(
        '`{0}` is a built-in function of the guest. Renaming would change the meaning of its calls.',
        newName,
      ),
    };
  const isTaken =
    at.names.rules.has(newName) ||
    at.names.imports.has(newName) ||
    named.places.some(({ start }) => at.names.variablesAt(start).some(({ name }) => name === newName)) ||
    takenInside(at, named, newName);
  return isTaken ? { problem: l10n.t('`{0}` already exists. Renaming would merge two names.', newName) } : named.places;
}

/** A variable inside of the scope would hide what is renamed, or be hidden by it. */
function takenInside({ names, types }: PolicyLanguageContext, named: NamedSymbol, newName: string): boolean {
  const rule = types.ruleAt(named.definitions[0]?.start ?? 0);
  return (
    named.kind !== 'rule' &&
    named.kind !== 'function' &&
    rule !== undefined &&
    names.variablesIn(rule).some(({ name }) => name === newName)
  );
}

/** Requests have the name that the agent asks for; imports without `as` have that of what they import. */
function fixed(named: NamedSymbol): boolean {
  if (named.kind === 'import') return named.import?.alias === undefined;
  return (named.kind === 'rule' || named.kind === 'function') && findEndpoint(named.name) !== undefined;
}

/** Where the text cannot be read, names are not certain. */
function isBroken({ module }: PolicyLanguageContext): boolean {
  return module.problems.some(({ code }) => code === 'syntax' || code === 'too large');
}

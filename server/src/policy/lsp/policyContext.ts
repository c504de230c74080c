/** What every feature is given: the policy, what its names and terms mean, and whom it is for. */
import { getGuest, type Guest } from '#core/agent/guests.ts';
import type { Release } from '#core/product/releases.ts';
import type { FutureKeyword, Module } from '../rego/syntax/ast.ts';
import type { Span } from '#server/engine/text/span.ts';
import { InputTypes } from '../model/inputTypes.ts';
import { getSymbolTable, type SymbolTable } from '../model/names.ts';
import type { Policy } from '../model/policy.ts';

export interface PolicyLanguageContext {
  readonly policy: Policy;
  readonly text: string;
  readonly release: Release;
  readonly guest: Guest;
  /** The policy as its author means it: whatever the guest makes of it, that is what is being written. */
  readonly module: Module;
  readonly names: SymbolTable;
  readonly types: InputTypes;
  /** Another extension answers for Rego in general: only what is ours is said. */
  readonly onlyOurs: boolean;
}

/** Gathers it. Names are worked out once for each text. */
export function createPolicyLanguageContext(policy: Policy, release: Release, onlyOurs = false): PolicyLanguageContext {
  const guest = getGuest(release);
  const module = policy.meant;
  const names = getSymbolTable(module, policy.text);
  return {
    policy,
    text: policy.text,
    release,
    guest,
    module,
    names,
    types: new InputTypes(module, names, guest.copyFile),
    onlyOurs,
  };
}

/** An edit of the policy, in offsets of its text. */
export interface PolicyEdit extends Span {
  readonly text: string;
}

/**
 * What makes a word a keyword on every guest that there may be, where the policy does not say so yet.
 * On guests of v1 it is one from the start.
 */
export function importFor(word: FutureKeyword, { guest, module, text }: PolicyLanguageContext): readonly PolicyEdit[] {
  if (guest.dialect === 'v1') return [];
  const brings = module.imports.some(({ path }) => {
    const written = path.map((part) => part.text).join('.');
    return (
      written === 'rego.v1' ||
      written === 'future.keywords' ||
      written === `future.keywords.${word}` ||
      (word === 'in' && written === 'future.keywords.every')
    );
  });
  if (brings) return [];
  const last = module.imports.at(-1) ?? module.package;
  const line = `import future.keywords.${word}`;
  if (last === undefined) return [{ start: 0, end: 0, text: `${line}\n` }];
  const at = text.indexOf('\n', last.end);
  const end = at < 0 ? text.length : at;
  return [{ start: end, end, text: last === module.package ? `\n\n${line}` : `\n${line}` }];
}

/** Is this place in a comment? */
export function isInComment({ module }: PolicyLanguageContext, offset: number): boolean {
  return module.comments.some(({ start, end }) => start < offset && offset <= end);
}

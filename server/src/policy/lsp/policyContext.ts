/** Input of every policy language feature: the policy, the meaning of its names and terms, and the guest. */
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
  /**
   * Policy as the author intends it, even if the guest interprets it differently, because the user edits the intended
   * policy.
   */
  readonly module: Module;
  readonly names: SymbolTable;
  readonly types: InputTypes;
  /**
   * True if another extension supports Rego in general, so that only features specific to agent policies are provided.
   */
  readonly onlyOurs: boolean;
}

/** Creates the context. Names are resolved only once per text. */
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
 * Returns the edit that enables a keyword on every possible guest, unless the policy already enables it. On guests with
 * v1, keywords are always enabled.
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

/** Returns whether an offset is in a comment. */
export function isInComment({ module }: PolicyLanguageContext, offset: number): boolean {
  return module.comments.some(({ start, end }) => start < offset && offset <= end);
}

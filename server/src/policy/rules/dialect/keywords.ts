/**
 * Finds uses of the keywords that Rego v1 has and v0 must import, and adds imports that give the policy the same
 * meaning in both dialects.
 */
import * as l10n from '@vscode/l10n';
import type { Policy } from '#server/policy/model/policy.ts';
import type { FutureKeyword, Module, RegoRule } from '#server/policy/rego/syntax/ast.ts';
import { walkUses } from '#server/policy/rego/syntax/walk.ts';
import type { Span } from '#server/engine/text/span.ts';
import { detectLineEnding, getLineEnd } from '#server/engine/findings/edits.ts';
import type { Edit, Fix } from '#server/engine/findings/rule.ts';

/** Position of a keyword when the policy is read as v1. */
export interface KeywordUse extends Span {
  readonly word: FutureKeyword;
  readonly rule: RegoRule;
}

const known = new WeakMap<Policy, readonly KeywordUse[]>();

/**
 * Returns the keywords that a policy uses but doesn't import, in text order. v0 doesn't recognize them.
 * Omits `contains` because the engine accepts it in every head, imported or not.
 */
export function listMissingKeywordImports(policy: Policy): readonly KeywordUse[] {
  const found = known.get(policy) ?? findNotImported(policy);
  known.set(policy, found);
  return found;
}

function findNotImported(policy: Policy): readonly KeywordUse[] {
  const [v0, v1] = [policy.in('v0'), policy.in('v1')];
  // A policy that only v0 can parse isn't Rego v1, so its keywords are names.
  if (v0.problems.length === 0 && v1.problems.some(({ code }) => code === 'syntax')) return [];
  return used(v1, policy.text).filter(({ word }) => !v0.keywords.has(word));
}

function used(module: Module, text: string): KeywordUse[] {
  const found: KeywordUse[] = [];
  for (const rule of module.rules) {
    const add = (word: FutureKeyword, span: Span | undefined) => {
      if (span !== undefined) found.push({ word, rule, start: span.start, end: span.end });
    };
    const between = (word: FutureKeyword, from: number, to: number) => add(word, wordIn(text, word, from, to));
    walkUses({ type: 'rule', node: rule }, ({ type, node }) => {
      if (type === 'body') add('if', node.ifWord);
      else if (type === 'statement' && node.kind === 'every')
        add('every', { start: node.start, end: node.start + 'every'.length });
      else if (type === 'statement' && node.kind === 'some in') between('in', node.value.end, node.collection.start);
      else if (type === 'term' && node.kind === 'membership') between('in', node.value.end, node.collection.start);
    });
  }
  return found.sort((one, other) => one.start - other.start);
}

function wordIn(text: string, word: string, from: number, to: number): Span | undefined {
  const at = text.slice(from, to).search(new RegExp(`\\b${word}\\b`));
  return at < 0 ? undefined : { start: from + at, end: from + at + word.length };
}

/**
 * Returns edits that import these keywords in a form that is valid in both dialects and imports nothing twice. Each
 * import is a separate edit, so that fixes which add the same import can be combined. Returns no edits if there is
 * nothing to import or no position for it.
 */
export function importEdits(policy: Policy, words: readonly FutureKeyword[]): Edit[] {
  const { text } = policy;
  const { keywords, imports, package: of } = policy.in('v0');
  const missing = [...new Set(words)].filter((word) => !keywords.has(word)).toSorted();
  const last = imports.at(-1) ?? of;
  if (missing.length === 0 || last === undefined) return [];
  const newline = detectLineEnding(text);
  const at = getLineEnd(text, last.end);
  const open = at > 0 && /[\r\n]/.test(text[at - 1] ?? '') ? '' : newline;
  const lead = `${open}${last === of ? newline : ''}`;
  const lines = missing.map((word) => `import future.keywords.${word}${newline}`);
  return (lead === '' ? lines : [lead, ...lines]).map((line) => ({ start: at, end: at, text: line }));
}

/** Returns the fix that all rules for missing imports share. */
export function importFixes(policy: Policy): Fix[] {
  const edits = importEdits(
    policy,
    listMissingKeywordImports(policy).map(({ word }) => word),
  );
  return edits.length === 0 ? [] : [{ title: l10n.t`Add imports for Rego v0`, edits, sure: true }];
}

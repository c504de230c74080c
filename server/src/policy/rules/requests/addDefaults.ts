/** Creates fixes that add defaults for requests to a policy. */
import { defaultLine } from '#core/agent/defaultPolicyTexts.ts';
import { detectLineEnding, getLineEnd } from '#server/engine/findings/edits.ts';
import type { Fix } from '#server/engine/findings/rule.ts';
import type { Policy } from '#server/policy/model/policy.ts';
import type { Module } from '#server/policy/rego/syntax/ast.ts';

/** A default to add. */
export interface AddedDefault {
  readonly name: string;
  readonly allowed: boolean;
}

/** Returns a fix that adds defaults after the last one. It isn't applied automatically. */
export function createDefaultsFix(
  title: string,
  { text }: Policy,
  module: Module,
  defaults: readonly AddedDefault[],
): Fix[] {
  if (defaults.length === 0) return [];
  const newline = detectLineEnding(text);
  const lines = defaults.map(({ name, allowed }) => `${defaultLine(name, allowed)}${newline}`).join('');
  const after = module.rules.findLast(({ isDefault }) => isDefault) ?? module.imports.at(-1) ?? module.package;
  const at = after === undefined ? 0 : getLineEnd(text, after.end);
  const open = at === 0 || /[\r\n]/.test(text[at - 1] ?? '') ? '' : newline;
  const blank = after === undefined || 'isDefault' in after ? '' : newline;
  return [{ title, edits: [{ start: at, end: at, text: `${open}${blank}${lines}` }], sure: false }];
}

/** Reads the rule with the data that genpolicy appends to a policy, without the rules before it. */
import { listGuestBuiltins } from '../rego/builtins/index.ts';
import { loadModules } from '../rego/evaluate/load.ts';
import type { Module, RegoRule } from '../rego/syntax/ast.ts';
import { isLiteralCollection } from '../rego/syntax/literals.ts';
import { parseRego } from '../rego/syntax/parse.ts';

/** Name of the rule with the data. */
export const dataName = 'policy_data';

/** A package that replaces the rules, so that the data has the same position. */
const replacement = 'package agent_policy\n';

/** Matches text that has a meaning outside of Rego: conflict markers, and a comment that suppresses findings. */
const special = /<{7}|={7}|>{7}|\r|osc-ignore-next-line/;

const builtins = listGuestBuiltins({ base64: false });

/** Returns the offset of the data at the end of a policy. */
export function findDataStart(text: string): number | undefined {
  const found = text.lastIndexOf(`\n${dataName} := {`);
  return found < replacement.length ? undefined : found + 1;
}

/**
 * Reads the data at this offset. Returns undefined if it isn't one rule with an object of literals that the guest
 * accepts.
 */
export function readDataRule(text: string, start: number): RegoRule | undefined {
  const data = text.slice(start);
  if (special.test(data) || text.slice(0, replacement.length).split('\n').length > 2) return undefined;
  const alone = `${replacement}${blank(text.slice(replacement.length, start))}${data}`;
  // Literals mean the same in both dialects. This one also has limits.
  const module = parseRego(alone, 'v1');
  if (!isAtEnd(module, text, start) || module.rules.length !== 1 || module.problems.length > 0) return undefined;
  return loadModules([{ module, text: alone }], { builtins }).error === undefined ? module.rules[0] : undefined;
}

/** Replaces text with spaces. Keeps the lines, because their number and length are limited. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]+/g, ({ length }) => ' '.repeat(length));
}

/** Returns whether the last rule is the data, starts at this offset, and ends with the text. */
export function isAtEnd({ rules, problems, comments }: Module, text: string, start: number): boolean {
  const rule = rules.at(-1);
  return (
    rule !== undefined &&
    rule.start === start &&
    rule.end === text.trimEnd().length &&
    isData(rule) &&
    rules.filter((other) => rootOf(other) === dataName).length === 1 &&
    problems.every(({ end }) => end <= start) &&
    comments.every(({ end }) => end <= start)
  );
}

function isData({ isDefault, head, bodies }: RegoRule): boolean {
  const { ref, parameters, contains, assign, value } = head;
  return (
    !isDefault &&
    bodies.length === 0 &&
    ref.kind === 'variable' &&
    ref.name === dataName &&
    parameters === undefined &&
    contains === undefined &&
    assign === ':=' &&
    value?.kind === 'object' &&
    isLiteralCollection(value)
  );
}

function rootOf({ head: { ref } }: RegoRule): string | undefined {
  if (ref.kind === 'variable') return ref.name;
  return ref.base.kind === 'variable' ? ref.base.name : undefined;
}

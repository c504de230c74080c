/** Shows the parameters of a function while the user types its arguments. */
import { formatSignature } from '#core/agent/builtinReference/builtin.ts';
import { builtinNamed } from '#core/agent/builtinReference/builtins.ts';
import type { CallTerm, RegoRule } from '../rego/syntax/ast.ts';
import { getRefNames } from '../rego/compile/functionArity.ts';
import { findRegoNodes } from '../rego/syntax/walk.ts';
import { isInComment, type PolicyLanguageContext } from './policyContext.ts';
import { availability } from './markdown.ts';

interface Signature {
  readonly label: string;
  readonly documentation: string;
  readonly parameters: readonly string[];
}

export interface Signatures {
  readonly signatures: readonly Signature[];
  /** Index of the current argument, starting at 0. */
  readonly active: number;
}

/** Returns the signatures of the function call around this offset. */
export function signaturesAt(at: PolicyLanguageContext, offset: number): Signatures | undefined {
  if (at.onlyOurs || isInComment(at, offset)) return undefined;
  const call = callAround(at, offset);
  if (call === undefined) return undefined;
  const signatures = signaturesOf(call, at);
  return signatures.length === 0 ? undefined : { signatures, active: activeArgument(call, at.text, offset) };
}

function callAround({ module, text }: PolicyLanguageContext, offset: number): CallTerm | undefined {
  // A position directly after a bracket belongs to its content. An incomplete call ends there.
  const paths = [offset, offset - 1].map((place) => findRegoNodes(module, Math.max(place, 0)));
  for (const path of paths) {
    for (const { type, node } of path.toReversed()) {
      if (type !== 'term' || node.kind !== 'call' || offset < node.parentheses.start) continue;
      const { end } = node.parentheses;
      // Spaces after the last comma belong to the call, although the parser stops before them.
      if (offset <= end || (text[node.end - 1] !== ')' && text.slice(end, offset).trim() === '')) return node;
    }
  }
  return undefined;
}

function signaturesOf({ callee }: CallTerm, { names, guest, text }: PolicyLanguageContext): readonly Signature[] {
  const named = names.at(callee.kind === 'ref' ? callee.end : callee.start);
  if (named?.kind === 'function') {
    const known = new Map(
      named.rules.filter(({ isDefault }) => !isDefault).map((rule) => [headText(rule, text), rule]),
    );
    return [...known].map(([label, { head }]) => ({
      label,
      documentation: '',
      parameters: (head.parameters ?? []).map(({ start, end }) => text.slice(start, end)),
    }));
  }
  const builtin = builtinNamed(getRefNames(callee)?.join('.') ?? '');
  if (builtin === undefined) return [];
  const documentation = [builtin.summary?.(), builtin.note?.(), availability(builtin, guest)]
    .filter((part) => part !== undefined)
    .join('\n\n');
  return [
    {
      label: formatSignature(builtin),
      documentation,
      parameters: builtin.arguments.map(({ name, type }) => `${name}: ${type}`),
    },
  ];
}

function headText({ head }: RegoRule, text: string): string {
  const last = head.parameters?.at(-1);
  const end = text.indexOf(')', last?.end ?? head.ref.end);
  return text.slice(head.ref.start, end < 0 ? head.end : end + 1).replace(/\s+/g, ' ');
}

function activeArgument({ arguments: given }: CallTerm, text: string, offset: number): number {
  let active = 0;
  for (const [index, { end }] of given.entries()) {
    const until = Math.min(offset, given[index + 1]?.start ?? offset);
    if (end <= offset && text.slice(end, Math.max(end, until)).includes(',')) active += 1;
  }
  return active;
}

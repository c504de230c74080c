/** Provides completion in policies. */
import type { Scalar } from '../rego/syntax/ast.ts';
import { getRefNames } from '../rego/compile/functionArity.ts';
import { findRegoNodes, type RegoNode } from '../rego/syntax/walk.ts';
import type { Span } from '#server/engine/text/span.ts';
import { isInComment, type PolicyLanguageContext } from './policyContext.ts';
import { builtinItems, importItems, inBodyItems, packageItem, ruleItems, valueItems } from './generalItems.ts';
import { upTo } from './hover.ts';
import type { Item } from './completionItem.ts';
import { enumItems, fieldItems, newRequestItems, requestDefaultItems } from './requestItems.ts';

/** Maximum number of characters of a line to read before the cursor. */
const maxLine = 2000;

/** Returns all completions at this offset. */
export function completionsAt(at: PolicyLanguageContext, offset: number, trigger?: string): readonly Item[] {
  if (isInComment(at, offset)) return [];
  const text = stringAt(at, offset);
  if (text !== undefined)
    return (
      keyItems(at, findRegoNodes(at.module, offset), text) ?? enumItems(at, findRegoNodes(at.module, offset), text)
    );
  const line = at.text.slice(Math.max(at.text.lastIndexOf('\n', offset - 1) + 1, offset - maxLine), offset);
  const typed = /\w*$/.exec(line)?.[0].length ?? 0;
  const after = /^\w*/.exec(at.text.slice(offset, offset + 200))?.[0].length ?? 0;
  const span = { start: offset - typed, end: offset + after };
  const before = line.slice(0, line.length - typed);
  const ofPackage = packageItems(at.text, offset);
  if (ofPackage.length > 0) return at.onlyOurs ? [] : ofPackage;
  if (/^\s*import\s+[\w.]*$/.test(before)) {
    return at.onlyOurs
      ? []
      : importItems(at, { start: span.start - (/[\w.]*$/.exec(before)?.[0].length ?? 0), end: span.end });
  }
  // A string that isn't closed yet.
  const [, names] = /(?:^|[^\w.\]])((?:\w+\.)*\w+)\["$/.exec(before) ?? [];
  if (names !== undefined) {
    const [root, ...parts] = names.split('.');
    return root === 'input' ? inInput(at, parts, offset, span) : [];
  }
  const path = findRegoNodes(at.module, offset);
  if (/(?:\w|\]|\))\s*\.$/.test(before)) return dotted(at, path, before, offset);
  const isAsked = trigger === undefined || trigger === '.';
  // The user is typing a number.
  if (/^\d/.test(line.slice(line.length - typed))) return [];
  if (/^\s*default\s+$/.test(before)) return requestDefaultItems(at, span);
  if (/^\s*default\s+[\w.]+\s*:?=\s*$/.test(before)) return at.onlyOurs ? [] : valueItems(span);
  if (!isAsked) return [];
  const inBody = path.some(({ type }) => type === 'query');
  if (before === '' && !inBody) return [...newRequestItems(at, span), ...(at.onlyOurs ? [] : ruleItems(at, span))];
  // The user is typing a new name.
  if (at.onlyOurs || /\bas\s+$/.test(before)) return [];
  return inBodyItems(at, offset, span);
}

/** Returns the completion after `package `. Also works in a file that isn't an agent policy yet. */
export function packageItems(text: string, offset: number): readonly Item[] {
  const line = text.slice(Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - maxLine), offset);
  const [, written] = /^\s*package\s+([\w.]*)$/.exec(line) ?? [];
  if (written === undefined) return [];
  const after = /^\w*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0;
  return [packageItem({ start: offset - written.length, end: offset + after })];
}

function inInput(at: PolicyLanguageContext, path: readonly string[], offset: number, span: Span): readonly Item[] {
  return fieldItems(at, { root: 'input', path }, at.types.requestsOf(at.types.ruleAt(offset)), span);
}

/** Returns completions in the string of `input["name"]`: the same fields as after a dot. */
function keyItems(at: PolicyLanguageContext, path: readonly RegoNode[], text: Scalar): readonly Item[] | undefined {
  const found = path.findLast(({ type, node }) => type === 'term' && node.kind === 'ref');
  if (found?.type !== 'term' || found.node.kind !== 'ref') return undefined;
  const ref = found.node;
  const index = ref.path.findIndex(({ dotted: behindDot, key }) => !behindDot && key.start === text.start);
  const origin = index < 0 ? undefined : at.types.originOf(upTo(ref, index));
  if (origin === undefined) return undefined;
  return fieldItems(at, origin, at.types.requestsOf(at.types.ruleAt(text.start)), {
    start: text.start + 1,
    end: text.end - 1,
  });
}

/** Returns the string at this offset. */
function stringAt({ module }: PolicyLanguageContext, offset: number): Scalar | undefined {
  const last = findRegoNodes(module, offset).at(-1);
  if (last?.type !== 'term' || last.node.kind !== 'scalar' || typeof last.node.value !== 'string') return undefined;
  // After a dot, the scalar is a name.
  const length = last.node.end - last.node.start;
  const written = last.node.value.length === length && !last.node.raw;
  return !written && last.node.start < offset && offset < last.node.end ? last.node : undefined;
}

/** Returns completions after a dot: fields of input or parts of names. */
function dotted(at: PolicyLanguageContext, path: readonly RegoNode[], before: string, offset: number): readonly Item[] {
  const typed = /^\w*/.exec(at.text.slice(offset, offset + 200))?.[0].length ?? 0;
  const start = offset - (/\w*$/.exec(at.text.slice(Math.max(0, offset - 200), offset))?.[0].length ?? 0);
  const span = { start, end: offset + typed };
  const found = path.findLast(({ type, node }) => type === 'term' && node.kind === 'ref');
  const ref = found?.type === 'term' && found.node.kind === 'ref' ? found.node : undefined;
  const index =
    ref?.path.findIndex((part) => part.dotted && part.start < offset && offset <= Math.max(part.end, part.key.end)) ??
    -1;
  if (ref !== undefined && index >= 0) {
    const base = upTo(ref, index);
    const origin = at.types.originOf(base);
    if (origin !== undefined) return fieldItems(at, origin, at.types.requestsOf(at.types.ruleAt(offset)), span);
    if (at.onlyOurs) return [];
    const names = base.kind === 'variable' || base.kind === 'ref' ? getRefNames(base) : undefined;
    return names === undefined ? [] : builtinItems(at, names, span);
  }
  // The text can't be parsed, so use a pattern.
  const names = /(?:^|[^\w.\]])((?:\w+\.)+)$/.exec(before)?.[1]?.split('.').slice(0, -1) ?? [];
  if (names[0] === 'input') return inInput(at, names.slice(1), offset, span);
  return at.onlyOurs || names.length === 0 ? [] : builtinItems(at, names, span);
}

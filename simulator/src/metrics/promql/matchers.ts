/** Selects series by name and labels. */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import { UnsupportedPromqlError, type Labels } from './promqlValues.ts';

export interface LabelMatcher {
  readonly label: string;
  readonly fits: (value: string) => boolean;
}

export function matchesLabelSet(labels: Labels, matchers: readonly LabelMatcher[]): boolean {
  return matchers.every(({ label, fits }) => fits(labels[label] ?? ''));
}

/**
 * Parses a separate selector such as `{__name__=~"kata_.*"}`.
 * @throws Error if it is invalid
 */
export function matchersOf(text: string): readonly LabelMatcher[] {
  const node = parser.parse(text).topNode.getChild('VectorSelector');
  if (node === null) throw new Error('invalid parameter "match[]": unexpected end of input');
  return readMatchers(node, text);
}

/**
 * Reads the matchers of a selector.
 * @param node VectorSelector node of this text
 */
export function readMatchers(node: SyntaxNode, text: string): readonly LabelMatcher[] {
  const name = node.getChild('Identifier');
  const list = node.getChild('LabelMatchers');
  const written = list?.getChildren('UnquotedLabelMatcher') ?? [];
  if ((list?.getChildren('QuotedLabelMatcher').length ?? 0) + (list?.getChildren('QuotedLabelName').length ?? 0) > 0)
    throw new UnsupportedPromqlError('quoted label names');
  const named = name === null ? [] : [equal('__name__', text.slice(name.from, name.to))];
  return [...named, ...written.map((matcher) => readMatcher(matcher, text))];
}

function readMatcher(node: SyntaxNode, text: string): LabelMatcher {
  const label = node.getChild('LabelName');
  const operator = node.getChild('MatchOp');
  const value = node.getChild('StringLiteral');
  if (label === null || operator === null || value === null) throw new Error('invalid label matcher');
  const name = text.slice(label.from, label.to);
  const wanted = unquoted(text.slice(value.from, value.to));
  switch (text.slice(operator.from, operator.to)) {
    case '=':
      return equal(name, wanted);
    case '!=':
      return { label: name, fits: (found) => found !== wanted };
    case '=~': {
      const pattern = anchored(wanted);
      return { label: name, fits: (found) => pattern.test(found) };
    }
    default: {
      const pattern = anchored(wanted);
      return { label: name, fits: (found) => !pattern.test(found) };
    }
  }
}

function equal(label: string, wanted: string): LabelMatcher {
  return { label, fits: (found) => found === wanted };
}

function anchored(pattern: string): RegExp {
  if (pattern.length > 2000) throw new UnsupportedPromqlError('patterns of this length');
  try {
    return new RegExp(`^(?:${pattern})$`, 'su');
  } catch {
    throw new UnsupportedPromqlError(`the pattern ${pattern.slice(0, 100)}`);
  }
}

/** Returns the value of a string literal: in double quotes with the escapes of Go, or in backquotes without escapes. */
function unquoted(literal: string): string {
  const inside = literal.slice(1, -1);
  if (literal.startsWith('`')) return inside;
  const signs: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
  return inside.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/gs,
    (_all, four?: string, two?: string, sign?: string) => {
      const code = four ?? two;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return signs[sign ?? ''] ?? sign ?? '';
    },
  );
}

/** Provides hovers in policies. */
import * as l10n from '@vscode/l10n';
import { builtinNamed, getBuiltinAvailability } from '#core/agent/builtinReference/builtins.ts';
import { findEndpoint, policyPackage } from '#core/agent/endpoints/endpoints.ts';
import { describeType } from '#core/agent/inputs/inputType.ts';
import type { Ref, Term } from '../rego/syntax/ast.ts';
import { getRefNames } from '../rego/compile/functionArity.ts';
import { findRegoNodes, type RegoNode } from '../rego/syntax/walk.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { NamedSymbol } from '../model/namedSymbol.ts';
import { isInComment, type PolicyLanguageContext } from './policyContext.ts';
import {
  builtinMarkdown,
  fieldMarkdown,
  describeKeyword,
  describeKind,
  formatInputPath,
  requestMarkdown,
} from './markdown.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export interface PolicyHover extends Span {
  readonly markdown: string;
}

const maxCode = 400;

/** Returns the hover for the word at this offset. */
export function hoverAt(at: PolicyLanguageContext, offset: number): PolicyHover | undefined {
  if (isInComment(at, offset)) return undefined;
  const path = findRegoNodes(at.module, offset);
  const field = fieldHover(at, path, offset);
  if (field !== undefined) return field;
  const request = requestHover(at, path, offset) ?? packageHover(at, path) ?? inputHover(at, path);
  if (request !== undefined || at.onlyOurs) return request;
  return calleeHover(at, path, offset) ?? nameHover(at, offset) ?? keywordHover(at, path, offset);
}

/** Describes a field, such as `OCI` in `input.OCI.Process`. */
function fieldHover(at: PolicyLanguageContext, path: readonly RegoNode[], offset: number): PolicyHover | undefined {
  const found = path.findLast(({ type, node }) => type === 'term' && node.kind === 'ref');
  if (found?.type !== 'term' || found.node.kind !== 'ref') return undefined;
  const ref = found.node;
  const index = ref.path.findIndex(({ key, end }) => key.start <= offset && offset <= end && key.kind === 'scalar');
  const part = ref.path[index];
  if (part === undefined) return undefined;
  const requests = at.types.requestsOf(at.types.ruleAt(offset));
  const origin = at.types.originOf(upTo(ref, index + 1));
  const field = origin === undefined ? undefined : at.types.fieldOf(origin, requests);
  return origin === undefined || field === undefined
    ? undefined
    : { ...span(part.key), markdown: fieldMarkdown(formatInputPath(origin.root, origin.path), field) };
}

/** Returns a reference up to, but not including, the part with this index. */
export function upTo(ref: Ref, length: number): Term {
  const path = ref.path.slice(0, length);
  const last = path.at(-1);
  return last === undefined ? ref.base : { ...ref, path, end: last.end };
}

const span = ({ start, end }: Span): Span => ({ start, end });

/** Describes a request at a rule with its name, or at a use of the name. */
function requestHover(
  { module, names }: PolicyLanguageContext,
  path: readonly RegoNode[],
  offset: number,
): PolicyHover | undefined {
  const last = path.at(-1);
  const word = last?.type === 'term' && last.node.kind === 'variable' ? last.node : undefined;
  const row = word === undefined ? undefined : findEndpoint(word.name);
  if (word === undefined || row === undefined) return undefined;
  const named = names.at(offset);
  if (named !== undefined && named.kind !== 'rule' && named.kind !== 'function') return undefined;
  const wrongPackage = module.package?.path.map(({ text }) => text).join('.') !== policyPackage;
  const warning = wrongPackage ? [`**${l10n.t('The agent evaluates only the package `{0}`.', policyPackage)}**`] : [];
  return { ...span(word), markdown: [requestMarkdown(row), ...warning].join('\n\n') };
}

/** Describes the name after `package`. */
function packageHover({ module }: PolicyLanguageContext, path: readonly RegoNode[]): PolicyHover | undefined {
  const inPackage = path.at(-1)?.type === 'name' && path.at(-2)?.type === 'package';
  const [first, ...rest] = module.package?.path ?? [];
  if (!inPackage || first === undefined) return undefined;
  const name = [first, ...rest].map(({ text }) => text).join('.');
  const words = l10n.t('The agent evaluates only the package `{0}`.', policyPackage);
  return {
    start: first.start,
    end: rest.at(-1)?.end ?? first.end,
    markdown: `**${name}**\n\n${name === policyPackage ? words : `**${words}**`}`,
  };
}

const maxListed = 20;

/** Describes `input` itself: the fields of the requests at this position. */
function inputHover(
  { names: known, types }: PolicyLanguageContext,
  path: readonly RegoNode[],
): PolicyHover | undefined {
  const last = path.at(-1);
  if (
    last?.type !== 'term' ||
    last.node.kind !== 'variable' ||
    last.node.name !== 'input' ||
    known.at(last.node.start) !== undefined
  )
    return undefined;
  const requests = types.requestsOf(types.ruleAt(last.node.start));
  const general = l10n.t`**input**: the request to the agent. Its fields depend on the type of request.`;
  if (requests.length === 0) return { ...span(last.node), markdown: general };
  const fields = types.fieldsAt({ root: 'input', path: [] }, requests);
  const lines = fields
    .slice(0, maxListed)
    .map(({ name, type }) => `- \`${name}\`${type === undefined ? '' : `: ${describeType(type)}`}`);
  const names = requests.map((name) => `\`${name}\``).join(', ');
  const head = requests.length > 3 ? general : `**input** (${names})`;
  return {
    ...span(last.node),
    markdown: [head, lines.length === 0 ? l10n.t`No fields.` : lines.join('\n')].join('\n\n'),
  };
}

function calleeHover(
  { guest, names }: PolicyLanguageContext,
  path: readonly RegoNode[],
  offset: number,
): PolicyHover | undefined {
  const found = path.findLast(({ type, node }) => type === 'term' && node.kind === 'call');
  if (found?.type !== 'term' || found.node.kind !== 'call' || offset > found.node.callee.end) return undefined;
  const { callee } = found.node;
  const name = getRefNames(callee)?.join('.');
  if (name === undefined || names.at(callee.start)?.kind === 'function') return undefined;
  const builtin = builtinNamed(name);
  if (builtin !== undefined) return { ...span(callee), markdown: builtinMarkdown(builtin, guest) };
  const standing = getBuiltinAvailability(name, guest);
  if (standing.state !== 'missing') return undefined;
  const { instead } = standing.family;
  return {
    ...span(callee),
    markdown: [l10n.t('**No guest supports `{0}`.**', name), ...(instead === undefined ? [] : [instead()])].join(
      getSentenceSeparator(),
    ),
  };
}

function nameHover(at: PolicyLanguageContext, offset: number): PolicyHover | undefined {
  const place = at.names.placeAt(offset);
  if (place === undefined) return undefined;
  return { start: place.start, end: place.end, markdown: describeName(place.named, at) };
}

/** Describes a rule, function, import, or variable of the policy. */
export function describeName(named: NamedSymbol, at: PolicyLanguageContext): string {
  const { kind, name } = named;
  switch (kind) {
    case 'rule':
    case 'function':
      return describeRule(named, at.text);
    case 'import':
      return `\`import ${named.import?.path.map(({ text }) => text).join('.') ?? name}\``;
    default: {
      const [definition] = named.definitions;
      const origin =
        definition === undefined ? undefined : at.types.originOf({ kind: 'variable', name, ...definition });
      const word = describeKind(kind);
      if (definition === undefined || origin === undefined) return `**${name}**: ${word}`;
      const type = at.types.typeOf(origin, at.types.requestsOf(at.types.ruleAt(definition.start)));
      const path = formatInputPath(origin.root, origin.path);
      return `**${name}**: ${type === undefined ? word : describeType(type)}\n\n${l10n.t`From \`${path}\`.`}`;
    }
  }
}

function describeRule({ rules }: NamedSymbol, text: string): string {
  const [first] = rules.filter(({ isDefault }) => !isDefault).concat(rules);
  if (first === undefined) return '';
  const code = text.slice(first.start, Math.min(first.end, first.start + maxCode));
  const cut = first.end > first.start + maxCode ? `${code}…` : code;
  const comment = commentAbove(first.start, text);
  const more = rules.length > 1 ? l10n.t`${rules.length} rules have this name.` : '';
  return [`\`\`\`rego\n${cut}\n\`\`\``, comment, more].filter((part) => part !== '').join('\n\n');
}

/** Returns the comment directly above a position. */
function commentAbove(start: number, text: string): string {
  const lines: string[] = [];
  let end = text.lastIndexOf('\n', start - 1);
  while (end > 0 && lines.length < 20) {
    const lineStart = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(lineStart, end).trim();
    if (!line.startsWith('#')) break;
    lines.unshift(line.replace(/^#+ ?/, ''));
    end = lineStart - 1;
  }
  return lines.join('\n');
}

function keywordHover(
  { text }: PolicyLanguageContext,
  path: readonly RegoNode[],
  offset: number,
): PolicyHover | undefined {
  const last = path.at(-1);
  if (last?.type === 'term' && (last.node.kind === 'scalar' || last.node.kind === 'variable')) return undefined;
  const start = offset - (/\w*$/.exec(text.slice(Math.max(0, offset - 40), offset))?.[0].length ?? 0);
  const end = offset + (/^\w*/.exec(text.slice(offset, offset + 40))?.[0].length ?? 0);
  const word = text.slice(start, end);
  return Object.hasOwn(describeKeyword, word)
    ? { start, end, markdown: `\`${word}\`: ${describeKeyword[word]?.()}` }
    : undefined;
}

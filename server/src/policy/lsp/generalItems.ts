/**
 * Returns the completions that any Rego editor offers: rules, variables, built-in functions of the guest, keywords, and
 * imports.
 */
import * as l10n from '@vscode/l10n';
import { formatSignature, type BuiltinInfo } from '#core/agent/builtinReference/builtin.ts';
import { isAvailableIn, builtinCatalog } from '#core/agent/builtinReference/builtins.ts';
import { policyPackage } from '#core/agent/endpoints/endpoints.ts';
import type { FutureKeyword } from '../rego/syntax/ast.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { NamedSymbol } from '../model/namedSymbol.ts';
import { importFor, type PolicyLanguageContext } from './policyContext.ts';
import { describeName } from './hover.ts';
import { escapePolicySnippet, type Item, type ItemKind } from './completionItem.ts';
import { builtinMarkdown, describeKeyword } from './markdown.ts';
import type { Message } from '#core/text/message.ts';

/** Returns the completion for the package that the agent evaluates. */
export function packageItem(span: Span): Item {
  return {
    label: policyPackage,
    kind: 'module',
    detail: l10n.t`package that the agent evaluates`,
    order: 0,
    snippet: policyPackage,
    span,
  };
}

const importWords: readonly (readonly [path: string, detail: Message])[] = [
  ['future.keywords.if', () => l10n.t`works with every guest`],
  ['future.keywords.in', () => l10n.t`works with every guest`],
  ['future.keywords.every', () => l10n.t`works with every guest`],
  ['future.keywords.contains', () => l10n.t`works with every guest`],
  ['rego.v1', () => l10n.t('all keywords, with `if` required before every body')],
  ['input', () => l10n.t`request to the agent`],
  ['data', () => l10n.t`policy and its state`],
];

/**
 * Returns the completions after `import `. Omits keywords that are already imported, because guests with v1 reject
 * duplicates.
 */
export function importItems({ module }: PolicyLanguageContext, span: Span): readonly Item[] {
  const there = new Set(
    module.imports
      .filter(({ start, end }) => span.start < start || end < span.start)
      .map(({ path }) => path.map(({ text }) => text).join('.')),
  );
  const hasAll = there.has('rego.v1') || there.has('future.keywords');
  const hasAny = hasAll || [...there].some((path) => path.startsWith('future.'));
  return importWords
    .filter(([path]) => !there.has(path) && !(hasAll && path.startsWith('future.')) && !(hasAny && path === 'rego.v1'))
    .map(([label, detail], order) => ({ label, kind: 'module', detail: detail(), order, snippet: label, span }));
}

/** Returns the completions after `default x := `. */
export function valueItems(span: Span): readonly Item[] {
  return ['false', 'true'].map((label, order) => ({ label, kind: 'value', order, snippet: label, span }));
}

/** Returns the completions at the start of a line: additional rules with an existing name, and keywords. */
export function ruleItems(at: PolicyLanguageContext, span: Span): readonly Item[] {
  const words = [
    'default',
    ...(at.module.package === undefined ? ['package'] : []),
    ...(at.names.rules.size === 0 || span.start <= firstRule(at) ? ['import'] : []),
  ];
  const own = [...at.names.rules.values()].filter(
    ({ definitions }) => !definitions.every(({ start }) => start === span.start),
  );
  return [
    ...words.map((label, index): Item => ({
      ...keyword(label, 400 + index, span),
      snippet: `${label} `,
      goesOn: true,
    })),
    ...own.slice(0, maxNames).map((named, index): Item => ({
      ...nameItem(named, at, 300, span, index < maxDescribed),
      snippet: escapePolicySnippet(named.name),
    })),
  ];
}

const firstRule = ({ module }: PolicyLanguageContext): number => module.rules[0]?.start ?? Infinity;

/**
 * Maximum number of names, of names with documentation, and of characters in a rule whose variables have documentation.
 */
const maxNames = 1000;
const maxDescribed = 200;
const maxDescribedIn = 50_000;

/**
 * Returns the completions in a rule body: variables, rules, imports, `input`, `data`, keywords, and built-in functions.
 */
export function inBodyItems(at: PolicyLanguageContext, offset: number, span: Span): readonly Item[] {
  const place = nearest(at, offset);
  const variables = at.names
    .variablesAt(place)
    .filter(({ places }) => !places.every(({ start }) => start === span.start));
  const rule = at.types.ruleAt(place);
  const isShort = rule === undefined || rule.end - rule.start < maxDescribedIn;
  const items = variables
    .slice(0, maxNames)
    .map((named, index) => nameItem(named, at, 0, span, index < maxDescribed && isShort));
  const hidden = new Set(variables.map(({ name }) => name));
  for (const named of [...at.names.rules.values(), ...at.names.imports.values()]) {
    if (items.length >= 2 * maxNames) break;
    if (!hidden.has(named.name) && !named.definitions.every(({ start }) => start === span.start))
      items.push(nameItem(named, at, 1, span, items.length < maxDescribed));
  }
  items.push(
    { label: 'input', kind: 'variable', detail: l10n.t`request to the agent`, order: 1, snippet: 'input', span },
    {
      label: 'data',
      kind: 'variable',
      detail: l10n.t`policy and its state`,
      order: 3,
      snippet: 'data',
      span,
    },
    ...keywordItems(at, span),
    ...builtinItems(at, [], span),
  );
  return items;
}

/**
 * Returns the offset at which variables are looked up. Variables are still in scope after the last statement of a rule
 * that isn't closed yet.
 */
function nearest({ module, text }: PolicyLanguageContext, offset: number): number {
  const rule = module.rules.findLast(({ start }) => start <= offset);
  return rule !== undefined && offset > rule.end && text.slice(rule.end, offset).trim() === '' ? rule.end : offset;
}

function nameItem(named: NamedSymbol, at: PolicyLanguageContext, order: number, span: Span, described: boolean): Item {
  const kinds: Readonly<Record<NamedSymbol['kind'], ItemKind>> = {
    rule: 'variable',
    function: 'function',
    import: 'module',
    parameter: 'variable',
    variable: 'variable',
  };
  const parameters =
    named.kind === 'function' ? (named.rules.find(({ isDefault }) => !isDefault)?.head.parameters ?? []) : [];
  const written = parameters.map(({ start, end }) => at.text.slice(start, end));
  return {
    label: named.name,
    kind: kinds[named.kind],
    ...(named.kind === 'function' ? { detail: `${named.name}(${written.join(', ')})` } : {}),
    ...(described ? { documentation: describeName(named, at) } : {}),
    order,
    snippet: named.kind === 'function' ? call(named.name, written) : escapePolicySnippet(named.name),
    span,
  };
}

const call = (name: string, given: readonly string[]): string =>
  `${escapePolicySnippet(name)}(${given.map((argument, index) => `\${${index + 1}:${escapePolicySnippet(argument)}}`).join(', ')})`;

/** Returns the built-in functions below a name (`regex.`), or all of them. */
export function builtinItems(at: PolicyLanguageContext, below: readonly string[], span: Span): readonly Item[] {
  const [first, second] = below;
  if (first === 'data') return dataItems(at, second, span);
  const prefix = below.map((name) => `${name}.`).join('');
  return builtinCatalog.flatMap((builtin) => {
    const available = isAvailableIn(builtin, at.guest);
    return available === false || !builtin.name.startsWith(prefix)
      ? []
      : [builtinItem(builtin, prefix, available, at, span)];
  });
}

function builtinItem(
  builtin: BuiltinInfo,
  prefix: string,
  available: true | 'depends',
  { guest }: PolicyLanguageContext,
  span: Span,
): Item {
  return {
    label: builtin.name.slice(prefix.length),
    kind: 'function',
    detail: formatSignature(builtin),
    ...(available === 'depends' ? { note: l10n.t`depends on the guest` } : {}),
    documentation: builtinMarkdown(builtin, guest),
    order: available === 'depends' ? 6 : 5,
    snippet: call(
      builtin.name.slice(prefix.length),
      builtin.arguments.map(({ name }) => name),
    ),
    span,
  };
}

/**
 * Returns the completions below `data`. `data.agent_policy.` contains the rules of the policy, `data.pstate` its state.
 */
function dataItems(at: PolicyLanguageContext, second: string | undefined, span: Span): readonly Item[] {
  if (second === undefined) {
    return [
      packageItem(span),
      {
        label: 'pstate',
        kind: 'module',
        detail: l10n.t`saved policy state`,
        order: 1,
        snippet: 'pstate',
        span,
      },
    ];
  }
  return second === policyPackage
    ? [...at.names.rules.values()].slice(0, maxNames).map((named, index) => ({
        ...nameItem(named, at, 0, span, index < maxDescribed),
        snippet: escapePolicySnippet(named.name),
      }))
    : [];
}

const keyword = (label: string, order: number, span: Span): Item => ({
  label,
  kind: 'keyword',
  ...(Object.hasOwn(describeKeyword, label) ? { documentation: describeKeyword[label]?.() ?? '' } : {}),
  order,
  snippet: label,
  span,
});

/**
 * Returns the keywords in a rule body. The completion of a keyword that a guest might not recognize also adds its
 * import.
 */
function keywordItems(at: PolicyLanguageContext, span: Span): readonly Item[] {
  const plain = ['not', 'with', 'else', 'true', 'false', 'null', 'as'].map((label) => keyword(label, 4, span));
  const future = (
    [
      ['some', 'some ${1:x} in ${2:xs}', 'in'],
      ['every', 'every ${1:x} in ${2:xs} {\n\t${0}\n\\}', 'every'],
      ['in', 'in ', 'in'],
      ['if', 'if ', 'if'],
      ['contains', 'contains ', 'contains'],
    ] as const satisfies readonly (readonly [string, string, FutureKeyword])[]
  ).map(([label, snippet, word]): Item => {
    const also = importFor(word, at);
    return { ...keyword(label, 4, span), snippet, ...(also.length === 0 ? {} : { also }) };
  });
  return [...plain, ...future];
}

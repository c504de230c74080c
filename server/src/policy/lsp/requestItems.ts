/** Returns the completions specific to agent policies: requests of the agent, and the fields of their input. */
import * as l10n from '@vscode/l10n';
import type { AgentEndpoint } from '#core/agent/endpoints/endpoint.ts';
import { findEndpoint, requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { describeType } from '#core/agent/inputs/inputType.ts';
import type { Scalar, Term } from '../rego/syntax/ast.ts';
import type { RegoNode } from '../rego/syntax/walk.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { KnownField, TermOrigin } from '../model/inputTypes.ts';
import { importFor, type PolicyLanguageContext } from './policyContext.ts';
import { escapePolicySnippet, type Item } from './completionItem.ts';
import { fieldMarkdown, formatInputPath, requestMarkdown } from './markdown.ts';
import type { Message } from '#core/text/message.ts';

/** Returns the requests for which the policy has a default or a rule. */
function said({ names }: PolicyLanguageContext): {
  readonly defaults: ReadonlySet<string>;
  readonly any: ReadonlySet<string>;
} {
  const defaults = new Set<string>();
  const any = new Set<string>();
  for (const [name, { rules }] of names.rules) {
    // Ignores names that the user is still typing.
    if (findEndpoint(name) === undefined) continue;
    if (rules.some(({ isDefault, head }) => isDefault && head.value !== undefined && head.value.kind !== 'broken'))
      defaults.add(name);
    if (rules.some(({ isDefault, bodies, head }) => !isDefault && (bodies.length > 0 || head.value !== undefined)))
      any.add(name);
  }
  return { defaults, any };
}

const notes: Readonly<Record<AgentEndpoint['start'], Message>> = {
  always: () => l10n.t`required to start`,
  local: () => '',
  mounts: () => l10n.t`required for mounts`,
  usually: () => '',
  annotation: () => '',
  no: () => '',
};

function requestItem(row: AgentEndpoint, label: string, snippet: string, order: number, span: Span): Item {
  const note = row.risk === 'high' ? l10n.t`high risk` : notes[row.start]();
  return {
    label,
    kind: 'request',
    detail: row.summary(),
    ...(note === '' ? {} : { note }),
    documentation: requestMarkdown(row),
    order,
    snippet,
    span,
  };
}

/** Returns the completions after `default `: requests without a default. Adds the value unless it already exists. */
export function requestDefaultItems(at: PolicyLanguageContext, span: Span): readonly Item[] {
  const { defaults } = said(at);
  const hasValue = /^[ \t]*:?=/.test(at.text.slice(span.end, span.end + 100));
  return requestEndpoints
    .filter(({ name }) => !defaults.has(name))
    .map((row, index) =>
      requestItem(row, row.name, hasValue ? row.name : `${row.name} := \${1|false,true|}`, index, span),
    );
}

/** Returns the completions at the start of a line: missing defaults, and rules for requests. */
export function newRequestItems(at: PolicyLanguageContext, span: Span): readonly Item[] {
  const { defaults, any } = said(at);
  const rest = at.text.slice(span.end, span.end + 100);
  // If another word follows on the line, the user is typing only the name.
  const alone = /^[ \t]*(?:\r?\n|$|#)/.test(rest);
  const imports = importFor('if', at);
  const items: Item[] = [];
  for (const [index, row] of requestEndpoints.entries()) {
    if (!alone) {
      items.push(requestItem(row, row.name, row.name, index, span));
      continue;
    }
    if (!defaults.has(row.name))
      items.push({
        ...requestItem(row, `default ${row.name}`, `default ${row.name} := \${1|false,true|}`, index, span),
        kind: 'snippet',
        filter: `${row.name} default`,
      });
    const rule = requestItem(
      row,
      row.name,
      `${row.name} if {\n\t\${0}\n\\}`,
      100 + index + (any.has(row.name) ? 100 : 0),
      span,
    );
    items.push(imports.length === 0 ? rule : { ...rule, also: imports });
  }
  return items;
}

/** Returns the completions after a dot: the fields of this part of the input. */
export function fieldItems(
  at: PolicyLanguageContext,
  origin: TermOrigin,
  requests: readonly string[],
  span: Span,
): readonly Item[] {
  return at.types.fieldsAt(origin, requests).map((field, index): Item => {
    const documentation = fieldMarkdown(formatInputPath(origin.root, [...origin.path, field.name]), field);
    const note = noteOf(field, requests);
    return {
      label: field.name,
      kind: 'field',
      detail: field.type === undefined ? l10n.t`defined in this policy` : describeType(field.type),
      ...(note === undefined ? {} : { note }),
      documentation,
      order: index,
      snippet: escapePolicySnippet(field.name),
      span,
    };
  });
}

/** Returns a note that names the requests with the field, if not all requests at this position have it. */
function noteOf({ only, requests: having }: KnownField, requests: readonly string[]): string | undefined {
  if (only !== undefined) return l10n.t`only in ${only()}`;
  if (having.length === 0 || (requests.length > 0 && having.length === requests.length)) return undefined;
  return having.length > 2 ? undefined : having.join(', ');
}

/** Returns the completions in a string that is compared with an enumeration, such as `input.file_type == "Regular"`. */
export function enumItems(
  at: PolicyLanguageContext,
  path: readonly RegoNode[],
  { start, end }: Scalar,
): readonly Item[] {
  const terms = path.flatMap(({ type, node }): Term[] => (type === 'term' ? [node] : []));
  const isIt = (term: Term): boolean => term.start <= start && end <= term.end;
  const around = terms.findLast((term) => term.kind === 'binary' || term.kind === 'membership');
  if (around?.kind !== 'binary' && around?.kind !== 'membership') return [];
  const [one, other] = around.kind === 'binary' ? [around.left, around.right] : [around.value, around.collection];
  const origin = at.types.originOf(isIt(one) ? other : one);
  const type = origin === undefined ? undefined : at.types.typeOf(origin, at.types.requestsOf(at.types.ruleAt(start)));
  if (type?.kind !== 'enum') return [];
  const span = { start: start + 1, end: end - 1 };
  return type.values.flatMap(({ value }, order): Item[] =>
    typeof value === 'string'
      ? [{ label: value, kind: 'value', order, snippet: escapePolicySnippet(value), span }]
      : [],
  );
}

/** Formats the comparison of two policies. */
import { verdictNames } from '#core/agent/verdicts.ts';
import type { Release } from '#core/product/releases.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { formatSanitizedJson, sanitizeTerminalLine } from '#core/text/sanitize.ts';
import type { ChangeEffect } from '#server/protocol/protocol.ts';
import { describeChange } from '#server/policy/diff/describeChange.ts';
import type { RequestChange } from '#server/policy/diff/diffPolicies.ts';

/** Names of the compared policies. */
interface ComparedPolicies {
  readonly before: string;
  readonly after: string;
  readonly release: Release;
}

/** Formats the changes as text, Markdown, or JSON. */
export function formatPolicyDiff(
  format: 'text' | 'md' | 'json',
  changes: readonly RequestChange[],
  compared: ComparedPolicies,
): string {
  return { text: asText, md: asMarkdown, json: asJson }[format](changes, compared);
}

/** Returns whether a change allows more. An unknown effect counts as more. */
export const isWiderChange = (effect: ChangeEffect): boolean => effect === 'wider' || effect === 'unknown';

const effectNames: Readonly<Record<ChangeEffect, string>> = {
  wider: 'allows more',
  narrower: 'allows less',
  unknown: 'possibly allows more (unknown)',
  same: 'allows the same',
};

function verdictsOf({ before, after }: RequestChange): string {
  const [was, is] = [before, after].map((verdict) => verdictNames[verdict]());
  return was === is ? `${was} (changed)` : `${was} -> ${is}`;
}

function summaryOf(changes: readonly RequestChange[]): string {
  if (changes.length === 0) return 'The policies treat all requests the same way.';
  const wider = changes.filter(({ effect }) => effect === 'wider').length;
  const unknown = changes.filter(({ effect }) => effect === 'unknown').length;
  return `${formatCount(changes.length, 'request')} changed: ${wider} wider, ${unknown} unknown, ${changes.length - wider - unknown} not wider.`;
}

function asText(changes: readonly RequestChange[], { before, after, release }: ComparedPolicies): string {
  const lines = changes.flatMap((change) => [
    `${change.endpoint}: ${verdictsOf(change)}, ${effectNames[change.effect]}`,
    ...describeChange(change).map(({ sign, text, line }) => {
      const at = line === undefined ? '' : `line ${line}: `;
      return sign === '' ? `  ${sanitizeTerminalLine(text)}` : `  ${sign} ${at}${sanitizeTerminalLine(text)}`;
    }),
  ]);
  const head = `${sanitizeTerminalLine(before)} -> ${sanitizeTerminalLine(after)} for the guest of OSC ${release.id}`;
  return `${[head, '', ...lines, ...(lines.length > 0 ? [''] : []), summaryOf(changes)].join('\n')}\n`;
}

function asMarkdown(changes: readonly RequestChange[], { before, after, release }: ComparedPolicies): string {
  const rows = changes.map(
    (change) => `| \`${change.endpoint}\` | ${verdictsOf(change).replace('->', '→')} | ${effectNames[change.effect]} |`,
  );
  const blocks = changes.flatMap((change) => {
    const lines = describeChange(change).map(({ sign, text }) =>
      sanitizeTerminalLine(`${sign === '' ? ' ' : sign} ${text}`).replaceAll('```', "'''"),
    );
    return lines.length === 0 ? [] : ['', `\`${change.endpoint}\`:`, '', '```diff', ...lines, '```'];
  });
  const code = (name: string) => `\`${sanitizeTerminalLine(name).replaceAll('`', "'")}\``;
  const table = rows.length === 0 ? [] : ['', '| request | verdict | effect |', '| --- | --- | --- |', ...rows];
  const head = `${code(before)} → ${code(after)}, OSC ${release.id}: ${summaryOf(changes)}`;
  return `${[head, ...table, ...blocks].join('\n')}\n`;
}

function asJson(changes: readonly RequestChange[], { before, after, release }: ComparedPolicies): string {
  const requests = changes.map(({ endpoint, before: was, after: is, effect, rules }) => ({
    request: endpoint,
    before: was,
    after: is,
    effect,
    rules: rules.map(({ name, effect: own, added, removed, changed, data, fallback }) => {
      const body = ({ line, source }: (typeof added)[number]) => ({ line, text: source });
      return {
        name,
        effect: own,
        added: added.map(body),
        removed: removed.map(body),
        changed: changed.map((pair) => ({ before: body(pair.before), after: body(pair.after) })),
        data: data.map(({ path, added: come, removed: gone, isReordered }) => ({
          path,
          added: come,
          removed: gone,
          ...(isReordered ? { reordered: true } : {}),
        })),
        ...(fallback === undefined ? {} : { default: fallback }),
      };
    }),
  }));
  const wider = changes.some(({ effect }) => isWiderChange(effect));
  return `${formatSanitizedJson({ before, after, release: release.id, wider, requests })}\n`;
}

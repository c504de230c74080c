/** Offers whole policies as completions in empty files. */
import * as l10n from '@vscode/l10n';
import { defaultPolicies } from '#core/agent/defaultPolicies.ts';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import type { Release } from '#core/product/releases.ts';
import type { Span } from '#server/engine/text/span.ts';
import { getDefaultBase } from '../table/table.ts';
import { escapePolicySnippet, type Item } from './completionItem.ts';

/** Returns the only word of a text, or an empty range if the text is empty. Returns undefined if there is more text. */
export function findOnlyWord(text: string, offset: number): Span | undefined {
  const written = /^(?:\s|#[^\n]*\n)*/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(written);
  if (!/^(?:package )?\w*\s*$/.test(rest) || rest.length > 1000) return undefined;
  const end = written + rest.trimEnd().length;
  return offset < written || offset > end
    ? rest.trim() === ''
      ? { start: offset, end: offset }
      : undefined
    : { start: written, end };
}

/** Returns the shipped policies, starting with the one in the image of the release. */
export function wholePolicies(release: Release, span: Span): readonly Item[] {
  const first = getDefaultBase(release);
  return defaultPolicies.flatMap(({ id, title, summary }, index): Item[] => {
    const text = renderDefaultPolicy(id);
    if (text === undefined) return [];
    return [
      {
        label: l10n.t`policy: ${title()}`,
        kind: 'file',
        detail: summary(),
        documentation: `${summary()}\n\n\`\`\`rego\n${text}\n\`\`\``,
        filter: `package agent_policy ${title()}`,
        order: id === first ? 0 : index + 1,
        snippet: escapePolicySnippet(text),
        span,
      },
    ];
  });
}

import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import { findMergeConflict } from '#server/engine/text/conflictMarkers.ts';
import type { Guest } from '#core/agent/guests.ts';
import type { Policy } from '#server/policy/model/policy.ts';
import type { RegoProblem } from '#server/policy/rego/syntax/ast.ts';
import { hasWidth, isInvalidSpace } from '#server/policy/rego/syntax/invalidSpaces.ts';
import { looksLikeEncodedPolicy } from '#core/agent/looksLikePolicy.ts';
import { unpackPolicy } from '#server/engine/encoding/pack.ts';
import type { Finding, Fix } from '#server/engine/findings/rule.ts';
import type { Span } from '#server/engine/text/span.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { listMissingKeywordImports } from '../dialect/keywords.ts';
import { isOverLimit } from './size.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export default definePolicyRule({
  id: 'rego-syntax',
  title: () => l10n.t`Invalid Rego syntax`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofTests: true,
  why: () =>
    l10n.t`The guest can't parse this policy and rejects it. If the policy is in the annotation \`io.katacontainers.config.agent.policy\`, the sandbox isn't created. By then, the agent has already discarded its previous policy, so every later request fails with an internal error.

The guest also rejects byte order marks, no-break spaces, and other special spaces outside strings and comments. An empty file is reported as information.

Correct the marked part.`,
  source: [kataUpstream('src/agent/policy/src/policy.rs'), 'microsoft/regorus@cabd0866 src/parser.rs'],
  *check({ policy, guest, isTest }) {
    const unusable = findMergeConflict(policy.text) ?? findNonRego(policy);
    if (unusable !== undefined) {
      yield unusable;
      return;
    }
    for (const { start, end, message } of problemsFor(policy, isTest ? undefined : guest)) {
      const plain = message.replaceAll('`', '');
      yield {
        start,
        end: Math.max(end, start),
        fixes: [...spaceFixes(policy, { start, end }), ...quoteFixes(policy, start)],
        message:
          plain.length < 40 && !isTest
            ? `${plain}${getSentenceSeparator()}${l10n.t`The guest rejects this policy.`}`
            : plain,
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith('default ExecProcessRequest :=\n#                          ^^ want\n'),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
    {
      avoid: policyWith(
        '<<<<<<< HEAD\n# <------------ want\ndefault ExecProcessRequest := false\n=======\ndefault ExecProcessRequest := true\n>>>>>>> debug\n',
      ),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
    {
      avoid: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n#                     ^ want\n    input.process.Args == ["ls"]\n',
      ),
      prefer: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == ["ls"]\n}\n',
      ),
    },
    {
      avoid: policyWith('default ExecProcessRequest :=\u00A0false\n#                            ^ want\n'),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
  ],
});

/** Returns the finding for a file that can't contain Rego, because it's empty or contains an encoded policy. */
export function findNonRego({ text }: Policy): Finding | undefined {
  if (text.trim() === '')
    return {
      start: 0,
      end: 0,
      severity: 'info',
      message: l10n.t`This file is empty. The guest rejects a policy without the line "package agent_policy".`,
    };
  if (!looksLikeEncodedPolicy(text)) return undefined;
  const start = text.length - text.trimStart().length;
  const decoded = unpackPolicy(text.trim()).text;
  return {
    start,
    end: start + (text.trim().split(/\s/, 1)[0] ?? '').length,
    message: l10n.t`This file contains a base64-encoded policy, which the guest can't parse. Decode it.`,
    fixes:
      decoded === undefined
        ? []
        : [{ title: l10n.t`Decode the policy`, edits: [{ start: 0, end: text.length, text: decoded }], sure: false }],
  };
}

/** Returns the fix for a problem that starts with an invalid space. */
function spaceFixes({ text }: Policy, { start, end }: Span): Fix[] {
  const code = text.charCodeAt(start);
  if (!isInvalidSpace(code)) return [];
  return hasWidth(code)
    ? [
        {
          title: l10n.t`Replace with a plain space`,
          edits: [{ start, end, text: ' '.repeat(end - start) }],
          sure: true,
        },
      ]
    : [{ title: l10n.t`Remove the character`, edits: [{ start, end, text: '' }], sure: true }];
}

/** Matches a string in typographic quotes that contains nothing that is special in a Rego string. */
const typographicString =
  /["\u201c-\u201f]([^"\\\u201c-\u201f\r\n]{0,1000})["\u201c-\u201f]|[\u2018-\u201b]([^"\\\u2018-\u201f\r\n]{0,1000})[\u2018-\u201b]/uy;

/**
 * Returns the fix for a problem that starts with a typographic quote. Single ones can also stand for backquotes, so
 * they aren't replaced automatically.
 */
function quoteFixes({ text }: Policy, start: number): Fix[] {
  if (!/^[\u2018-\u201f]/.test(text.slice(start, start + 1))) return [];
  typographicString.lastIndex = start;
  const match = typographicString.exec(text);
  if (match === null) return [];
  const edits = [start, start + match[0].length - 1].map((at) => ({ start: at, end: at + 1, text: '"' }));
  return [{ title: l10n.t`Use straight quotes`, edits, sure: match[1] !== undefined }];
}

/**
 * Returns what the guest can't parse, except problems that other rules report.
 * @param guest undefined for unit tests, which no guest loads
 */
function problemsFor(policy: Policy, guest: Guest | undefined): readonly RegoProblem[] {
  // If an import is missing, its own rule reports the resulting errors.
  const module =
    listMissingKeywordImports(policy).length > 0
      ? policy.in('v1')
      : guest?.dialect === 'v0'
        ? policy.in('v0')
        : policy.meant;
  const known = module.problems.filter(
    ({ code, message }) => code === 'syntax' || (code === 'too large' && !isOverLimit(message)),
  );
  const [first] = known;
  // Another rule reports a missing package if the policy has a rule to point at.
  const skipped =
    module.package === undefined &&
    module.rules.length > 0 &&
    first?.code === 'syntax' &&
    first.message.includes('package agent_policy')
      ? 1
      : 0;
  return known.slice(skipped);
}

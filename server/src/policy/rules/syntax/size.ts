import * as l10n from '@vscode/l10n';
import { tooLargeMessage } from '#server/policy/rego/syntax/parse.ts';
import { overLimits, type OverLimit } from '#core/agent/guests.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { getLineEnd } from '#server/engine/findings/edits.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';

export default definePolicyRule({
  id: 'rego-size',
  title: () => l10n.t`Policy too large for the guest`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  reads: 'text',
  why: () =>
    l10n.t`The policy exceeds the guest's size limits. Guests with Kata 3.30 and later reject a policy that has a line longer than 64 KiB, is larger than 16 MiB, or has more than 200,000 lines. A typical cause is a generated policy with all of \`policy_data\` on a single line.

The finding is a warning if it's unknown whether the guest has these limits.

Break the long line, or shorten the policy.`,
  source: [kataUpstream('src/agent/policy/src/policy.rs')],
  *check({ policy: { text }, guest }) {
    if (guest.limits === undefined || text.length < Math.min(guest.limits.lineBytes / 3, guest.limits.lines)) return;
    const who = guest.limitsAreSure
      ? l10n.t({
          message: 'The OSC {0} guest',
          args: [guest.release],
          comment: ['The subject of other messages, such as: "{0} rejects this policy."'],
        })
      : l10n.t({
          message: 'A guest with Kata 3.30 or later, which OSC {0} might use,',
          args: [guest.release],
          comment: ['The subject of other messages, such as: "{0} rejects this policy."'],
        });
    for (const over of overLimits(text, guest.limits)) {
      const start = over.line === undefined ? 0 : lineAt(text, over.line);
      yield {
        start,
        end: Math.min(getLineEnd(text, start), start + 80),
        severity: guest.limitsAreSure ? 'error' : 'warning',
        message: tooMuch(who, over),
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(`# ${'x'.repeat(65_600)}\n# <${'-'.repeat(80)} want\n`),
      prefer: policyWith('# x\n'),
    },
  ],
});

/** Returns whether a parser message is about one of these limits. Compares the localized messages. */
export function isOverLimit(message: string): boolean {
  return message === tooLargeMessage();
}

function tooMuch(who: string, { what, found, limit }: OverLimit): string {
  switch (what) {
    case 'lineBytes':
      return l10n.t`${who} rejects this policy because this line has ${found} bytes and the limit is ${limit}. Split the line.`;
    case 'lines':
      return l10n.t`${who} rejects this policy because it has ${found} lines and the limit is ${limit}.`;
    default:
      return l10n.t`${who} rejects this policy because it has ${found} bytes and the limit is ${limit}.`;
  }
}

/** Returns the offset where a line starts. Lines are zero-based. */
function lineAt(text: string, line: number): number {
  let start = 0;
  for (let left = line; left > 0; left -= 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) return start;
    start = next + 1;
  }
  return start;
}

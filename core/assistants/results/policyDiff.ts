/** Creates the result of osc_policy_diff. */
import type { Parsers } from '#core/redaction/index.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';

/** A request that the policies treat differently. */
interface RequestDifference {
  readonly request: string;
  readonly before: string;
  readonly after: string;
  /** Effect of the change on what the policy allows. */
  readonly effect: 'wider' | 'narrower' | 'unknown' | 'same';
  /** Changed conditions and data, each with `-` or `+`. */
  readonly changes: readonly string[];
}

export interface PolicyComparison {
  readonly before: string;
  readonly after: string;
  readonly release: string;
  /** Reasons why the guest rejects a policy. */
  readonly problems: readonly string[];
  readonly requests: readonly RequestDifference[];
}

const order = ['wider', 'unknown', 'narrower', 'same'] as const;
const effects: Readonly<Record<RequestDifference['effect'], string>> = {
  wider: 'allows more',
  unknown: 'possibly allows more (unknown)',
  narrower: 'allows less',
  same: 'allows the same',
};
const mostChanges = 20;

/** Creates the result, with the requests that became wider first. */
export function policyDiffResult(comparison: PolicyComparison, parsers: Parsers): ToolResult {
  const { before, after, release, problems } = comparison;
  const requests = order.flatMap((effect) => comparison.requests.filter((request) => request.effect === effect));
  const wider = requests.filter(({ effect }) => effect === 'wider' || effect === 'unknown').length;
  return createToolResult(
    {
      headline:
        requests.length === 0
          ? `The policies treat all requests the same way in the guest of OSC ${release}.`
          : `${formatCount(requests.length, 'request')} changed in the guest of OSC ${release}. The second policy ${wider === 0 ? 'allows nothing in addition' : `allows more, or possibly more, for ${formatCount(wider, 'request')}`}.`,
      lines: [
        `${before} -> ${after}`,
        ...problems.map((problem) => `Problem: ${problem}`),
        ...requests.flatMap(({ request, before: old, after: now, effect, changes }) => [
          `${request}: ${old === now ? `${old} (changed)` : `${old} -> ${now}`}, ${effects[effect]}`,
          ...changes.slice(0, mostChanges).map((change) => `  ${change}`),
        ]),
      ],
      data: {
        before,
        after,
        release,
        wider: wider > 0,
        problems,
        requests: requests.map((request) => ({ ...request, changes: request.changes.slice(0, mostChanges) })),
      },
    },
    parsers,
  );
}

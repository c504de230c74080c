/** The answer of osc_check_policy. */
import type { Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';
import type { PlacedFinding } from '#core/common/placedFinding.ts';
import { findingsSaid } from './lint.ts';

interface RequestVerdict {
  readonly request: string;
  readonly verdict: 'allowed' | 'denied' | 'conditional' | 'undefined';
  /** The line that decides, from 1; null where nothing does. */
  readonly line: number | null;
  /** What the policy in the image of the release makes of it. */
  readonly usual: string;
  /** What follows where it is allowed and that is a risk, or undefined. */
  readonly consequence?: string;
}

export interface CheckedPolicy {
  readonly name: string;
  /** The OSC release, and what the usual policy is called. */
  readonly release: string;
  readonly usualName: string;
  /** Why the guest does not take it, or reads it in another way than it looks. */
  readonly problem?: string;
  readonly refused: boolean;
  readonly findings: readonly PlacedFinding[];
  readonly requests: readonly RequestVerdict[];
}

const verdicts = ['allowed', 'conditional', 'denied', 'undefined'] as const;

export function policyAnswer(
  { name, release, usualName, problem, refused, findings, requests }: CheckedPolicy,
  parsers: Parsers,
): ToolResult {
  const said = findingsSaid(findings);
  const of = (verdict: RequestVerdict['verdict']): readonly RequestVerdict[] =>
    requests.filter((request) => request.verdict === verdict);
  const counts = verdicts
    .flatMap((verdict) => (of(verdict).length === 0 ? [] : [`${of(verdict).length} ${verdict}`]))
    .join(', ');
  return createToolResult(
    {
      headline: `${refused ? 'The guest refuses this policy. ' : ''}For OSC ${release}: ${said.counts}; of ${requests.length} requests ${counts}.`,
      lines: [
        `Policy: ${name}`,
        ...(problem === undefined ? [] : [`Problem: ${problem}`]),
        ...said.lines,
        ...verdicts.flatMap((verdict) => {
          const some = of(verdict);
          return some.length === 0
            ? []
            : [
                `${verdict}: ${some.map(({ request, line }) => (line === null ? request : `${request} (line ${line})`)).join(', ')}`,
              ];
        }),
        ...requests.flatMap(({ request, verdict, usual, consequence }) =>
          consequence === undefined || verdict === usual
            ? []
            : [`${request} is ${verdict}, in ${usualName} ${usual}: ${consequence}`],
        ),
      ],
      data: {
        policy: name,
        release,
        refused,
        problem: problem ?? null,
        ...said.data,
        comparedWith: usualName,
        requests: requests.map(({ request, verdict, line, usual }) => ({ request, verdict, line, usual })),
      },
    },
    parsers,
  );
}

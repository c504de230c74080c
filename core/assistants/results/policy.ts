/** Creates the result of osc_check_policy. */
import type { Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';
import type { PlacedFinding } from '#core/common/placedFinding.ts';
import { findingsSaid } from './lint.ts';

interface RequestVerdict {
  readonly request: string;
  readonly verdict: 'allowed' | 'denied' | 'conditional' | 'undefined';
  /** Line that decides, starting at 1. Null if no line decides. */
  readonly line: number | null;
  /** Verdict of the policy in the image of the release. */
  readonly usual: string;
  /** Consequence, if the request is allowed and risky, or undefined. */
  readonly consequence?: string;
}

export interface CheckedPolicy {
  readonly name: string;
  /** OSC release, and title of the policy in its image. */
  readonly release: string;
  readonly usualName: string;
  /** Reason why the guest rejects the policy or interprets it in an unexpected way. */
  readonly problem?: string;
  readonly refused: boolean;
  readonly findings: readonly PlacedFinding[];
  readonly requests: readonly RequestVerdict[];
}

const verdicts = ['allowed', 'conditional', 'denied', 'undefined'] as const;

export function policyResult(
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
      headline: `${refused ? 'The guest rejects this policy. ' : ''}For OSC ${release}: ${said.counts}. Verdicts for ${requests.length} requests: ${counts}.`,
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
            : [`${request} is ${verdict} (${usual} in ${usualName}): ${consequence}`],
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

/** The answer of osc_preflight. */
import { countWordsOf, fitnessSentence, preflightJson, releasesSentence, type ReportHead } from '#core/operations/checks/preflightReport.ts';
import type { Preflight } from '#core/operations/checks/preflight.ts';
import type { Parsers } from '#core/redaction/index.ts';
import { answerOf, type Answer } from '../toolResult.ts';
import { headLines } from './resultHeader.ts';

/** Checks that pass, or do not concern the cluster, are counted: they say nothing that somebody has to know. */
export function preflightAnswer(result: Preflight, head: ReportHead, parsers: Parsers): Answer {
  const releases = releasesSentence(result);
  const shown = result.checked.filter(({ finding: { verdict } }) => verdict !== 'pass' && verdict !== 'none');
  const lines = shown.flatMap(({ check, finding: { verdict, headline, evidence, meaning, todo } }) => [
    `${verdict}: ${check.title}: ${headline} [${check.id}]`,
    ...evidence.slice(0, mostEvidence).map((line) => `  ${line}`),
    ...(meaning === undefined ? [] : [`  Means: ${meaning}`]),
    ...(todo === undefined ? [] : [`  Do: ${todo}`]),
  ]);
  return answerOf(
    {
      headline: `${fitnessSentence(result)} ${countWordsOf(result)}`,
      lines: [...headLines(head), ...(releases === undefined ? [] : [releases]), ...lines],
      data: { ...preflightJson({ ...result, checked: shown }, head) },
    },
    parsers,
  );
}

/** Of one check. */
const mostEvidence = 10;

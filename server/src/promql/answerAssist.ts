/** Provides completions, problems, and hovers for PromQL in the query box of the metrics view. */
import type { SeveritySetting } from '#core/common/severity.ts';
import type { PromqlAssist, PromqlDiagnostic } from '../protocol/promqlAssist.ts';
import { toPublicRuleId } from '../engine/findings/rule.ts';
import type { FileFinding } from '../engine/findings/fileFinding.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import { checkPromql } from './check.ts';
import { completePromql } from './complete.ts';
import { explainPromql } from './explain.ts';

/** Context of a response, in addition to the request parameters. */
export interface AssistAbout {
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  readonly workspace: Pick<WorkspaceSnapshot, 'records'> | undefined;
  readonly onError: (message: string) => void;
}

/** Answers a request. Accepts parameters of any type. */
export function handleAssist(sent: unknown, about: AssistAbout): PromqlAssist {
  const params: Readonly<Record<string, unknown>> = typeof sent === 'object' && sent !== null ? { ...sent } : {};
  const text = typeof params['text'] === 'string' ? params['text'] : '';
  const given = params['offset'];
  const offset =
    typeof given === 'number' && Number.isSafeInteger(given) ? Math.min(Math.max(given, 0), text.length) : text.length;
  const hover = explainPromql(text, offset);
  // The query box only knows recorded series from the workspace. Unknown series are reported even before the workspace
  // is indexed.
  const workspace = about.workspace ?? { records: new Set<string>() };
  return {
    completions: completePromql(text, offset, workspace.records),
    problems: checkPromql(text, { ...about, workspace }).map(toProblem),
    ...(hover === undefined ? {} : { hover }),
  };
}

function toProblem({ rule, severity, message, start, end, fixes }: FileFinding): PromqlDiagnostic {
  const edit = fixes[0]?.edits[0];
  const replacement = edit?.start === start && edit.end === end ? edit.text : undefined;
  return {
    rule: toPublicRuleId(rule.id),
    severity,
    message,
    start,
    end,
    ...(replacement === undefined ? {} : { replacement }),
  };
}

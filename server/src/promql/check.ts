/**
 * Checks PromQL files and the expressions of PrometheusRules. As with manifests, an error in one rule is logged and
 * doesn't affect the others.
 */
import type { SeveritySetting } from '#core/common/severity.ts';
import { listMultilineScalars } from '../engine/yaml/multilineScalars.ts';
import { takeWithinQuota } from '../engine/yaml/quota.ts';
import type { PlacedDocument } from '../engine/yaml/yamlDocument.ts';
import { promqlRules } from './rules/index.ts';
import type { PromqlContext } from './rules/promqlRule.ts';
import type { FileFinding } from '../engine/findings/fileFinding.ts';
import { mayContainSuppression, findSuppressions } from '../engine/findings/suppressions.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import { expressionsIn, type EmbeddedExpression } from './expressions.ts';
import { readPromql } from './readPromql.ts';
import { mentionsKataRules, recordsIn } from '../engine/workspace/prometheusRules.ts';

/** Context of a check, in addition to the text. */
export interface PromqlEnvironment {
  /** Severities by rule ID without `osc/`. */
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  readonly workspace: Pick<WorkspaceSnapshot, 'records'> | undefined;
  readonly onError: (message: string) => void;
}

/** Maximum number of findings per rule in one text. */
const maxPerRule = 200;

/** Checks PromQL and returns the findings. */
export function checkPromql(text: string, environment: PromqlEnvironment): FileFinding[] {
  const silenced = findSuppressions(text);
  return run({ promql: readPromql(text), records: environment.workspace?.records }, environment).filter(
    ({ rule, start }) => !silenced(rule.id, start),
  );
}

/**
 * Checks the expressions of PrometheusRules in a file and returns the findings. Skips expressions that don't contain
 * Kata series.
 */
export function checkPrometheusRules(
  documents: readonly PlacedDocument[],
  environment: PromqlEnvironment,
): FileFinding[] {
  const found: FileFinding[] = [];
  const holding = [...takeWithinQuota(documents)].filter(({ document }) => mentionsKataRules(document));
  const records =
    environment.workspace === undefined
      ? undefined
      : new Set([...environment.workspace.records, ...holding.flatMap(({ document }) => recordsIn(document))]);
  for (const { document, start } of holding) {
    const { text } = document;
    const silenced = findSuppressions(
      text,
      mayContainSuppression(text) ? listMultilineScalars(document.parsed.root, text) : [],
    );
    for (const expression of expressionsIn(document)) {
      if (!expression.text.includes('kata_')) continue;
      const own = findSuppressions(expression.text);
      for (const finding of run({ promql: readPromql(expression.text), records }, environment)) {
        const id = finding.rule.id;
        // A comment above the key suppresses findings in the whole value. A comment in a block scalar is a PromQL
        // comment.
        if (own(id, finding.start) || silenced(id, expression.at.start)) continue;
        found.push(inFile(finding, expression, text, start));
      }
    }
  }
  return found;
}

/** Moves a finding from the expression to the file. Removes fixes if the file writes the expression differently. */
function inFile(finding: FileFinding, { text, map }: EmbeddedExpression, source: string, offset: number): FileFinding {
  const place = (start: number, end: number) => ({
    start: map.toFile(start),
    end: end > start ? map.toFile(end - 1) + 1 : map.toFile(start),
  });
  const fixes = finding.fixes.filter(({ edits }) =>
    edits.every((edit) => {
      const { start, end } = place(edit.start, edit.end);
      return source.slice(start, end) === text.slice(edit.start, edit.end) && /^[\w:|]*$/.test(edit.text);
    }),
  );
  const moved = (start: number, end: number) => {
    const at = place(start, end);
    return { start: at.start + offset, end: at.end + offset };
  };
  return {
    ...finding,
    ...moved(finding.start, finding.end),
    fixes: fixes.map((fix) => ({
      ...fix,
      edits: fix.edits.map((edit) => ({ ...edit, ...moved(edit.start, edit.end) })),
    })),
  };
}

function run(context: PromqlContext, environment: PromqlEnvironment): FileFinding[] {
  const found: FileFinding[] = [];
  for (const rule of promqlRules) {
    try {
      let left = maxPerRule;
      for (const { start, end, message, severity: own, fixes = [], related = [] } of rule.check(context)) {
        const severity = environment.severities.get(rule.id) ?? own ?? rule.severity;
        if (severity !== 'off') found.push({ rule, severity, message, start, end, fixes, related });
        left -= 1;
        if (left === 0) break;
      }
    } catch (error) {
      environment.onError(
        `rule ${rule.id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
  return found.sort((one, other) => one.start - other.start || one.end - other.end);
}

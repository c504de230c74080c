/**
 * Checks PromQL by its rules: files, and the expressions of PrometheusRules. As for manifests, a rule that throws is
 * reported to the log and harms no other.
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

/** What the answer depends on besides the text. */
export interface PromqlEnvironment {
  /** By rule id, without `osc/`. */
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  readonly workspace: Pick<WorkspaceSnapshot, 'records'> | undefined;
  readonly onError: (message: string) => void;
}

/** More findings of one rule in one text help nobody. */
const maxPerRule = 200;

/** What is wrong with a text of PromQL. */
export function checkPromql(text: string, environment: PromqlEnvironment): FileFinding[] {
  const silenced = findSuppressions(text);
  return run({ promql: readPromql(text), records: environment.workspace?.records }, environment).filter(
    ({ rule, start }) => !silenced(rule.id, start),
  );
}

/**
 * What is wrong with the expressions of PrometheusRules in a file. Expressions that speak of nothing of kata are left
 * to others.
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
        // A comment above the key counts for all of its value; one in a block is a comment of PromQL.
        if (own(id, finding.start) || silenced(id, expression.at.start)) continue;
        found.push(inFile(finding, expression, text, start));
      }
    }
  }
  return found;
}

/** The finding where the expression stands. What is not written there as it reads is not mended. */
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

/**
 * Checks the status filters of edge hosting requests. Skips documents that don't refer to edge hosting, because
 * requests to VKE have the same structure. If a rule throws an error, the error is logged and the other rules still
 * run, as for manifests.
 */
import { namesEdgeHosting } from '#core/edge/recognizeRequest.ts';
import type { SeveritySetting } from '#core/common/severity.ts';
import { listMultilineScalars } from '../engine/yaml/multilineScalars.ts';
import type { PlacedDocument } from '../engine/yaml/yamlDocument.ts';
import type { EdgeRule } from './rules/edgeRule.ts';
import { edgeRules } from './rules/index.ts';
import type { FileFinding } from '../engine/findings/fileFinding.ts';
import { mayContainSuppression, findSuppressions } from '../engine/findings/suppressions.ts';
import { findStatusFilters, type StatusFilter } from './filters.ts';
import { mayContainFilter } from './mayContainStatus.ts';

/** Settings of the check. */
export interface StatusEnvironment {
  /** Severities by rule ID, without `osc/`. */
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  readonly onError: (message: string) => void;
}

/** Maximum number of findings of one rule in one document. */
const maxPerRule = 200;
/** Maximum number of documents to check in one file. */
const maxDocuments = 200;

/** Returns the problems in the filters of a file, sorted by position. Skips documents that can't be parsed. */
export function checkStatusFilters(
  uri: string,
  documents: readonly PlacedDocument[],
  environment: StatusEnvironment,
): FileFinding[] {
  const path = decoded(uri);
  const found: FileFinding[] = [];
  for (const { document, start } of documents
    .filter((placed) => mayContainFilter(placed.document))
    .slice(0, maxDocuments)) {
    const { text } = document;
    if (!namesEdgeHosting(text, path)) continue;
    const { root, problems, template } = document.parsed;
    if (template || problems.length > 0) continue;
    const silenced = findSuppressions(text, mayContainSuppression(text) ? listMultilineScalars(root, text) : []);
    const filters = findStatusFilters(root, text, path);
    for (const rule of edgeRules) {
      for (const finding of run(rule, filters, environment)) {
        if (silenced(rule.id, finding.start)) continue;
        const fixes = finding.fixes.map((fix) => ({
          ...fix,
          edits: fix.edits.map((edit) => ({ ...edit, start: edit.start + start, end: edit.end + start })),
        }));
        found.push({ ...finding, start: finding.start + start, end: finding.end + start, fixes });
      }
    }
  }
  return found.sort((one, other) => one.start - other.start || one.end - other.end);
}

function run(
  rule: EdgeRule,
  filters: readonly StatusFilter[],
  { severities, onError }: StatusEnvironment,
): readonly FileFinding[] {
  const found: FileFinding[] = [];
  try {
    for (const filter of filters) {
      for (const { start, end, message, severity: own, fixes = [], related = [] } of rule.check({ filter })) {
        const severity = severities.get(rule.id) ?? own ?? rule.severity;
        if (severity !== 'off') found.push({ rule, severity, message, start, end, fixes, related });
        if (found.length >= maxPerRule) return found;
      }
    }
  } catch (error) {
    onError(`rule ${rule.id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  return found;
}

/** Returns a decoded URI, or the URI unchanged if it can't be decoded. */
export function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

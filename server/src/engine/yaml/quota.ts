/**
 * Limits how much of a file is checked. Files with thousands of supported objects aren't written manually, and checking
 * them would delay other files.
 */
import { mayContainObject } from './parse/mayContainObject.ts';
import { firstLine, jinjaStatement, limitCodes } from './parse/parse.ts';
import { findTemplateObstacle } from './parse/template.ts';
import type { PlacedDocument, YamlDocument } from './yamlDocument.ts';

/** Maximum number of documents per file that might be of a known kind. */
export const maxManifests = 2000;
/** Maximum number of parts that only the library can parse, which takes ten times as long as the fast reader. */
const maxEffort = 40_000;

/**
 * Yields the documents of a file that might be of a known kind, up to the quota. A document is parsed when the next one
 * is requested.
 * @param isChecked which documents to yield, by default those of known kinds. Must not parse them
 */
export function* takeWithinQuota(
  documents: readonly PlacedDocument[],
  isChecked: (document: YamlDocument) => boolean = ({ mayBeKnown }) => mayBeKnown,
): Generator<PlacedDocument, void, undefined> {
  let left = maxManifests;
  let effort = maxEffort;
  for (const placed of documents) {
    if (!isChecked(placed.document)) continue;
    if (left <= 0 || effort <= 0) return;
    left -= 1;
    yield placed;
    effort -= placed.document.parsed.effort;
  }
}

/**
 * Returns the offset at which the content of the first document starts that isn't checked, because the file exceeds the
 * quota. Returns undefined if the file doesn't exceed it.
 */
export function findQuotaEnd(text: string, documents: readonly PlacedDocument[]): number | undefined {
  let looked = 0;
  for (const _ of takeWithinQuota(documents)) looked += 1;
  const beyond = documents.find(({ document }) => document.mayBeKnown && (looked -= 1) < 0);
  return beyond === undefined ? undefined : findContentStart(text, beyond.start);
}

/** Returns the offset at which the content of the document at this offset starts. */
export function findContentStart(text: string, start: number): number {
  return start + Math.max(0, text.slice(start).search(firstLine));
}

/**
 * Why a document isn't checked. `limit`: it exceeds a limit of the parser. `action`: a template action has no end.
 * `branches`: a template has too many branches. `jinja`: it contains statements of Jinja. `template`: without its
 * actions, it isn't valid YAML. `definition`: it contains a definition (`{{ define }}`), which is rendered only where a
 * template includes it. `someBranches`: only some branches of a template are checked.
 */
type UncheckedReason =
  | { readonly reason: 'limit' | 'branches' }
  | {
      readonly reason: 'action' | 'jinja' | 'template' | 'definition';
      /** Offset of the cause. */ readonly cause: number;
    }
  | { readonly reason: 'someBranches'; readonly checked: number; readonly total: number };

/** A document that isn't checked completely, although it might be of a known kind, with its offset in the file. */
type UncheckedDocument = UncheckedReason & { readonly start: number };

/** Returns the documents within the quota that aren't checked completely. */
export function listUncheckedDocuments(documents: readonly PlacedDocument[]): readonly UncheckedDocument[] {
  return [...takeWithinQuota(documents)].flatMap(({ document, start }): UncheckedDocument[] => {
    if (document.parsed.problems.some(({ code }) => limitCodes.has(code))) return [{ start, reason: 'limit' }];
    const reason = reasonOfTemplate(document);
    return reason === undefined || !mayContainObject(document.text) ? [] : [{ ...reason, start }];
  });
}

function reasonOfTemplate({
  text,
  parsed: { template, obstacle, actions },
}: YamlDocument): UncheckedReason | undefined {
  if (!template) {
    const [checked, total] = [actions?.checkedBranches.length ?? 0, actions?.branches.length ?? 0];
    if (checked < total) return { reason: 'someBranches', checked, total };
    const definition = actions?.definitions.find(({ start, end }) => mayContainObject(text.slice(start, end)));
    return definition === undefined ? undefined : { reason: 'definition', cause: definition.start };
  }
  const found = obstacle === undefined ? findTemplateObstacle(text) : undefined;
  if (found !== undefined) return found;
  const jinja = jinjaStatement.exec(text);
  if (jinja !== null) return { reason: 'jinja', cause: jinja.index + jinja[0].indexOf('{') };
  return { reason: 'template', cause: obstacle?.start ?? 0 };
}

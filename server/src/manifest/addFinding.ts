/** Turns what a rule found in a document into a finding of its file: severity, suppressions, place, fixes. */
import * as l10n from '@vscode/l10n';
import type { SeveritySetting } from '#core/common/severity.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { FileFinding } from '../engine/findings/fileFinding.ts';
import type { Edit, Finding, ManifestRule } from '../engine/findings/rule.ts';
import { mayContainSuppression, findSuppressions } from '../engine/findings/suppressions.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import { listMultilineScalars } from '../engine/yaml/multilineScalars.ts';
import type { PlacedDocument, YamlDocument } from '../engine/yaml/yamlDocument.ts';
import type { ManifestEnvironment } from './manifestEnvironment.ts';

/** What a rule found in one manifest of a document. */
export interface RuleFinding {
  readonly rule: ManifestRule;
  readonly manifest: Manifest;
  readonly finding: Finding;
}

/** Adds the finding at its place in the file, unless the user or a comment turned it off. */
export function addFinding(
  found: FileFinding[],
  { rule, finding, manifest }: RuleFinding,
  { document, start }: PlacedDocument,
  uri: string,
  environment: ManifestEnvironment,
): void {
  if (rule.saidByYamlExtension === true && environment.yamlCheckedElsewhere) return;
  const mayBeMended = isMendedLater(rule, manifest, uri, environment);
  const severity = severityOf(rule, mayBeMended ? lessCertain(rule, finding) : finding, environment);
  if (severity === 'off' || silenced(document)(rule.id, finding.start)) return;
  const move = (at: number) => at + start;
  found.push({
    rule,
    severity,
    message:
      mayBeMended && finding.message.length + changedLater().length < maxMessage
        ? `${finding.message}${getSentenceSeparator()}${changedLater()}`
        : finding.message,
    start: move(finding.start),
    end: move(finding.end),
    fixes: (finding.fixes ?? []).map((fix) => ({
      ...fix,
      sure: fix.sure && !mayBeMended && !fix.edits.some((edit) => isShared(edit, document)),
      edits: fix.edits.map((edit) => ({ ...edit, start: move(edit.start), end: move(edit.end) })),
    })),
    related: finding.related ?? [],
    ...(finding.offersReleases === true ? { offersReleases: true } : {}),
  });
}

const changedLater = () => l10n.t`A kustomization changes this object and might fix this.`;
const maxMessage = 240;

/** What the rule compares with other files, or misses, a kustomization may bring. */
function isMendedLater(
  rule: ManifestRule,
  { kind, name }: Manifest,
  uri: string,
  { workspace }: ManifestEnvironment,
): boolean {
  return (
    (rule.mayBeAdded === true || rule.needs?.includes('workspace') === true) &&
    workspace?.overlays.change(uri, kind.id, name) === true
  );
}

function lessCertain(rule: ManifestRule, finding: Finding): Finding {
  const severity = finding.severity ?? rule.severity;
  return severity === 'error' || severity === 'warning' ? { ...finding, severity: 'info' } : finding;
}

/** It changes what stands elsewhere too, through an alias: nobody is asked whether that is meant there. */
function isShared({ start, end }: Edit, document: YamlDocument): boolean {
  return document.parsed.shared?.some((stretch) => start <= stretch.end && stretch.start <= end) === true;
}

const silencers = new WeakMap<YamlDocument, ReturnType<typeof findSuppressions>>();

/** The document's own comments are read once, not for every finding. */
function silenced(document: YamlDocument): ReturnType<typeof findSuppressions> {
  const known =
    silencers.get(document) ??
    findSuppressions(
      document.text,
      mayContainSuppression(document.text) ? listMultilineScalars(document.parsed.root, document.text) : [],
    );
  silencers.set(document, known);
  return known;
}

/** The user's word counts most; then the finding's own, then the rule's. */
function severityOf(rule: ManifestRule, finding: Finding, environment: ManifestEnvironment): SeveritySetting {
  return environment.severities.get(rule.id) ?? finding.severity ?? rule.severity;
}

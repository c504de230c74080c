/** Converts a finding of a rule in a document to a finding in the file: severity, suppressions, position, and fixes. */
import { oncePerObject } from '../engine/oncePerObject.ts';
import * as l10n from '@vscode/l10n';
import { isKustomizeKind } from '#core/kinds/kustomization.ts';
import type { Severity, SeveritySetting } from '#core/common/severity.ts';
import { getSentenceSeparator, splitSentences } from '#core/text/grammar.ts';
import type { FileFinding } from '../engine/findings/fileFinding.ts';
import type { CommandLineFinding, Edit, Finding, ManifestRule } from '../engine/findings/rule.ts';
import { mayContainSuppression, findSuppressions } from '../engine/findings/suppressions.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import { pathOfRange } from '../engine/yaml/node.ts';
import { canonicalizeUri, getRelativeName } from '../engine/workspace/fileUri.ts';
import { listMultilineScalars } from '../engine/yaml/multilineScalars.ts';
import type { PlacedDocument, YamlDocument } from '../engine/yaml/yamlDocument.ts';
import { compareWithCrd } from './compareWithCrd.ts';
import type { ManifestEnvironment } from './manifestEnvironment.ts';
import typographicQuotes, { listTypographicQuotes } from './rules/allKinds/typographicQuotes.ts';

/** A finding of a rule in one manifest of a document. */
export interface RuleFinding {
  readonly rule: ManifestRule;
  readonly manifest: Manifest;
  readonly finding: Finding;
}

/** Adds the finding at its position in the file, unless the user or a comment suppressed it. */
export function addFinding(
  found: FileFinding[],
  { rule, finding: ownFinding, manifest }: RuleFinding,
  { document, start }: PlacedDocument,
  uri: string,
  environment: ManifestEnvironment,
): void {
  if (isQuoteProblem(rule, ownFinding, manifest, document, environment)) return;
  const isInPatch = environment.workspace?.overlays.patchFiles.has(canonicalizeUri(uri)) === true;
  if (isInPatch && (rule.skipsPatches === true || ownFinding.skipsPatches === true)) return;
  // Only the schemas of CRDs are complete enough for the other extension to report the same findings.
  const { closed } = manifest.kind;
  if (rule.coveredByYamlExtension === true && closed === true && environment.yamlCheckedElsewhere) return;
  if (rule.coveredByKubernetesSchema === true && environment.kubernetesCheckedElsewhere === true) return;
  const finding = compareWithCrd({ rule, finding: ownFinding, manifest }, { uri, text: document.text }, environment);
  const changedBy = findLaterChange(rule, finding, manifest, uri, environment);
  if (changedBy === 'replaced') return;
  const mayBeChanged = changedBy !== undefined;
  const severity = severityOf(rule, mayBeChanged ? lessCertain(rule, finding) : finding, environment);
  if (severity === 'off' || silenced(document)(rule.id, finding.start)) return;
  const move = (at: number) => at + start;
  found.push({
    rule,
    severity,
    message: mayBeChanged ? withNote(finding.message, changedBy) : finding.message,
    start: move(finding.start),
    end: move(finding.end),
    fixes: (finding.fixes ?? []).map((fix) => ({
      ...fix,
      sure: fix.sure && !mayBeChanged && !fix.edits.some((edit) => isShared(edit, document)),
      edits: fix.edits.map((edit) => ({ ...edit, start: move(edit.start), end: move(edit.end) })),
    })),
    related: finding.related ?? [],
    ...(finding.advisory === undefined ? {} : { advisory: finding.advisory }),
    ...(finding.offersReleases === true ? { offersReleases: true } : {}),
    ...(finding.onCommandLine === undefined ? {} : { onCommandLine: limitSeverities(finding, severity) }),
  });
}

const quoted = new WeakMap<Manifest, ReadonlySet<number>>();

/** Returns whether a finding is only a consequence of typographic quotes, which another finding reports. */
function isQuoteProblem(
  { id }: ManifestRule,
  { start, end }: Finding,
  manifest: Manifest,
  { text }: YamlDocument,
  { severities }: ManifestEnvironment,
): boolean {
  const { id: own, appliesTo: kinds } = typographicQuotes;
  if (id === own || !kinds.includes(manifest.kind.id) || severities.get(own) === 'off') return false;
  const starts = quoted.get(manifest) ?? new Set(listTypographicQuotes(manifest, text).map(({ node }) => node.start));
  quoted.set(manifest, starts);
  return end > start && starts.has(start);
}

const changedLater = () => l10n.t`A kustomization changes this object and might fix this problem.`;
const maxMessage = 240;

/**
 * Adds a sentence to a message. A message has at most two sentences, so the sentence replaces the advice, if there is
 * any. The fix contains the same advice.
 */
function withNote(message: string, note: string): string {
  const [first, ...others] = splitSentences(message);
  const kept = first === undefined || others.length === 0 ? message : first;
  return kept.length + note.length < maxMessage ? `${kept}${getSentenceSeparator()}${note}` : message;
}

/**
 * Returns a sentence about a kustomization that might change the reported value, which makes the finding less certain.
 * Returns `replaced` if every build replaces the value, and undefined if no kustomization affects the finding.
 */
function findLaterChange(
  rule: ManifestRule,
  finding: Finding,
  { kind, name, root }: Manifest,
  file: string,
  { workspace }: ManifestEnvironment,
): string | undefined {
  const overlays = workspace?.overlays;
  if (overlays === undefined || rule.reads === 'syntax' || isKustomizeKind(kind)) return undefined;
  const uri = workspace?.envFiles.get(canonicalizeUri(file))?.namedBy ?? file;
  const written = overlays.write(uri, { id: kind.id, name }, pathOfRange(root, finding));
  if (written === 'all') return 'replaced';
  if (written !== 'none')
    return l10n.t`Another kustomization replaces this value, but ${getRelativeName(file, written.exceptIn)} doesn't.`;
  if (finding.changedBy !== undefined && overlays.changesAll(uri, finding.changedBy))
    return finding.changedBy === 'namespaces' ? 'replaced' : changedLater();
  if (!overlays.change(uri, kind.id, name)) return undefined;
  // A patch contains only part of an object, and kustomize applies it unchanged.
  const isPart = overlays.patchFiles.has(canonicalizeUri(uri));
  const isAboutOthers = rule.mayBeAdded === true || rule.needs?.includes('workspace') === true;
  return isPart && !isAboutOthers ? undefined : changedLater();
}

function lessCertain(rule: ManifestRule, finding: Finding): Finding {
  const severity = finding.severity ?? rule.severity;
  return severity === 'error' || severity === 'warning' ? { ...finding, severity: 'info' } : finding;
}

/**
 * Returns the findings for the command line. They keep their own severities, unless the severity of the finding that
 * they replace was changed.
 */
function limitSeverities({ severity, onCommandLine = [] }: Finding, actual: Severity): readonly CommandLineFinding[] {
  return severity === actual ? onCommandLine : onCommandLine.map((one) => ({ ...one, severity: actual }));
}

/** Returns whether the edit would also change other places through an alias, which might not be intended. */
function isShared({ start, end }: Edit, document: YamlDocument): boolean {
  return document.parsed.shared?.some((stretch) => start <= stretch.end && stretch.start <= end) === true;
}

/** Returns the suppressions of a document. They are parsed once, not for every finding. */
const silenced = oncePerObject(({ text, parsed }: YamlDocument) =>
  findSuppressions(text, mayContainSuppression(text) ? listMultilineScalars(parsed.root, text) : []),
);

/** Returns the severity: the user's setting, otherwise that of the finding, otherwise that of the rule. */
function severityOf(rule: ManifestRule, finding: Finding, environment: ManifestEnvironment): SeveritySetting {
  return environment.severities.get(rule.id) ?? finding.severity ?? rule.severity;
}

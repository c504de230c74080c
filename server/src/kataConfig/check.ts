/** Checks Kata's configuration files with the rules: files, and those in MachineConfigs and ConfigMaps. */
import * as l10n from '@vscode/l10n';
import { isKataConfigTemplate, looksLikeKataConfig } from '#core/kata/kataConfigFile.ts';
import { getKataVersion } from '#core/annotations/kataVersions.ts';
import { addConsequence } from '#core/text/grammar.ts';
import { cutText } from '#core/text/sanitize.ts';
import type { CheckEnvironment } from '../engine/findings/checkEnvironment.ts';
import { compareByPosition, type FileFinding } from '../engine/findings/fileFinding.ts';
import type { Edit, Fix } from '../engine/findings/rule.ts';
import { ruleSteps } from '../engine/findings/ruleSteps.ts';
import { findSuppressions, mayContainSuppression } from '../engine/findings/suppressions.ts';
import { applyEdits } from '../engine/findings/applyFixes.ts';
import { listEmbeddedKataConfigs, type EmbeddedKataConfig } from '../engine/kataConfig/embeddedKataConfig.ts';
import { mayHaveKataConfigs } from '../engine/kataConfig/mayHaveKataConfigs.ts';
import { encodeScalar, isEditable } from '../engine/kataConfig/encodeScalar.ts';
import { inSlices, runToCompletion, type YieldingTask } from '../engine/scheduling/steps.ts';
import { findMergeConflict } from '../engine/text/conflictMarkers.ts';
import type { TextMap } from '../engine/text/textMap.ts';
import { countLineBreaks } from '../engine/workspace/indexedObject.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { perVersion } from '../engine/workspace/perVersion.ts';
import { listMultilineScalars } from '../engine/yaml/multilineScalars.ts';
import { takeWithinQuota } from '../engine/yaml/quota.ts';
import type { PlacedDocument } from '../engine/yaml/yamlDocument.ts';
import { parseKataConfig, type KataConfigDocument } from './document.ts';
import type { KataConfigContext } from './kataConfigRule.ts';
import { contextOf, type NamedKataConfig } from './neighbors.ts';
import { kataConfigRules } from './rules/index.ts';
import { notRead } from './rules/shared.ts';
import syntax from './rules/syntax.ts';

/** The inputs of a check. */
type KataConfigEnvironment = Pick<CheckEnvironment, 'release' | 'severities' | 'workspace' | 'onError'>;

/** Returns the configuration file in an open TOML file. Returns undefined if the file contains something else. */
export const getKataConfig = perVersion((file): KataConfigDocument | undefined => {
  const text = file.text.getText();
  return file.language === 'toml' && looksLikeKataConfig(text, file.uri)
    ? parseKataConfig(text, isKataConfigTemplate(file.uri))
    : undefined;
});

/** Returns the input of the rules for an open TOML file. */
export function contextOfFile(
  file: OpenFile,
  files: Iterable<NamedKataConfig> = [],
  version?: string,
): KataConfigContext | undefined {
  const document = getKataConfig(file);
  return document === undefined ? undefined : contextOf(file.uri, document, files, version);
}

/**
 * Checks an open file. Yields to other work during the check.
 * @returns undefined if `isStale` returned true, because the findings are no longer needed
 */
export async function checkKataConfigs(
  file: OpenFile,
  environment: KataConfigEnvironment,
  isStale: () => boolean = () => false,
): Promise<FileFinding[] | undefined> {
  const steps = file.language === 'toml' ? fileSteps(file, environment) : yamlSteps(file.documents, environment);
  return inSlices(steps, isStale);
}

/**
 * Checks a configuration file that isn't open.
 * @param name path or URI of the file
 */
export function checkKataConfigText(text: string, name: string, environment: KataConfigEnvironment): FileFinding[] {
  if (!looksLikeKataConfig(text, name)) return [];
  const document = parseKataConfig(text, isKataConfigTemplate(name));
  return runToCompletion(
    rulesOf(
      contextOf(name, document, environment.workspace?.kataConfigs ?? [], getKataVersion(environment.release)),
      environment,
    ),
  );
}

/** Checks the configuration files in YAML documents. */
export function checkEmbeddedKataConfigs(
  documents: readonly PlacedDocument[],
  environment: KataConfigEnvironment,
): FileFinding[] {
  return runToCompletion(yamlSteps(documents, environment));
}

function* fileSteps(file: OpenFile, environment: KataConfigEnvironment): YieldingTask<FileFinding[]> {
  const context = contextOfFile(file, environment.workspace?.kataConfigs, getKataVersion(environment.release));
  return context === undefined ? [] : yield* rulesOf(context, environment);
}

function rulesOf(context: KataConfigContext, environment: KataConfigEnvironment): YieldingTask<FileFinding[]> {
  const { text, problems } = context.document;
  // Other findings would be about two versions at once, or about parts of the file.
  const onlySyntax = problems.length > 0 || findMergeConflict(text) !== undefined;
  return ruleSteps(onlySyntax ? [syntax] : kataConfigRules, (rule) => rule.check(context), text, environment);
}

function* yamlSteps(
  documents: readonly PlacedDocument[],
  environment: KataConfigEnvironment,
): YieldingTask<FileFinding[]> {
  const found: FileFinding[] = [];
  for (const { document, start } of takeWithinQuota(documents, mayHaveKataConfigs)) {
    const files = listEmbeddedKataConfigs(document);
    if (files.length === 0) continue;
    const { text, parsed } = document;
    const isSuppressed = findSuppressions(
      text,
      mayContainSuppression(text) ? listMultilineScalars(parsed.root, text) : [],
    );
    for (const file of files) {
      yield;
      for (const finding of yield* embeddedSteps(file, files, text, environment))
        // A comment above the key suppresses findings in the whole value.
        if (!isSuppressed(finding.rule.id, file.node.start) && !isSuppressed(finding.rule.id, finding.start))
          found.push(moveFinding(finding, start));
    }
  }
  return found.sort(compareByPosition);
}

function moveFinding(finding: FileFinding, by: number): FileFinding {
  const move = <Of extends { readonly start: number; readonly end: number }>(span: Of): Of => ({
    ...span,
    start: span.start + by,
    end: span.end + by,
  });
  return {
    ...move(finding),
    fixes: finding.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(move) })),
  };
}

/** Returns the findings in a file of an object, at their positions in the YAML document. */
function* embeddedSteps(
  file: EmbeddedKataConfig,
  files: readonly EmbeddedKataConfig[],
  source: string,
  environment: KataConfigEnvironment,
): YieldingTask<FileFinding[]> {
  const { text, problem } = file;
  if (text === undefined) return encodingFinding(file, problem ?? '', environment);
  const others = files.flatMap((other): NamedKataConfig[] =>
    other.object === file.object && other.text !== undefined ? [{ name: other.name, text: other.text }] : [],
  );
  // As in a file of its own, a byte order mark isn't a part of the text.
  const document = parseKataConfig(text.replace(/^\uFEFF/, ' '), isKataConfigTemplate(file.name));
  const own = yield* rulesOf(contextOf(file.name, document, others, getKataVersion(environment.release)), environment);
  return own.map((finding) => placeFinding(finding, file, text, source));
}

function encodingFinding(
  file: EmbeddedKataConfig,
  problem: string,
  { severities }: KataConfigEnvironment,
): FileFinding[] {
  const severity = severities.get(syntax.id) ?? syntax.severity;
  if (severity === 'off') return [];
  const { start, end } = file.node;
  const consequence = file.isCreated === true ? notRead() : l10n.t("The nodes can't create {0}.", file.name.slice(-80));
  const message = cutText(addConsequence(problem, consequence).replaceAll('`', '').replaceAll(/\s+/g, ' '), 240, '...');
  return [{ rule: syntax, severity, message, start, end, fixes: [], related: [] }];
}

function placeFinding(finding: FileFinding, file: EmbeddedKataConfig, text: string, source: string): FileFinding {
  const { node, map } = file;
  const fixes = finding.fixes.flatMap((fix) => placeFix(fix, file, text, source) ?? []);
  if (map === undefined) {
    const message = l10n.t`Line ${countLineBreaks(text, finding.start) + 1}: ${finding.message}`;
    return { ...finding, message: cutText(message, 240, '...'), start: node.start, end: node.end, fixes };
  }
  const start = map.toFile(finding.start);
  const end = finding.end > finding.start ? endOf(map, finding.end, source) : start;
  return { ...finding, start, end: Math.max(start, end), fixes };
}

/** Returns the end of a range in the YAML document. Its last character can be an escape, such as `%2C`. */
function endOf(map: TextMap, end: number, source: string): number {
  const last = map.toFile(end - 1);
  const written = source.slice(last, map.toFile(end));
  // The next character can be on another line.
  const lineBreak = written.search(/\\?[\r\n]/);
  return last + Math.max(1, lineBreak < 0 ? written.length : lineBreak);
}

/** Moves a fix to the YAML document: edits a part of the value if possible, or encodes the whole file again. */
function placeFix(fix: Fix, file: EmbeddedKataConfig, text: string, source: string): Fix | undefined {
  if (!isEditable(file)) return undefined;
  const parts = fix.edits.map((edit) => placeEdit(edit, file));
  if (parts.every((part) => part !== undefined)) return { ...fix, edits: parts };
  const encoded = file.encoding === 'plain' ? undefined : file.encode(applyEdits(text, fix.edits));
  const { start, end } = file.node;
  return encoded === undefined
    ? undefined
    : { ...fix, edits: [{ start, end, text: encodeScalar(encoded, source, file.node) }] };
}

function placeEdit({ start, end, text }: Edit, { map, encodePart }: EmbeddedKataConfig): Edit | undefined {
  const part = encodePart?.(text);
  return map === undefined || part === undefined
    ? undefined
    : { start: map.toFile(start), end: map.toFile(end), text: part };
}

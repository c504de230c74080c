/**
 * Formats findings as SARIF 2.1.0 for code scanning services: rules with their help, and findings with their locations.
 */
import { cutText, formatSanitizedJson } from '#core/text/sanitize.ts';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Location, Log, ReportingDescriptor, Result } from 'sarif';
import type { Severity } from '#core/common/severity.ts';
import type { Release } from '#core/product/releases.ts';
import { renderSource, splitSources } from '#core/product/sourceLinks.ts';
import { rules } from '../rules.ts';
import { toPublicRuleId, type RuleInfo } from '#server/engine/findings/rule.ts';
import { findRuleDocs } from '#server/engine/findings/ruleDocs.ts';
import { version } from '#server/engine/version.ts';
import { stdinName } from '../io/inputs.ts';
import type { PlacedFinding, PlacedMessage } from '#core/common/placedFinding.ts';

const levels: Readonly<Record<Severity, Result.level>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
  hint: 'note',
};

/** Formats the findings as a SARIF log with one run. The help of rules links to the documentation of a release. */
export function formatSarif(problems: readonly PlacedFinding[], release: Release): string {
  const used = rules.filter((rule) => problems.some((problem) => problem.rule === toPublicRuleId(rule.id)));
  const log = createSarifLog(
    used.map((rule) => describe(rule, release)),
    problems.map((problem) => toResult(problem, used)),
  );
  return `${formatSanitizedJson(log)}\n`;
}

/** Creates a log with one run. File names are relative to the working directory. */
export function createSarifLog(rules: ReportingDescriptor[], results: Result[]): Log {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'osc-tools',
            version,
            informationUri: 'https://docs.redhat.com/en/documentation/openshift_sandboxed_containers',
            rules,
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { ROOT: { uri: `${pathToFileURL(process.cwd()).href}/` } },
        results,
      },
    ],
  };
}

function describe(rule: RuleInfo, release: Release): ReportingDescriptor {
  const docs = findRuleDocs(rule, release);
  return {
    id: toPublicRuleId(rule.id),
    name: rule.id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: plain(rule.title()) },
    fullDescription: { text: cutParagraphs(plain(rule.why())) },
    // The rule pages ship with the extension and aren't on the web, so this is the page that the rule is based on.
    ...(docs === undefined ? {} : { helpUri: docs.url }),
    help: {
      text: `${plain(rule.why())}\n\nSources: ${plain(rule.source.join('; '))}`,
      markdown: `${rule.why()}\n\nSources:\n\n${splitSources(rule.source)
        .map((source) => `- ${renderSource(source)}`)
        .join('\n')}`,
    },
    defaultConfiguration: { level: levels[rule.severity] },
  };
}

/** Removes Markdown formatting, for consumers that display plain text. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/`|\*\*/g, '');
}

function toResult(problem: PlacedFinding, used: readonly RuleInfo[]): Result {
  const { advisory, alsoAt = [] } = problem;
  return {
    ruleId: problem.rule,
    ruleIndex: used.findIndex((rule) => toPublicRuleId(rule.id) === problem.rule),
    level: levels[problem.severity],
    message: toMessage(problem.message),
    locations: [toLocation(problem.file, problem)],
    ...(alsoAt.length === 0
      ? {}
      : {
          relatedLocations: alsoAt.map((place) => ({
            ...toLocation(problem.file, place),
            message: toMessage(place.message),
          })),
        }),
    ...(advisory === undefined ? {} : { properties: { tags: ['security'], advisory } }),
  };
}

/** Escapes a message. In SARIF, `[text](target)` is a link, and a message can quote such text from the file. */
function toMessage(text: string): { text: string } {
  return { text: text.replaceAll(/[[\]\\]/g, String.raw`\$&`) };
}

function toLocation(file: string, place: Omit<PlacedMessage, 'message'>): Location {
  const region = {
    startLine: place.line,
    startColumn: place.column,
    endLine: place.endLine,
    endColumn: place.endColumn,
  };
  return { physicalLocation: { artifactLocation: sarifArtifact(file), region } };
}

/** Returns the location of a file, whose name is relative to the working directory or absolute. */
export function sarifArtifact(file: string): { uri: string; uriBaseId?: string } {
  if (file === stdinName) return { uri: 'stdin' };
  if (path.isAbsolute(file)) return { uri: pathToFileURL(file).href };
  return { uri: path.normalize(file).split(path.sep).map(encodeURIComponent).join('/'), uriBaseId: 'ROOT' };
}

/** Maximum length of a description, in characters. GitHub rejects longer ones. */
const longestDescription = 1024;

/** Returns the first paragraphs of a text that fit in a description. The help of the rule contains the others, too. */
function cutParagraphs(text: string): string {
  let kept = text;
  while (kept.length > longestDescription && kept.includes('\n\n')) kept = kept.slice(0, kept.lastIndexOf('\n\n'));
  return cutText(kept, longestDescription, '...');
}

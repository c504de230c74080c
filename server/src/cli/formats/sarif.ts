/**
 * Formats findings as SARIF 2.1.0 for code scanning services: rules with their help, and findings with their locations.
 */
import { formatSanitizedJson } from '#core/text/sanitize.ts';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Log, ReportingDescriptor, Result } from 'sarif';
import type { Severity } from '#core/common/severity.ts';
import { rules } from '../rules.ts';
import { toPublicRuleId, type RuleInfo } from '#server/engine/findings/rule.ts';
import { version } from '#server/engine/version.ts';
import { stdinName } from '../io/inputs.ts';
import type { PlacedFinding } from '#core/common/placedFinding.ts';

const levels: Readonly<Record<Severity, Result.level>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
  hint: 'note',
};

/** Formats the findings as a SARIF log with one run. */
export function formatSarif(problems: readonly PlacedFinding[]): string {
  const used = rules.filter((rule) => problems.some((problem) => problem.rule === toPublicRuleId(rule.id)));
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'osc-tools',
            version,
            informationUri: 'https://docs.redhat.com/en/documentation/openshift_sandboxed_containers',
            rules: used.map(describe),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { ROOT: { uri: `${pathToFileURL(process.cwd()).href}/` } },
        results: problems.map((problem) => toResult(problem, used)),
      },
    ],
  };
  return `${formatSanitizedJson(log)}\n`;
}

function describe(rule: RuleInfo): ReportingDescriptor {
  return {
    id: toPublicRuleId(rule.id),
    name: rule.id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: plain(rule.title()) },
    fullDescription: { text: plain(rule.why()) },
    // Omits helpUri, because the rule pages ship with the extension and aren't on the web.
    help: {
      text: `${plain(rule.why())}\n\nSources: ${plain(rule.source.join('; '))}`,
      markdown: `${rule.why()}\n\nSources:\n\n${rule.source.map((source) => `- ${source}`).join('\n')}`,
    },
    defaultConfiguration: { level: levels[rule.severity] },
  };
}

/** Removes Markdown formatting, for consumers that display plain text. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/`|\*\*/g, '');
}

function toResult(problem: PlacedFinding, used: readonly RuleInfo[]): Result {
  const region = {
    startLine: problem.line,
    startColumn: problem.column,
    endLine: problem.endLine,
    endColumn: problem.endColumn,
  };
  return {
    ruleId: problem.rule,
    ruleIndex: used.findIndex((rule) => toPublicRuleId(rule.id) === problem.rule),
    level: levels[problem.severity],
    message: { text: problem.message },
    locations: [{ physicalLocation: { artifactLocation: artifact(problem.file), region } }],
  };
}

function artifact(file: string): { uri: string; uriBaseId?: string } {
  if (file === stdinName) return { uri: 'stdin' };
  if (path.isAbsolute(file)) return { uri: pathToFileURL(file).href };
  return { uri: path.normalize(file).split(path.sep).map(encodeURIComponent).join('/'), uriBaseId: 'ROOT' };
}

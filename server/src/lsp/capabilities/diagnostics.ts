/**
 * Publishes findings after every edit, and after any other change that affects them. A check isn't delayed by a fixed
 * time and always uses the latest text.
 */
import type { Diagnostic, DiagnosticRelatedInformation } from 'vscode-languageserver';
import type { Severity } from '#core/common/severity.ts';
import type { LspCapability, ServerContext } from '../context.ts';
import { listRulesOff } from '#server/engine/fileSettings.ts';
import { findQuotaEnd } from '#server/engine/yaml/quota.ts';
import { DiagnosticSeverity } from '#server/engine/protocolValues.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { checkedNotification, type CheckedParams } from '#server/protocol/protocol.ts';
import type { FileCheckResult } from '../checker.ts';
import { toPublicRuleId } from '#server/engine/findings/rule.ts';
import type { Related } from '#server/engine/findings/related.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { runAfterTurns, turnsBeforeCheck } from '#server/engine/scheduling/turns.ts';
import { rulePageUri } from '../requests/rulePage.ts';

/** Maximum number of diagnostics per file. More wouldn't help the user, and every client stores all of them. */
const maxDiagnostics = 1000;

const lspSeverity: Readonly<Record<Severity, NonNullable<Diagnostic['severity']>>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

const feature: LspCapability = {
  register(context) {
    const { files, settings, workspace, cluster, yamlExtension, connection } = context;
    const waiting = new Set<string>();
    /** Files for which a limit is already logged, so that the message is logged only once per file. */
    const told = new Set<string>();
    /** The last published result of each file, so that an identical result isn't sent again. */
    const published = new WeakMap<OpenFile, Published>();
    const start = (uri: string) => {
      waiting.delete(uri);
      const file = files.get(uri);
      if (file !== undefined)
        publish(context, file, told, published).catch((error: unknown) =>
          context.log(`Can't publish diagnostics: ${String(error)}`),
        );
    };
    /** Schedules one check for a burst of edits. */
    const schedule = ({ uri }: OpenFile) => {
      if (waiting.has(uri)) return;
      waiting.add(uri);
      runAfterTurns(turnsBeforeCheck, () => start(uri));
    };
    const all = () => {
      for (const file of files.all()) schedule(file);
    };
    files.onChange(schedule);
    files.onClose((uri) => {
      told.delete(uri);
      settings.forget(uri);
      connection.sendNotification('textDocument/publishDiagnostics', { uri, diagnostics: [] }).catch(() => undefined);
    });
    settings.onChange(all);
    workspace.onChange(all);
    cluster.onChange(all);
    yamlExtension.onChange(all);
  },
};
export default feature;

/** What was last sent for a file. */
interface Published {
  readonly result: FileCheckResult;
  /** The diagnostics of the second process. */
  readonly others: readonly Diagnostic[];
}

async function publish(
  context: ServerContext,
  file: OpenFile,
  told: Set<string>,
  published: WeakMap<OpenFile, Published>,
): Promise<void> {
  const result = await context.checker.check(file);
  await new Promise<void>((resolve) => runAfterTurns(1, resolve));
  if (result === undefined || context.files.get(file.uri) !== file || file.version !== result.version) return;
  const before = published.get(file);
  const isKnown = before !== undefined && isSame(before.result, result);
  published.set(file, { result, others: isKnown ? before.others : [] });
  if (!isKnown) {
    await send(context, file, result, []);
    await context.connection.sendCustomNotification(checkedNotification, summary(context, file, result));
    tellLimits(context, file, result, told);
  }
  await publishOthers(context, file, result, published);
}

/** Adds the diagnostics of the second process, which can take longer than the checks. */
async function publishOthers(
  context: ServerContext,
  file: OpenFile,
  result: FileCheckResult,
  published: WeakMap<OpenFile, Published>,
): Promise<void> {
  const found = await context.secondProcess.diagnostics(file, result.findings);
  const last = published.get(file);
  if (last?.result !== result || context.files.get(file.uri) !== file || file.version !== result.version) return;
  const source = context.languages.sourceOf(file);
  const others = found.map((diagnostic) => ({ ...diagnostic, source }));
  if (JSON.stringify(others) === JSON.stringify(last.others)) return;
  published.set(file, { result, others });
  await send(context, file, result, others);
}

async function send(
  { client, connection, languages }: ServerContext,
  file: OpenFile,
  { version, findings }: FileCheckResult,
  others: readonly Diagnostic[],
): Promise<void> {
  const related = client.textDocument?.publishDiagnostics?.relatedInformation === true;
  const source = languages.sourceOf(file);
  const own = mostSevere(findings).map((finding) => toDiagnostic(finding, file, source, related));
  await connection.sendNotification('textDocument/publishDiagnostics', {
    uri: file.uri,
    version,
    diagnostics: [...own, ...others],
  });
}

/** Logs once per file that its findings are incomplete. */
function tellLimits(context: ServerContext, file: OpenFile, result: FileCheckResult, told: Set<string>): void {
  if (told.has(file.uri)) return;
  if (result.findings.length > maxDiagnostics)
    tell(`only the ${maxDiagnostics} most severe of ${result.findings.length} findings are shown`);
  else {
    const end = findQuotaEnd(file.text.getText(), file.documents);
    if (end !== undefined)
      tell(
        `the file is too large, so manifests on line ${file.text.positionAt(end).line + 1} and later aren't checked`,
      );
  }

  function tell(what: string): void {
    told.add(file.uri);
    context.log(`${file.uri}: ${what}`);
  }
}

function isSame(one: FileCheckResult, other: FileCheckResult): boolean {
  return (
    one.version === other.version &&
    one.settings === other.settings &&
    one.findings.length === other.findings.length &&
    one.findings.every((finding, index) => isSameFinding(finding, other.findings[index]))
  );
}

function isSameFinding(one: FileFinding, other: FileFinding | undefined): boolean {
  return (
    one.rule === other?.rule &&
    one.start === other.start &&
    one.end === other.end &&
    one.severity === other.severity &&
    one.message === other.message &&
    one.related.length === other.related.length &&
    one.related.every((place, index) => isSamePlace(place, other.related[index])) &&
    one.alsoAt?.length === other.alsoAt?.length &&
    (one.alsoAt ?? []).every(({ start, end }, index) => {
      const place = other.alsoAt?.[index];
      return start === place?.start && end === place.end;
    })
  );
}

function isSamePlace(one: Related, other: Related | undefined): boolean {
  return (
    one.uri === other?.uri && one.line === other.line && one.column === other.column && one.length === other.length
  );
}

const order: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** Returns the most severe findings up to the maximum, sorted by position. */
export function mostSevere(findings: readonly FileFinding[]): readonly FileFinding[] {
  if (findings.length <= maxDiagnostics) return findings;
  const taken = new Set(
    findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity)).slice(0, maxDiagnostics),
  );
  return findings.filter((finding) => taken.has(finding));
}

/**
 * Converts a finding to a diagnostic.
 * @param source name of the reporter in the Problems view
 */
export function toDiagnostic(finding: FileFinding, file: OpenFile, source: string, withRelated = false): Diagnostic {
  const page = rulePageUri(finding.rule.id);
  const related = [
    ...finding.related.map(toRelated),
    ...(finding.alsoAt ?? []).map(({ start, end, message }) => ({
      message,
      location: { uri: file.uri, range: { start: file.text.positionAt(start), end: file.text.positionAt(end) } },
    })),
  ];
  return {
    range: { start: file.text.positionAt(finding.start), end: file.text.positionAt(finding.end) },
    severity: lspSeverity[finding.severity],
    source,
    code: toPublicRuleId(finding.rule.id),
    message: finding.message,
    ...(page === undefined ? {} : { codeDescription: { href: page } }),
    ...(withRelated && related.length > 0 ? { relatedInformation: related } : {}),
  };
}

function toRelated({
  uri,
  line,
  column,
  length,
  message,
}: FileFinding['related'][number]): DiagnosticRelatedInformation {
  return {
    message,
    location: { uri, range: { start: { line, character: column }, end: { line, character: column + length } } },
  };
}

function summary(
  { languages }: ServerContext,
  file: OpenFile,
  { version, findings, settings }: FileCheckResult,
): CheckedParams {
  const manifests = languages.countObjects(file);
  const shown = findings.filter(({ severity }) => severity !== 'hint').length;
  const { release, releaseOf } = settings;
  const rulesOff = listRulesOff(settings).length;
  return {
    uri: file.uri,
    version,
    release: release.id,
    ...(releaseOf === undefined ? {} : { releaseOf }),
    manifests,
    findings: shown,
    ...(rulesOff === 0 ? {} : { rulesOff }),
  };
}

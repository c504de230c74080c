/** Describes the parts of a support bundle, and lists its contents before the user saves it. */
import * as l10n from '@vscode/l10n';
import { formatTimestamp } from '#core/common/time.ts';
import { formatList, padded } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';
import { sanitizeLine, sanitizeMarkdown } from '#core/text/sanitize.ts';
import { formatBytes } from '../text/formatBytes.ts';

/** The parts, in the order of the list. */
const bundlePartIds = [
  'mustGather',
  'podLogs',
  'report',
  'status',
  'preflight',
  'permissions',
  'history',
  'events',
  'imageJob',
  'findings',
  'versions',
] as const;
export type BundlePartId = (typeof bundlePartIds)[number];

/** Maximum size of a support bundle in bytes. */
export const largestBundle = 2_000_000_000;

/** Folder of the must-gather in the bundle. */
export const mustGatherFolder = 'must-gather';

/** File in the bundle that lists the missing data. It belongs to the part with the versions. */
export const missingFile = 'support/missing.txt';

/** Files of the other parts in the bundle. A folder ends with a slash. */
export const bundleFiles = {
  podLogs: 'support/logs/',
  report: 'support/report.md',
  status: 'support/status.txt',
  preflight: 'support/preflight.md',
  permissions: 'support/permissions.txt',
  history: 'support/history.md',
  events: 'support/events/',
  imageJob: 'support/image-job.txt',
  findings: 'support/findings.txt',
  versions: 'support/versions.json',
} as const satisfies Readonly<Record<Exclude<BundlePartId, 'mustGather'>, string>>;

const titles: Readonly<Record<BundlePartId, Message>> = {
  mustGather: () => l10n.t`Must-gather`,
  podLogs: () => l10n.t`Pod logs`,
  report: () => l10n.t`Must-gather report`,
  status: () => l10n.t`Cluster status`,
  preflight: () => l10n.t`Preflight checks`,
  permissions: () => l10n.t`Permissions`,
  history: () => l10n.t`Cluster history`,
  events: () => l10n.t`Events`,
  imageJob: () => l10n.t`Image creation job`,
  findings: () => l10n.t`Findings in files`,
  versions: () => l10n.t`Versions and missing data`,
};

/** Data that the bundle doesn't contain. */
export interface MissingPart {
  readonly part: BundlePartId;
  /** One sentence, which can contain text from the cluster. */
  readonly reason: string;
  /** True if the reason isn't a problem, such as an option that the user didn't specify. */
  readonly isExpected?: true;
}

/** A file of the bundle. */
export interface BundleListFile {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** Number of redacted values. */
  readonly replaced: number;
}

/** The contents of a bundle. */
export interface BundleContents {
  readonly files: readonly BundleListFile[];
  /** Files that can't be redacted, with the reason. */
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  readonly missing: readonly MissingPart[];
}

/** A part with the number and the size of its files. */
export interface BundlePartRow {
  readonly part: BundlePartId;
  readonly files: number;
  /** Size in bytes. */
  readonly size: number;
  readonly replaced: number;
}

/** Returns the part that a file of the bundle belongs to. */
function partOfFile(path: string): BundlePartId {
  if (path.startsWith(`${mustGatherFolder}/`)) return podLog.test(path) ? 'podLogs' : 'mustGather';
  const found = bundlePartIds.find((part) => {
    if (part === 'mustGather') return false;
    const file = bundleFiles[part];
    return file.endsWith('/') ? path.startsWith(file) : path === file;
  });
  return found ?? 'versions';
}

/** Matches a pod log in a must-gather. Source: openshift/oc pkg/cli/admin/inspect/pod.go */
const podLog = /\/namespaces\/[^/]+\/pods\/[^/]+\/[^/]+\/[^/]+\/logs\/[^/]+$/;

/** Returns the parts that have files. */
export function listBundleParts(files: readonly BundleListFile[]): readonly BundlePartRow[] {
  const rows = new Map<BundlePartId, BundlePartRow>();
  for (const { path, size, replaced } of files) {
    const part = partOfFile(path);
    const row = rows.get(part) ?? { part, files: 0, size: 0, replaced: 0 };
    rows.set(part, { part, files: row.files + 1, size: row.size + size, replaced: row.replaced + replaced });
  }
  return bundlePartIds.flatMap((part) => rows.get(part) ?? []);
}

/** Returns the missing data as lines. The parts that are missing for the same reason share a line. */
export function describeMissing(missing: readonly MissingPart[]): readonly string[] {
  const byReason = new Map<string, Set<BundlePartId>>();
  for (const { part, reason } of missing) {
    const text = sanitizeLine(reason, 500);
    byReason.set(text, (byReason.get(text) ?? new Set()).add(part));
  }
  return [...byReason].map(([reason, parts]) =>
    l10n.t('{0}: {1}', formatList([...parts].map((part) => titles[part]())), reason),
  );
}

const columns = () => [l10n.t`Part`, l10n.t`Files`, l10n.t`Size`, l10n.t`Redacted values`];

function cellsOf({ part, files, size, replaced }: BundlePartRow): readonly string[] {
  return [titles[part](), String(files), formatBytes(size), String(replaced)];
}

function totalCells(files: readonly BundleListFile[]): readonly string[] {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const replaced = files.reduce((sum, file) => sum + file.replaced, 0);
  return [l10n.t`Total`, String(files.length), formatBytes(size), String(replaced)];
}

/** Maximum number of omitted files to list. */
const mostOmitted = 100;

/** Returns the list for a terminal. The caller escapes control characters. */
export function bundleListText({ files, leftOut, missing }: BundleContents): string {
  const rows = [columns(), ...listBundleParts(files).map(cellsOf), totalCells(files)];
  const widths = columns().map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? padded(cell, widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [
    ...rows.map(line),
    ...section(l10n.t`Missing data`, describeMissing(missing), (text) => text),
    ...section(l10n.t`Omitted files`, omittedLines(leftOut), (text) => text),
    '',
  ].join('\n');
}

/** Returns the page that the user reviews before saving. */
export function bundleListMarkdown({ files, leftOut, missing }: BundleContents, title: string): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `# ${sanitizeMarkdown(title)}`,
    '',
    l10n.t`Credentials are replaced with ***. Names, addresses, and logs are kept. Review the archive before you share it.`,
    '',
    row(columns()),
    '| --- | ---: | ---: | ---: |',
    ...listBundleParts(files).map((part) => row(cellsOf(part))),
    row(totalCells(files).map((cell) => `**${cell}**`)),
    ...section(`## ${l10n.t`Missing data`}`, describeMissing(missing), sanitizeMarkdown),
    ...section(`## ${l10n.t`Omitted files`}`, omittedLines(leftOut), sanitizeMarkdown),
    '',
  ].join('\n');
}

function section(head: string, lines: readonly string[], escape: (text: string) => string): readonly string[] {
  const isMarkdown = head.startsWith('#');
  return lines.length === 0
    ? []
    : ['', isMarkdown ? head : `${head}:`, ...(isMarkdown ? [''] : []), ...lines.map((text) => `- ${escape(text)}`)];
}

function omittedLines(leftOut: BundleContents['leftOut']): readonly string[] {
  const lines = leftOut.slice(0, mostOmitted).map(({ path, why }) => `${sanitizeLine(path)}: ${sanitizeLine(why)}`);
  return leftOut.length > mostOmitted ? [...lines, '…'] : lines;
}

/**
 * Returns a file name without an extension. The time is in UTC.
 * @param source name of a context, or of the folder or archive of a must-gather
 * @param at milliseconds since 1970
 */
export function createBundleName(source: string, at: number): string {
  const name = source
    .replace(/^osc-support-|^must-gather\.local\./, '')
    .replace(/\.(?:zip|tar|tar\.gz|tgz)$/i, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  const stamp = formatTimestamp(at).replaceAll(/[-:]/g, '').replace('T', '-');
  return `osc-support-${name === '' ? 'cluster' : name}-${stamp}`;
}

/** Where a rule reports a problem. Doesn't contain the message, because it can quote confidential text. */
export interface FindingLocation {
  readonly file: string;
  readonly line: number;
  readonly severity: string;
  readonly rule: string;
}

/** Returns the findings as lines such as `kataconfig.yaml:12: error osc/unknown-field`. */
export function findingLines(findings: readonly FindingLocation[]): string {
  return findings
    .map(({ file, line, severity, rule }) => `${sanitizeLine(file)}:${line}: ${severity} ${rule}\n`)
    .toSorted()
    .join('');
}

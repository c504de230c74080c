/**
 * Compares two OSC releases: what changes, and which findings of the workspace appear and disappear. Loaded with the
 * first comparison.
 */
import { TextDocument } from 'vscode-languageserver-textdocument';
import { getList, getNumber, getString, getStrings } from '#core/common/json.ts';
import { isSeverity } from '#core/common/severity.ts';
import { findRelease, type Release } from '#core/product/releases.ts';
import { compareReleaseData } from '#core/releaseDifferences/compareReleaseData.ts';
import {
  subtractFindings,
  type ComparedFinding,
  type FindingDifferences,
} from '#core/releaseDifferences/findingDifferences.ts';
import { formatReleaseComparison } from '#core/releaseDifferences/formatReleaseComparison.ts';
import { toProblems } from '#server/engine/findings/toProblems.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import type { ComparedFilesResult, DescribedReleases } from '#server/protocol/protocol.ts';
import type { ServerContext } from './context.ts';

/** Checks files for both releases, and returns the findings that only one of them has. */
export async function compareFiles(context: ServerContext, params: unknown): Promise<ComparedFilesResult> {
  const [from, to] = releasesOf(params);
  let files = 0;
  const appeared: ComparedFinding[] = [];
  const disappeared: ComparedFinding[] = [];
  for (const uri of getStrings(params, 'uris').map(canonicalizeUri)) {
    const file = await readFile(context, uri);
    if (file === undefined) continue;
    files += 1;
    const [before, after] = [await listFindings(context, file, from), await listFindings(context, file, to)];
    // Added one by one, because a spread of many findings would overflow the stack.
    for (const finding of subtractFindings(after, before)) appeared.push(finding);
    for (const finding of subtractFindings(before, after)) disappeared.push(finding);
  }
  return { files, appeared, disappeared };
}

function releasesOf(params: unknown): readonly [from: Release, to: Release] {
  const [from, to] = [findRelease(getString(params, 'from') ?? ''), findRelease(getString(params, 'to') ?? '')];
  if (from === undefined || to === undefined) throw new Error('Unknown OSC release.');
  return [from, to];
}

/** Returns a copy of a file, with the text in the editor if it's open. Returns undefined if it isn't checked. */
async function readFile({ files, languages, workspace }: ServerContext, uri: string): Promise<OpenFile | undefined> {
  const open = [...files.all()].find((file) => canonicalizeUri(file.uri) === uri);
  const text = open?.text.getText() ?? (await workspace.readToCheck(uri))?.replace(/^\uFEFF/, '');
  if (text === undefined || !languages.files.isChecked(uri, text)) return undefined;
  return new OpenFile(TextDocument.create(uri, open?.language ?? '', 0, text), (env) =>
    workspace.facts()?.envFiles.get(canonicalizeUri(env)),
  );
}

async function listFindings(
  { checker }: ServerContext,
  file: OpenFile,
  release: Release,
): Promise<readonly ComparedFinding[]> {
  const findings = await checker.checkForRelease(file, release);
  const reported = findings.filter(({ severity }) => severity !== 'hint');
  return toProblems({ name: file.uri, uri: file.uri, text: file.text.getText() }, reported, release).map(
    ({ file: name, line, column, severity, rule }) => ({ file: name, line, column, severity, rule }),
  );
}

/** Describes the differences between two releases, with the findings in the parameters. */
export function describeReleases(params: unknown): DescribedReleases {
  const [from, to] = releasesOf(params);
  const comparison = { ...compareReleaseData(from, to), from, to, findings: findingsOf(params) };
  return { text: formatReleaseComparison(comparison, 'markdown') };
}

function findingsOf(params: unknown): FindingDifferences {
  const count = (...path: readonly string[]): number => getNumber(params, 'findings', ...path) ?? 0;
  const listOf = (name: string): readonly ComparedFinding[] =>
    getList(params, 'findings', name).flatMap((finding) => {
      const severity = getString(finding, 'severity');
      if (!isSeverity(severity)) return [];
      const [file = '', rule = ''] = [getString(finding, 'file'), getString(finding, 'rule')];
      const [line = 0, column = 0] = [getNumber(finding, 'line'), getNumber(finding, 'column')];
      return [{ file, line, column, severity, rule }];
    });
  return {
    files: count('files'),
    appeared: listOf('appeared'),
    disappeared: listOf('disappeared'),
    omitted: { appeared: count('omitted', 'appeared'), disappeared: count('omitted', 'disappeared') },
  };
}

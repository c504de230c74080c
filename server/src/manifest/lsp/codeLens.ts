/**
 * Creates CodeLens items above each supported document: the release it's checked against, the number of findings, and
 * the cluster state.
 */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import type { CodeLens } from 'vscode-languageserver';
import { describeCheckedRelease, describeCheckedVersions } from '#server/engine/fileSettings.ts';
import type { FileCheck, LanguageContext } from '#server/engine/languageModule.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { customManifestAt } from '#server/engine/workspace/crds/customObjects.ts';
import { crdOf } from '#server/engine/workspace/crds/findCrd.ts';
import type { IndexedCrd } from '#server/engine/workspace/crds/readCrds.ts';
import { takeWithinQuota } from '#server/engine/yaml/quota.ts';
import { formatCrdFile } from '../rules/shared/crdWords.ts';
import { kataConfigLenses } from '../kataConfigState.ts';

/** Maximum number of CodeLens items in a file. */
const maxLenses = 200;

/** Creates the CodeLens items of a file. */
export function codeLens(
  file: OpenFile,
  check: FileCheck,
  { options, cluster, workspace }: LanguageContext,
): CodeLens[] {
  const states = cluster?.kataConfigs === undefined ? [] : kataConfigLenses(file, cluster);
  return [
    ...documentLenses(file, check, options.selectReleaseCommand ?? ''),
    ...[...schemaLenses(file, workspace?.crds ?? []), ...states].map(({ at, title }) => {
      const position = file.text.positionAt(at);
      return { range: { start: position, end: position }, command: { title, command: '' } };
    }),
  ];
}

/** Names the cluster or the file whose schema determines the fields of an object, with its age. */
function schemaLenses(
  file: OpenFile,
  crds: readonly IndexedCrd[],
): readonly { readonly at: number; readonly title: string }[] {
  if (crds.length === 0) return [];
  const lenses: { readonly at: number; readonly title: string }[] = [];
  for (const { document, start } of takeWithinQuota(file.documents)) {
    const manifest = document.manifests[0] ?? customManifestAt(document, 0, crds, file.uri);
    const match = manifest === undefined ? undefined : crdOf(crds, manifest, file.uri);
    if (manifest === undefined || match === undefined) continue;
    const { cluster } = match.crd;
    const source = cluster === undefined ? formatCrdFile(file.uri, match.crd) : `${cluster.name} (${cluster.age})`;
    lenses.push({
      at: start + manifest.root.start,
      title: cluster === undefined ? l10n.t`Schema from ${source}` : l10n.t`Schema from cluster ${source}`,
    });
    if (lenses.length >= maxLenses) break;
  }
  return lenses;
}

function documentLenses(file: OpenFile, { findings, settings }: FileCheck, command: string): CodeLens[] {
  const lenses: CodeLens[] = [];
  // Documents and findings are both sorted by position.
  let next = 0;
  for (const { document, start } of takeWithinQuota(file.documents)) {
    if (document.manifests.every(({ part }) => part === 'generator')) continue;
    const end = start + document.text.length;
    let count = 0;
    for (let finding = findings[next]; finding !== undefined && finding.start <= end; finding = findings[++next]) {
      if (finding.start >= start && finding.severity !== 'hint') count += 1;
    }
    const found = count === 0 ? l10n.t`no findings` : formatCount(count, 'finding');
    const position = file.text.positionAt(start + (document.parsed.root?.start ?? 0));
    // Only findings about pods depend on the Kata version.
    const checked = document.mayRunInKata ? describeCheckedVersions(settings) : describeCheckedRelease(settings);
    lenses.push({
      range: { start: position, end: position },
      command: { title: `${checked} · ${found}`, command },
    });
    if (lenses.length >= maxLenses) break;
  }
  return lenses;
}

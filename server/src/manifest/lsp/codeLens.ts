/**
 * Creates CodeLens items above each supported document: the release it's checked against, the number of findings, and
 * the cluster state.
 */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import type { CodeLens } from 'vscode-languageserver';
import { describeCheckedRelease } from '#server/engine/fileSettings.ts';
import type { FileCheck, LanguageContext } from '#server/engine/languageModule.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { takeWithinQuota } from '#server/engine/yaml/quota.ts';
import { kataConfigLenses } from '../kataConfigState.ts';

/** Maximum number of CodeLens items in a file. */
const maxLenses = 200;

/** Creates the CodeLens items of a file. */
export function codeLens(file: OpenFile, check: FileCheck, { options, cluster }: LanguageContext): CodeLens[] {
  const states = cluster?.kataConfigs === undefined ? [] : kataConfigLenses(file, cluster);
  return [
    ...documentLenses(file, check, options.selectReleaseCommand ?? ''),
    ...states.map(({ at, title }) => {
      const position = file.text.positionAt(at);
      return { range: { start: position, end: position }, command: { title, command: '' } };
    }),
  ];
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
    lenses.push({
      range: { start: position, end: position },
      command: { title: `${describeCheckedRelease(settings)} · ${found}`, command },
    });
    if (lenses.length >= maxLenses) break;
  }
  return lenses;
}

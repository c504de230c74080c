/** Lines above each document of ours: the release that it was checked for, how much was found, and what the cluster has of it. */
import * as l10n from '@vscode/l10n';
import { countWords } from '#core/text/counts.ts';
import { CodeLensRefreshRequest, type CancellationToken, type CodeLens } from 'vscode-languageserver';
import type { Feature, ServerContext } from '../context.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { withinQuota } from '#server/engine/yaml/quota.ts';
import { loadRules, type CheckResult } from '../checker.ts';
import { loadPolicy } from '#server/policy/load.ts';
import { describeCheckedRelease } from '#server/engine/fileSettings.ts';
import { afterTurns, turnsToCheck } from '#server/engine/scheduling/turns.ts';
import { isPolicy } from '../policyLanguage.ts';
import { ToldBefore } from '../refreshNotifier.ts';

/** Nobody scrolls past more. */
const maxLenses = 200;

const feature: Feature = {
  capabilities: () => ({ codeLensProvider: { resolveProvider: false } }),
  register(context) {
    const { connection, client, files } = context;
    const answer = async (file: OpenFile) => {
      const lenses = await lensesFor(context, file);
      return lenses === undefined ? undefined : lenses.map(({ command }) => command?.title).join('\n');
    };
    const askAnew = () => connection.sendRequest(CodeLensRefreshRequest.type);
    const told = client.workspace?.codeLens?.refreshSupport === true ? new ToldBefore(context, { answer, askAnew }) : undefined;
    connection.onCodeLens(async ({ textDocument }, token) => {
      const file = files.get(textDocument.uri);
      const lenses = file === undefined ? [] : await newestLenses(context, file, token);
      if (file !== undefined && files.get(file.uri) === file) told?.say(file.uri, lenses.map(({ command }) => command?.title).join('\n'));
      return lenses;
    });
  },
};
export default feature;

/** While somebody types, the text that was checked is soon not the one that is there. */
async function newestLenses(context: ServerContext, file: OpenFile, token: CancellationToken): Promise<CodeLens[]> {
  while (!token.isCancellationRequested && context.files.get(file.uri) === file) {
    const lenses = await lensesFor(context, file);
    if (lenses !== undefined) return lenses;
  }
  return [];
}

/** Undefined when the text changed meanwhile. */
async function lensesFor(context: ServerContext, file: OpenFile): Promise<CodeLens[] | undefined> {
  const isOurs = isPolicy(file) || file.documents.some(({ document }) => document.mayBeKnown);
  if (!(await context.settings.for(file.uri)).codeLens || !isOurs) return [];
  // Findings come first; the check that leads to them is the one that this takes its numbers from.
  await new Promise<void>((resolve) => afterTurns(turnsToCheck, resolve));
  const result = await context.checker.check(file);
  if (result === undefined || result.version !== file.version) return undefined;
  const { selectReleaseCommand: releaseCommand = '', policyCommands = false } = context.options;
  const lenses = isPolicy(file) ? [] : [...lensesOf(file, result, releaseCommand), ...(await stateLenses(context, file))];
  if (!isPolicy(file) && !(policyCommands && mayPack.test(file.text.getText()))) return lenses;
  const { language } = await loadPolicy();
  if (file.version !== result.version) return undefined;
  if (!isPolicy(file)) return [...lenses, ...language.packedLenses(file)];
  const { findings, settings } = result;
  return language.policyLenses(file, { release: settings.release, checkedFor: describeCheckedRelease(settings), findings, releaseCommand, policyCommands });
}

/** What the cluster has of the KataConfigs in the file. */
async function stateLenses({ cluster }: ServerContext, file: OpenFile): Promise<CodeLens[]> {
  const known = cluster.value;
  if (known?.kataConfigs === undefined) return [];
  const { kataConfigLenses } = await loadRules();
  return kataConfigLenses(file, known).map(({ at, title }) => {
    const position = file.text.positionAt(at);
    return { range: { start: position, end: position }, command: { title, command: '' } };
  });
}

/** Keys under which a policy or initdata is packed. */
const mayPack = /io\.katacontainers\.config\.agent\.policy|cc_init_data|INITDATA/;

function lensesOf(file: OpenFile, { findings, settings }: CheckResult, command: string): CodeLens[] {
  const lenses: CodeLens[] = [];
  // Both come in the order of their places.
  let next = 0;
  for (const { document, start } of withinQuota(file.documents)) {
    if (document.manifests.every(({ part }) => part === 'generator')) continue;
    const end = start + document.text.length;
    let count = 0;
    for (let finding = findings[next]; finding !== undefined && finding.start <= end; finding = findings[++next]) {
      if (finding.start >= start && finding.severity !== 'hint') count += 1;
    }
    const found = count === 0 ? l10n.t`no findings` : countWords(count, 'finding');
    const position = file.text.positionAt(start + (document.parsed.root?.start ?? 0));
    lenses.push({ range: { start: position, end: position }, command: { title: `${describeCheckedRelease(settings)} · ${found}`, command } });
    if (lenses.length >= maxLenses) break;
  }
  return lenses;
}

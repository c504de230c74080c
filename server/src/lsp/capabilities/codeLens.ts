/** Provides CodeLens items above parts of a file. They show findings, so the file is checked first. */
import type { CancellationToken, CodeLens } from 'vscode-languageserver';
import type { LspCapability, ServerContext } from '../context.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { runAfterTurns, turnsBeforeCheck } from '#server/engine/scheduling/turns.ts';
import { RefreshNotifier } from './refreshNotifier.ts';

const feature: LspCapability = {
  register(context) {
    const { connection, client, files } = context;
    const answer = async (file: OpenFile) => {
      const lenses = await lensesFor(context, file);
      return lenses === undefined ? undefined : lenses.map(({ command }) => command?.title).join('\n');
    };
    const askAnew = () => connection.refresh('workspace/codeLens/refresh');
    const told =
      client.workspace?.codeLens?.refreshSupport === true
        ? new RefreshNotifier(context, { answer, askAnew })
        : undefined;
    connection.onRequest('textDocument/codeLens', async ({ textDocument }, token) => {
      const file = files.get(textDocument.uri);
      const lenses = file === undefined ? [] : await newestLenses(context, file, token);
      if (file !== undefined && files.get(file.uri) === file)
        told?.say(file.uri, lenses.map(({ command }) => command?.title).join('\n'));
      return lenses;
    });
  },
};
export default feature;

/** Returns the CodeLens items of the latest text. If the text changes during the check, tries again. */
async function newestLenses(context: ServerContext, file: OpenFile, token: CancellationToken): Promise<CodeLens[]> {
  while (!token.isCancellationRequested && context.files.get(file.uri) === file) {
    const lenses = await lensesFor(context, file);
    if (lenses !== undefined) return lenses;
  }
  return [];
}

/** Returns the CodeLens items, or undefined if the text changed in the meantime. */
async function lensesFor(
  { settings, languages, checker }: ServerContext,
  file: OpenFile,
): Promise<CodeLens[] | undefined> {
  if (!(await settings.for(file.uri)).codeLens || !languages.mayAnswer('codeLens', file)) return [];
  // Diagnostics come first, and this code uses the result of the same check.
  await new Promise<void>((resolve) => runAfterTurns(turnsBeforeCheck, resolve));
  const result = await checker.check(file);
  if (result === undefined || result.version !== file.version) return undefined;
  const lenses = await languages.joined('codeLens', file, (service, context) =>
    file.version === result.version ? service.codeLens?.(file, result, context) : undefined,
  );
  return file.version === result.version ? (lenses ?? []) : undefined;
}

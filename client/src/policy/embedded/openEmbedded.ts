import * as l10n from '@vscode/l10n';
import { Uri, window, workspace } from 'vscode';
import { unpackRequest } from '#server/protocol/protocol.ts';
import { parseEmbeddedPosition, packedUri } from '#client/language/documents/embeddedUri.ts';
import type { SendServerRequest } from '#client/language/server/serverRequests.ts';
import { uriArgument } from '../choosePolicy.ts';
import { getFileName } from '../documentState.ts';

/** Opens embedded content as a file in an editor. Called by the CodeLens. */
export async function openPacked(ask: SendServerRequest, givenSource: unknown, givenPlace: unknown): Promise<void> {
  const source = uriArgument(givenSource);
  const place = parseEmbeddedPosition(givenPlace);
  if (source === undefined || place === undefined)
    throw new Error(
      l10n.t`No embedded policy or initdata. Run this command from the CodeLens above a policy or initdata in a YAML file.`,
    );
  const document = await workspace.openTextDocument(source);
  const { content, language, problem, fileName } = await ask(unpackRequest, { text: document.getText(), place });
  const name = getFileName(source.path);
  if (content === undefined)
    throw new Error(
      problem === undefined
        ? l10n.t`Can't decode the embedded content in ${name}: the file no longer contains that content`
        : l10n.t`Can't decode the embedded content in ${name}: ${problem}`,
    );
  await window.showTextDocument(
    Uri.from(packedUri({ source: source.toString(), place }, source.path, language, fileName)),
  );
}

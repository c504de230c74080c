/** Renames the symbol at a position. */
import { ResponseError } from 'vscode-jsonrpc';
import { requestFailed } from '#server/engine/protocolValues.ts';
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  register({ connection, files, languages }) {
    connection.onRequest('textDocument/prepareRename', async ({ textDocument, position }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return null;
      return (
        (await languages.firstAt('prepareRename', file, position, (service, context) =>
          service.prepareRename?.(file, position, context),
        )) ?? null
      );
    });
    connection.onRequest('textDocument/rename', async ({ textDocument, position, newName }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return null;
      const renamed = await languages.firstAt('rename', file, position, (service, context) =>
        service.rename?.(file, position, newName, context),
      );
      if (renamed === undefined) return null;
      if ('problem' in renamed) throw new ResponseError(requestFailed, renamed.problem);
      return { changes: { [file.uri]: renamed } };
    });
  },
};
export default feature;

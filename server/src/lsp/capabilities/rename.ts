/** Renames the symbol at a position. */
import { LSPErrorCodes, ResponseError, type WorkspaceEdit } from 'vscode-languageserver';
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  capabilities: ({ textDocument }) => ({
    renameProvider: textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
  }),
  register({ connection, files, languages }) {
    connection.onPrepareRename(async ({ textDocument, position }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return null;
      return (
        (await languages.firstAt('prepareRename', file, position, (service, context) =>
          service.prepareRename?.(file, position, context),
        )) ?? null
      );
    });
    connection.onRenameRequest(async ({ textDocument, position, newName }): Promise<WorkspaceEdit | null> => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return null;
      const renamed = await languages.firstAt('rename', file, position, (service, context) =>
        service.rename?.(file, position, newName, context),
      );
      if (renamed === undefined) return null;
      if ('problem' in renamed) throw new ResponseError(LSPErrorCodes.RequestFailed, renamed.problem);
      return { changes: { [file.uri]: renamed } };
    });
  },
};
export default feature;

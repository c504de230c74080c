/** Provides the outline of a file. */
import * as l10n from '@vscode/l10n';
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  capabilities: () => ({ documentSymbolProvider: { label: l10n.t`OpenShift sandboxed containers` } }),
  register({ connection, files, languages }) {
    connection.onRequest('textDocument/documentSymbol', async ({ textDocument }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return [];
      return (
        (await languages.joined('documentSymbols', file, (service, context) =>
          service.documentSymbols?.(file, context),
        )) ?? []
      );
    });
  },
};
export default feature;

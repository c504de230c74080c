/** Provides the outline of a file. */
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
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

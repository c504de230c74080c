/** Provides links from a file to documentation. */
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  register({ connection, files, languages }) {
    connection.onRequest('textDocument/documentLink', async ({ textDocument }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return [];
      return (
        (await languages.joined('documentLinks', file, (service, context) => service.documentLinks?.(file, context))) ??
        []
      );
    });
  },
};
export default feature;

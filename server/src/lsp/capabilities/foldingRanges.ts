/** Provides the folding ranges of a file. If no language module provides them, the editor uses its own. */
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  register({ connection, files, languages }) {
    connection.onRequest('textDocument/foldingRange', async ({ textDocument }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return null;
      return (
        (await languages.joined('foldingRanges', file, (service, context) => service.foldingRanges?.(file, context))) ??
        null
      );
    });
  },
};
export default feature;

/** Provides semantic tokens. */
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  register({ connection, files, languages }) {
    connection.onRequest('textDocument/semanticTokens/full', async ({ textDocument }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return null;
      const data = await languages.firstOf('semanticTokens', file, (service, context) =>
        service.semanticTokens?.(file, context),
      );
      return data === undefined || data.length === 0 ? null : { data };
    });
  },
};
export default feature;

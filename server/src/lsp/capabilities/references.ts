/** Provides Find All References. */
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  register({ connection, files, languages }) {
    connection.onRequest(
      'textDocument/references',
      async ({ textDocument, position, context: { includeDeclaration } }) => {
        const file = files.get(textDocument.uri);
        if (file === undefined) return [];
        return (
          (await languages.firstAt('references', file, position, (service, context) =>
            service.references?.(file, position, includeDeclaration, context),
          )) ?? []
        );
      },
    );
  },
};
export default feature;

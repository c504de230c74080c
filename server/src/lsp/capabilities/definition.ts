/** Provides Go to Definition. */
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  register({ connection, files, languages }) {
    connection.onRequest('textDocument/definition', async ({ textDocument, position }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return [];
      return (
        (await languages.firstAt('definition', file, position, (service, context) =>
          service.definition?.(file, position, context),
        )) ?? []
      );
    });
  },
};
export default feature;

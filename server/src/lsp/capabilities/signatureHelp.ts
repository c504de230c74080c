/** Describes the parameters of a function while the user writes its arguments. */
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  register({ connection, files, languages }) {
    connection.onRequest('textDocument/signatureHelp', async ({ textDocument, position }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return null;
      return (
        (await languages.firstAt('signatureHelp', file, position, (service, context) =>
          service.signatureHelp?.(file, position, context),
        )) ?? null
      );
    });
  },
};
export default feature;

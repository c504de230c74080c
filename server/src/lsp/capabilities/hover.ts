/** Provides hover explanations. */
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  capabilities: () => ({ hoverProvider: true }),
  register({ connection, files, languages }) {
    connection.onHover(async ({ textDocument, position }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return null;
      return (
        (await languages.firstAt('hover', file, position, (service, context) =>
          service.hover?.(file, position, context),
        )) ?? null
      );
    });
  },
};
export default feature;

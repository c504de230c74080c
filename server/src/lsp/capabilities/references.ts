/** Find references. */
import type { Feature } from '../context.ts';

const feature: Feature = {
  capabilities: () => ({ referencesProvider: true }),
  register({ connection, files, languages }) {
    connection.onReferences(async ({ textDocument, position, context: { includeDeclaration } }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return [];
      return (
        (await languages.firstAt('references', file, position, (service, context) => service.references?.(file, position, includeDeclaration, context))) ?? []
      );
    });
  },
};
export default feature;

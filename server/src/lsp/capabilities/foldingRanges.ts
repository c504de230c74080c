/** Folds parts of a file. Files that no language has anything to fold in are left to the editor. */
import type { Feature } from '../context.ts';

const feature: Feature = {
  capabilities: () => ({ foldingRangeProvider: true }),
  register({ connection, files, languages }) {
    connection.onFoldingRanges(async ({ textDocument }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return null;
      return (await languages.joined('foldingRanges', file, (service, context) => service.foldingRanges?.(file, context))) ?? null;
    });
  },
};
export default feature;

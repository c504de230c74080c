/** Provides completions. */
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  register({ connection, files, languages, secondProcess }) {
    connection.onRequest('textDocument/completion', async ({ textDocument, position, context: asked }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return [];
      const found = await languages.firstAt('completion', file, position, (service, context) =>
        service.completion?.(file, position, context, asked?.triggerCharacter),
      );
      const isEmpty = found === undefined || (Array.isArray(found) ? found : found.items).length === 0;
      return isEmpty ? [...(await secondProcess.completion(file, position))] : found;
    });
  },
};
export default feature;

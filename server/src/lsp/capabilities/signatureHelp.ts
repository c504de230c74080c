/** Describes the parameters of a function while the user writes its arguments. */
import { joinTriggers } from '#server/engine/joinTriggers.ts';
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  capabilities: (_client, _options, modules) => ({
    signatureHelpProvider: {
      triggerCharacters: joinTriggers(modules, 'signatureHelp'),
      retriggerCharacters: joinTriggers(modules, 'signatureHelpUpdate'),
    },
  }),
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

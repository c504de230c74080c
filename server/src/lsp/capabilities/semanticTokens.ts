/** What each word of a policy is. YAML is left to the editor. */
import type { SemanticTokens } from 'vscode-languageserver';
import type { Feature } from '../context.ts';
import { askPolicy, isPolicy } from '../policyLanguage.ts';
import { tokenModifiers, tokenTypes } from '#server/engine/tokenLegend.ts';

const feature: Feature = {
  capabilities: () => ({ semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] }, full: true } }),
  register(context) {
    const { connection, client, files, regoExtension } = context;
    // The types of the library have no null here; the protocol does.
    connection.onRequest('textDocument/semanticTokens/full', async ({ textDocument }: { textDocument: { uri: string } }): Promise<SemanticTokens | null> => {
      const file = files.get(textDocument.uri);
      if (!isPolicy(file)) return null;
      const data = await askPolicy(context, file, [], (language, about) => language.semanticTokens(file, about));
      return data.length === 0 ? null : { data };
    });
    if (client.workspace?.semanticTokens?.refreshSupport === true) {
      regoExtension.onChange(() => {
        connection.languages.semanticTokens.refresh().catch(() => undefined);
      });
    }
  },
};
export default feature;

/** Find references: who asks for what is said here, in all files of the workspace. */
import type { Feature } from '../context.ts';
import { declarationOf, referencesTo } from '#server/engine/workspace/relations.ts';
import { askPolicy, isPolicy } from '../policyLanguage.ts';
import { askedPlace, toLocation } from '#server/manifest/lsp/relatedLocation.ts';

const feature: Feature = {
  capabilities: () => ({ referencesProvider: true }),
  register(context) {
    context.connection.onReferences(({ textDocument, position, context: wanted }) => {
      const file = context.files.get(textDocument.uri);
      if (isPolicy(file)) return askPolicy(context, file, [], (language, about) => language.references(file, position, wanted.includeDeclaration, about));
      const asked = askedPlace(context, textDocument.uri, position);
      if (asked === undefined) return [];
      const { fact, place, facts } = asked;
      const found = referencesTo(fact, place, facts);
      const declared = found.length > 0 && wanted.includeDeclaration ? [declarationOf(fact, place)] : [];
      return [...declared, ...found].map(toLocation);
    });
  },
};
export default feature;

/** Go to definition: from what an object asks for to the object that says it, in whatever file of the workspace that is. */
import type { Feature } from '../context.ts';
import { definitionsOf } from '#server/engine/workspace/relations.ts';
import { envFileAt } from '#server/manifest/lsp/envFileLink.ts';
import { askPolicy, isPolicy } from '../policyLanguage.ts';
import { askedPlace, toLocation } from '#server/manifest/lsp/relatedLocation.ts';

const feature: Feature = {
  capabilities: () => ({ definitionProvider: true }),
  register(context) {
    context.connection.onDefinition(({ textDocument, position }) => {
      const file = context.files.get(textDocument.uri);
      if (isPolicy(file)) return askPolicy(context, file, [], (language, about) => language.definition(file, position, about));
      const asked = askedPlace(context, textDocument.uri, position);
      return asked === undefined ? envFileAt(context, textDocument.uri, position) : definitionsOf(asked.fact, asked.place, asked.facts).map(toLocation);
    });
  },
};
export default feature;

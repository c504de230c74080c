import type { ExtensionCommand } from './command.ts';

/** Opens what there is to say of a node of the tree as a document. */
export const explainObject: ExtensionCommand = {
  id: 'osc.object.explain',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.explain(given);
  },
};

import type { ExtensionCommand } from './command.ts';

/** Opens an object as YAML, to read; it follows the changes. */
export const openObjectYaml: ExtensionCommand = {
  id: 'osc.object.openYaml',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.openYaml(given);
  },
};

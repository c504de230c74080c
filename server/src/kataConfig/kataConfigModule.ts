/** Registers language support for Kata's configuration files: TOML, and files in MachineConfigs and ConfigMaps. */
import { kataConfigRole, looksLikeKataConfig, maxKataConfig } from '#core/kata/kataConfigFile.ts';
import { mayHaveKataConfigs } from '../engine/kataConfig/mayHaveKataConfigs.ts';
import type { LanguageModule } from '../engine/languageModule.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';

function mayContainConfig({ language, text, uri, documents }: OpenFile): boolean {
  return language === 'toml'
    ? looksLikeKataConfig(text.getText(), uri)
    : documents.some(({ document }) => mayHaveKataConfigs(document));
}

/** Language module for Kata's configuration files. */
export const kataConfigModule: LanguageModule = {
  id: 'kataConfig',
  files: {
    extensions: ['toml', 'in'],
    owns: looksLikeKataConfig,
    maxLength: maxKataConfig,
    // Kata reads all files in config.d, with any name.
    mayOwnName: (path) => kataConfigRole(path) === 'dropIn',
    isRare: true,
  },
  owns: ({ language }) => language === 'toml' || language === 'yaml' || language === 'json',
  isChecked: mayContainConfig,
  mayAnswer: (feature, file, _context, position) => {
    if (feature !== 'completion' && feature !== 'hover' && feature !== 'documentSymbols') return false;
    if (file.language === 'toml') return mayContainConfig(file);
    const placed = position === undefined ? undefined : file.documentAt(file.text.offsetAt(position));
    return placed !== undefined && mayHaveKataConfigs(placed.document);
  },
  load: async () => (await import('./kataConfigBundle.ts')).kataConfigService,
  countObjects: (file) => (file.language === 'toml' && mayContainConfig(file) ? 1 : 0),
};

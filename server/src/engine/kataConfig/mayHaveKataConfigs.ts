/** Determines quickly whether YAML contains configuration files of Kata. Loaded at startup, so it imports little. */
import { mayEmbedKataConfig } from '#core/kata/kataConfigFile.ts';
import { oncePerText } from '../oncePerObject.ts';
import type { YamlDocument } from '../yaml/yamlDocument.ts';

/** Returns whether a document might contain configuration files. Doesn't parse the document. */
export const mayHaveKataConfigs = oncePerText(({ text }: YamlDocument) => mayEmbedKataConfig(text));

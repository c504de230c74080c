/** Provides the state of the server to language services. */
import type { LanguageContext } from '../engine/languageModule.ts';
import type { ServerContext } from './context.ts';

/** Returns the context for services. Its properties always have the current values. */
export function languageContextOf(
  state: Omit<ServerContext, 'checker' | 'languages' | 'secondProcess'>,
): LanguageContext {
  const { settings, files, workspace, cluster, client, options, yamlExtension, regoExtension, log } = state;
  return {
    settingsFor: (uri) => settings.for(uri),
    fileAt: (uri) => files.get(uri),
    get workspace() {
      return workspace.facts();
    },
    get cluster() {
      return cluster.value;
    },
    client,
    options,
    get yamlExtension() {
      return yamlExtension.value;
    },
    get regoExtension() {
      return regoExtension.value;
    },
    log,
  };
}

/** Loads the completion service when it is first needed, and once. In the bundle it is a file of its own. */
import type { YamlService } from './service.ts';

const loading: { service?: Promise<YamlService> } = {};

/** The service; the first call takes as long as loading it does. */
export function loadYamlService(onError: (message: string) => void): Promise<YamlService> {
  loading.service ??= import('./service.ts').then(({ createYamlService }) => createYamlService(onError));
  return loading.service;
}

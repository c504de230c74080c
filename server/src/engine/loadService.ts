/** Loads the services of the language modules. */
import type { LanguageModule, LanguageService } from './languageModule.ts';

const services = new WeakMap<LanguageModule, LanguageService | Promise<LanguageService>>();

/**
 * Returns the service of a module, and loads it the first time. Even for a loaded module, a dynamic import takes as
 * long as a small check, and each request needs several services. If loading fails, the next call tries again.
 */
export function loadService(module: LanguageModule): LanguageService | Promise<LanguageService> {
  const known = services.get(module);
  if (known !== undefined) return known;
  const loading = module.load();
  services.set(module, loading);
  loading.then(
    (service) => services.set(module, service),
    () => services.delete(module),
  );
  return loading;
}

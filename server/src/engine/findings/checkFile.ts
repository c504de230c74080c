/** Checks a file with all language modules that own it. */
import type { LanguageModule } from '../languageModule.ts';
import { loadService } from '../loadService.ts';
import type { OpenFile } from '../workspace/openFile.ts';
import type { CheckEnvironment } from './checkEnvironment.ts';
import { compareByPosition, type FileFinding } from './fileFinding.ts';

/**
 * Returns the findings of all modules, sorted by position.
 * @returns undefined if `isStale` returned true, because the findings are no longer needed
 */
export async function checkFile(
  modules: readonly LanguageModule[],
  file: OpenFile,
  environment: CheckEnvironment,
  isStale: () => boolean = () => false,
): Promise<readonly FileFinding[] | undefined> {
  const found: (readonly FileFinding[])[] = [];
  for (const module of modules) {
    if (!module.owns(file) || module.isChecked?.(file) === false) continue;
    const service = await loadService(module);
    if (isStale()) return undefined;
    if (service.check === undefined) continue;
    const findings = await service.check(file, environment, isStale);
    if (findings === undefined) return undefined;
    if (findings.length > 0) found.push(findings);
  }
  const [first = [], ...others] = found;
  return others.length === 0 ? first : found.flat().sort(compareByPosition);
}

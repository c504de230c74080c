/** Language service for manifests in YAML files and for env files of kustomizations. */
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import type { LanguageService } from '#server/engine/languageModule.ts';
import { checkFile } from '../checkManifests.ts';
import { complete } from '../completion/complete.ts';
import { workloadRequests } from '../requests.ts';
import { codeLens } from './codeLens.ts';
import { documentLinks } from './documentLinks.ts';
import { documentSymbols } from './documentSymbols.ts';
import { foldingRanges } from './foldingRanges.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlayHints.ts';
import { definition, references } from './navigation.ts';
import { prepareRename, rename } from './rename.ts';

/**
 * Creates the language service.
 * @param embeddedRules loads the rules for embedded policies and initdata
 */
export function createManifestService(embeddedRules: () => Promise<readonly ManifestRule[]>): LanguageService {
  return {
    check: async (file, environment, isStale) =>
      checkFile(file.uri, file.documents, { ...environment, embeddedRules }, isStale),
    completion: complete,
    hover,
    definition,
    references,
    prepareRename,
    rename,
    codeLens,
    inlayHints,
    documentSymbols,
    foldingRanges,
    documentLinks,
    requests: workloadRequests,
  };
}

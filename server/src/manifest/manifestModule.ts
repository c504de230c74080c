/** Language module for manifests in YAML and JSON files, and for env files of kustomizations. */
import { mentionsOwnGroup } from '#core/kinds/custom/customKinds.ts';
import { looksLikeJsonManifest, maxJsonFile } from '#core/kinds/jsonManifest.ts';
import type { ManifestRule } from '../engine/findings/rule.ts';
import type { LanguageModule } from '../engine/languageModule.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { takeWithinQuota } from '../engine/yaml/quota.ts';
import { sandboxWorkloadRequest, workloadsRequest } from '../protocol/workloads.ts';

/** Dependencies on other modules. */
export interface ManifestOptions {
  /** Loads the rules for content that is embedded in manifests. */
  readonly embeddedRules: () => Promise<readonly ManifestRule[]>;
}

/** Creates the language module for manifests. */
export function createManifestModule({ embeddedRules }: ManifestOptions): LanguageModule {
  return {
    id: 'manifest',
    files: [
      { extensions: ['yaml', 'yml'] },
      { extensions: ['json'], owns: looksLikeJsonManifest, maxLength: maxJsonFile, isRare: true },
    ],
    owns: (file) => file.language === 'yaml' || file.language === 'env' || isJsonManifest(file),
    // In JSON, the other features would write YAML.
    mayAnswer: (feature, file) =>
      file.language === 'json'
        ? feature === 'hover'
        : (feature !== 'codeLens' && feature !== 'inlayHints') ||
          file.documents.some(({ document }) => document.mayBeKnown || mentionsOwnGroup(document.text)),
    load: async () => (await import('./manifestBundle.ts')).createManifestService(embeddedRules),
    loadsAtStart: true,
    usesCluster: true,
    countObjects,
    requests: [workloadsRequest, sandboxWorkloadRequest],
  };
}

function isJsonManifest({ language, documents }: OpenFile): boolean {
  return language === 'json' && documents.length > 0;
}

function countObjects(file: OpenFile): number {
  let count = 0;
  for (const { document } of takeWithinQuota(file.documents)) count += document.manifests.length;
  return count;
}

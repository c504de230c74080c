/** Language module for manifests in YAML files, and for env files of kustomizations. */
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
    files: { extensions: ['yaml', 'yml'] },
    triggerCharacters: { completion: [' ', ':', '"'] },
    owns: ({ language }) => language === 'yaml' || language === 'env',
    mayAnswer: (feature, file) =>
      (feature !== 'codeLens' && feature !== 'inlayHints') ||
      file.documents.some(({ document }) => document.mayBeKnown),
    load: async () => (await import('./manifestBundle.ts')).createManifestService(embeddedRules),
    loadsAtStart: true,
    usesCluster: true,
    countObjects,
    requests: [workloadsRequest, sandboxWorkloadRequest],
  };
}

function countObjects(file: OpenFile): number {
  let count = 0;
  for (const { document } of takeWithinQuota(file.documents)) count += document.manifests.length;
  return count;
}

/** The languages of the server and the command line. Adding one means adding a folder, and an entry here. */
import { embeddedModule, loadEmbeddedRules } from './embedded/embeddedModule.ts';
import type { LanguageModule } from './engine/languageModule.ts';
import { initdataModule } from './initdata/initdataModule.ts';
import { createManifestModule } from './manifest/manifestModule.ts';
import { policyModule } from './policy/policyModule.ts';
import { promqlModule } from './promql/promqlModule.ts';
import { statusModule } from './status/statusModule.ts';

/** All languages. In YAML, PromQL and statuses come before manifests, because they own only some positions. */
export const languageModules: readonly LanguageModule[] = [
  promqlModule,
  statusModule,
  createManifestModule({ embeddedRules: loadEmbeddedRules }),
  embeddedModule,
  policyModule,
  initdataModule,
];

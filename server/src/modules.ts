/** Lists the languages of the server and the command line. To add a language, add a folder and an entry to the list. */
import { commandsModule } from './commands/commandsModule.ts';
import { embeddedModule, loadEmbeddedRules } from './embedded/embeddedModule.ts';
import type { LanguageModule } from './engine/languageModule.ts';
import { initdataModule } from './initdata/initdataModule.ts';
import { kataConfigModule } from './kataConfig/kataConfigModule.ts';
import { createManifestModule } from './manifest/manifestModule.ts';
import { policyModule } from './policy/policyModule.ts';
import { policyTestModule } from './policy/policyTestModule.ts';
import { promqlModule } from './promql/promqlModule.ts';
import { statusModule } from './status/statusModule.ts';

/**
 * All languages. In YAML, PromQL, statuses, policy tests, and files of Kata take precedence over manifests, because
 * they apply only to some positions or files.
 */
export const languageModules: readonly LanguageModule[] = [
  promqlModule,
  statusModule,
  policyTestModule,
  kataConfigModule,
  createManifestModule({ embeddedRules: loadEmbeddedRules }),
  embeddedModule,
  policyModule,
  initdataModule,
  commandsModule,
];

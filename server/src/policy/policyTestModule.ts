/** Supports policy tests (`*.policy-test.yaml`). */
import type { LanguageModule } from '../engine/languageModule.ts';
import { isPolicyTestFile } from './testFiles/testFileName.ts';

/** The language module for policy tests. */
export const policyTestModule: LanguageModule = {
  id: 'policyTest',
  owns: ({ language, uri }) => language === 'yaml' && isPolicyTestFile(uri),
  load: async () => (await import('./testFiles/testFileService.ts')).policyTestService,
};

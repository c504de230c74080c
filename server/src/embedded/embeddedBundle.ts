/** Bundle for embedded policies and initdata. Loaded with the first file that needs it. */
import type { LanguageService } from '../engine/languageModule.ts';
import { packedLenses } from './lenses.ts';
import { embeddedRequests } from './requests.ts';

export { embeddedRules } from './rules/index.ts';

/** Language service for embedded policies and initdata. */
export const embeddedService: LanguageService = { codeLens: packedLenses, requests: embeddedRequests };

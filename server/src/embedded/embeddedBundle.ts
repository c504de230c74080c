/** Everything about embedded policies and initdata as one bundle. It is loaded with the first file that needs it. */
import type { LanguageService } from '../engine/languageModule.ts';
import { packedLenses } from './lenses.ts';
import { embeddedRequests } from './requests.ts';

export { embeddedRules } from './rules/index.ts';

/** What the server does for embedded policies and initdata. */
export const embeddedService: LanguageService = { codeLens: packedLenses, requests: embeddedRequests };

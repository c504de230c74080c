/** All features of the languages, as one object for the server: `loadPolicy().then(({ language }) => ...)`. */
import * as inFile from './openFileRequests.ts';
import { packedLenses, policyLenses } from './lenses.ts';

export type { LanguageAbout } from './openFileRequests.ts';
export type { LensAbout } from './lenses.ts';

export const language = { ...inFile, policyLenses, packedLenses };

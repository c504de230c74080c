/** Defines the server features for statuses. */
import type { LanguageService } from '../engine/languageModule.ts';
import { explainStatusRequest } from '../protocol/protocol.ts';
import { handleExplainStatus } from './answerExplainStatus.ts';
import { checkStatusFilters } from './check.ts';
import { statusCompletion } from './completion.ts';
import { statusHover } from './hover.ts';
import { listStatusDocuments } from './statusDocuments.ts';

/** Server features for statuses in files, and for the Explain Status command. */
export const statusService: LanguageService = {
  check: (file, environment) => checkStatusFilters(file.uri, listStatusDocuments(file), environment),
  completion: statusCompletion,
  hover: async (file, position, context) => statusHover(file, position, (await context.settingsFor(file.uri)).release),
  requests: { [explainStatusRequest]: handleExplainStatus },
};

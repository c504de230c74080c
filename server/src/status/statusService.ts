/** What the server does for statuses. */
import type { LanguageService } from '../engine/languageModule.ts';
import { explainStatusRequest } from '../protocol/protocol.ts';
import { answerExplainStatus } from './answerExplainStatus.ts';
import { checkStatusFilters } from './check.ts';
import { statusCompletion } from './completion.ts';
import { statusHover } from './hover.ts';
import { listStatusDocuments } from './statusDocuments.ts';

/** What the server does for statuses in files, and for the command Explain Status. */
export const statusService: LanguageService = {
  check: (file, environment) => checkStatusFilters(file.uri, listStatusDocuments(file), environment),
  completion: statusCompletion,
  hover: statusHover,
  requests: { [explainStatusRequest]: answerExplainStatus },
};

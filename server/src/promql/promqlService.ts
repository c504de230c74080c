/** Connects the PromQL features to the language server. */
import type { LanguageService } from '../engine/languageModule.ts';
import { promqlAssistRequest } from '../protocol/promqlAssist.ts';
import { handleAssist } from './answerAssist.ts';
import { checkPrometheusRules, checkPromql } from './check.ts';
import { promqlCompletion, promqlHover } from './language.ts';

/** Language service for PromQL in files and in the query box of the metrics view. */
export const promqlService: LanguageService = {
  check: (file, environment) =>
    file.language === 'promql'
      ? checkPromql(file.text.getText(), environment)
      : checkPrometheusRules(file.documents, environment),
  completion: (file, position, { workspace }, trigger) => promqlCompletion(file, position, workspace, trigger),
  hover: promqlHover,
  requests: {
    async [promqlAssistRequest](sent, context) {
      const { severities } = await context.settingsFor('');
      return handleAssist(sent, { severities, workspace: context.workspace, onError: context.log });
    },
  },
};

/** Support for commands as one bundle. Loaded with the first file that needs it. */
import type { LanguageService } from '../engine/languageModule.ts';
import { checkCommandText } from './check.ts';

/** Language service for commands in shell scripts and Markdown. */
export const commandsService: LanguageService = {
  check: (file, environment) =>
    checkCommandText(file.text.getText(), file.language === 'markdown' ? 'markdown' : 'shell', environment),
};

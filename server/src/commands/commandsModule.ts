/** Handles commands for `oc` and `kubectl` in shell scripts and in fenced blocks of Markdown files. */
import { mentionsCommands } from '#core/oc/shell/mentionsCommands.ts';
import type { LanguageModule } from '../engine/languageModule.ts';

/** Maximum length of a file to search in a folder, in characters. */
const maxLength = 2_000_000;

/** The language module for commands. */
export const commandsModule: LanguageModule = {
  id: 'commands',
  files: { extensions: ['sh', 'bash', 'md', 'markdown'], owns: mentionsCommands, maxLength, isRare: true },
  owns: ({ language }) => language === 'shell' || language === 'markdown',
  isChecked: ({ text }) => mentionsCommands(text.getText()),
  mayAnswer: () => false,
  load: async () => (await import('./commandsBundle.ts')).commandsService,
};

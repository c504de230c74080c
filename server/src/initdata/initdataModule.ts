/** Registers language support for initdata documents in TOML files. */
import { looksLikeInitdata } from '#core/agent/looksLikePolicy.ts';
import type { LanguageModule } from '../engine/languageModule.ts';
import { policyReplayRequest, policyTableRequest } from '../protocol/protocol.ts';

/** Language module for initdata. */
export const initdataModule: LanguageModule = {
  id: 'initdata',
  files: { extensions: ['toml'], owns: looksLikeInitdata },
  owns: ({ language }) => language === 'toml',
  // Most TOML files contain something else.
  isChecked: ({ text }) => looksLikeInitdata(text.getText()),
  load: async () => (await import('./initdataBundle.ts')).initdataService,
  countObjects: ({ text }) => (looksLikeInitdata(text.getText()) ? 1 : 0),
  // Requests for the policy in a document.
  requests: [policyTableRequest, policyReplayRequest],
};

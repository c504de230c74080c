/** Supports agent policies in Rego files. */
import { looksLikeAgentPolicy, looksLikeEncodedPolicy } from '#core/agent/looksLikePolicy.ts';
import type { LanguageModule } from '../engine/languageModule.ts';
import { policyReplayRequest, policyTableRequest, policyTestRequest } from '../protocol/protocol.ts';

/** The language module for policies. */
export const policyModule: LanguageModule = {
  id: 'policy',
  files: { extensions: ['rego'], owns: (text) => looksLikeAgentPolicy(text) || looksLikeEncodedPolicy(text) },
  owns: ({ language }) => language === 'rego',
  load: async () => (await import('./policyBundle.ts')).policyService,
  // Other extensions also report findings in Rego. This source distinguishes the findings about the Kata agent.
  diagnosticSource: 'osc-policy',
  countObjects: ({ text }) => (looksLikeAgentPolicy(text.getText()) ? 1 : 0),
  requests: [policyTableRequest, policyReplayRequest, policyTestRequest],
};

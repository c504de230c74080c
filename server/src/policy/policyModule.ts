/** Agent policies in Rego files. */
import { looksLikeAgentPolicy } from '#core/agent/looksLikePolicy.ts';
import type { LanguageModule } from '../engine/languageModule.ts';
import { policyReplayRequest, policyTableRequest, policyTestRequest } from '../protocol/protocol.ts';

/** The module of policies. */
export const policyModule: LanguageModule = {
  id: 'policy',
  files: { extensions: ['rego'], owns: looksLikeAgentPolicy },
  triggerCharacters: { completion: ['.', '"'], signatureHelp: ['('], signatureHelpUpdate: [','] },
  owns: ({ language }) => language === 'rego',
  load: async () => (await import('./policyBundle.ts')).policyService,
  // In Rego, others report findings as well. This tells which of them concern the agent.
  diagnosticSource: 'osc-policy',
  countObjects: ({ text }) => (looksLikeAgentPolicy(text.getText()) ? 1 : 0),
  requests: [policyTableRequest, policyReplayRequest, policyTestRequest],
};

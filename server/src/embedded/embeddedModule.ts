/**
 * Language module for policies and initdata that are embedded in YAML. Their rules run with those of the surrounding
 * manifests.
 */
import { mayHaveKataConfigs } from '../engine/kataConfig/mayHaveKataConfigs.ts';
import type { LanguageModule } from '../engine/languageModule.ts';
import { evaluatePolicyRequest } from '../protocol/evaluatePolicy.ts';
import { generatePolicyRequest } from '../protocol/generatePolicy.ts';
import {
  attachInitdataRequest,
  attachPolicyRequest,
  packRequest,
  podPoliciesRequest,
  unpackRequest,
} from '../protocol/protocol.ts';

/** Matches keys under which a policy or initdata can be embedded. */
const mayEmbed = /io\.katacontainers\.config\.agent\.policy|cc_init_data|INITDATA|AGENT_POLICY/;

/** Language module for embedded policies and initdata. */
export const embeddedModule: LanguageModule = {
  id: 'embedded',
  owns: ({ language }) => language === 'yaml' || language === 'env',
  isChecked: () => false,
  mayAnswer: (feature, { documents, text }, { options }) =>
    feature === 'codeLens' &&
    options.policyCommands === true &&
    ((documents.some(({ document }) => document.mayBeKnown) && mayEmbed.test(text.getText())) ||
      documents.some(({ document }) => mayHaveKataConfigs(document))),
  load: async () => (await import('./embeddedBundle.ts')).embeddedService,
  requests: [
    unpackRequest,
    packRequest,
    podPoliciesRequest,
    attachPolicyRequest,
    attachInitdataRequest,
    generatePolicyRequest,
    evaluatePolicyRequest,
  ],
};

/** Loads the rules for embedded policies and initdata. */
export const loadEmbeddedRules = async () => (await import('./embeddedBundle.ts')).embeddedRules;
